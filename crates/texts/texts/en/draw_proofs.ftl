## What draw rules count.

draw-repetition = { $times ->
    [2] twofold
    [3] threefold
    [4] fourfold
    [5] fivefold
   *[other] { $times }-fold
} repetition
draw-material = { $forces }
moves-by-each-player = { $count ->
    [one] 1 move
   *[other] { $count } moves
} by each player
moves-in-all = { $count ->
    [one] 1 move
   *[other] { $count } moves
} (both players together)
moves-unconditional = { $moves }
moves-without-capture = { $moves } without a capture
moves-without-crowning = { $moves } without a new king
moves-without-man-move = { $moves } without a move by a man
moves-without-capture-or-crowning = { $moves } without a capture or a new king
moves-without-capture-or-man-move = { $moves } without a capture or a move by a man
moves-without-crowning-or-man-move = { $moves } without a new king or a move by a man
moves-without-any = { $moves } without a capture, a new king or a move by a man
moves-with = { $moves } with { $forces }
forces-against = { $strong } against { $weak }
forces-against-the-main-road = { $strong } against { $weak } on the longest diagonal
forces-kings-on-both-sides = kings on both sides and { $least } to { $most } pieces in all
force-lone-king = a single king
force-kings = { $kings ->
    [one] 1 king
   *[other] { $kings } kings
}
force-pieces = { $count ->
    [one] 1 piece
   *[other] { $count } pieces
}
force-pieces-or = { $least } or { $most } pieces
force-pieces-to = { $least } to { $most } pieces
force-with-kings = { $pieces } (including at least { $kings ->
    [one] 1 king
   *[other] { $kings } kings
})

## How far a draw rule has come.

counter-repetition = this position has occurred { $made ->
    [1] once
    [2] twice
   *[other] { $made } times
} ({ $needed } needed)
counter-moves = { $made } of { $needed ->
    [one] 1 move
   *[other] { $needed } moves
}
counter-material = the ending has been reached ({ $forces })
counter-material-missing = the ending has not been reached ({ $forces })
counter-draw-at = { $progress }; draw at move { $number }
counter-draw-since = { $progress }; draw since move { $number }
counter-in-list-draw-at = { $progress } (draw at move { $number })
counter-in-list-draw-since = { $progress } (draw since move { $number })

## Proofs.

proof-repetition = Draw by { draw-repetition }{ $note }: the position occurred { $moments }.
proof-count = Draw after { $moves }{ $note }: counted from move { $first }, { $made } of { $needed ->
    [one] 1 move
   *[other] { $needed } moves
} made, draw from move { $from } on.
proof-material = Draw with { $forces }{ $note }: on the board { $moment }.
moment-start = at the start
moment-after = after move { $move }
