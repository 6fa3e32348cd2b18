## Why a move is not legal.

why-not-your-turn = It is { side }’s turn.
why-game-decided = The game is over: the first king has won.
why-no-such-square = There is no square { $square } on this board.
why-empty-square = There is no piece on { $square }.
why-not-your-piece = The piece on { $square } is { side }’s.
why-cannot-move = The piece on { $square } cannot move.
why-stays = The piece would end where it stands, on { $square }.
why-occupied = { $square } is occupied by a { $side ->
    [white] white
   *[black] black
} { kind }.
why-not-on-a-line = A { kind } cannot go from { $from } to { $to }: it moves { $steps }.
why-too-far = That is too far for a { kind }.
why-man-moves-backward = A man does not move backward.
why-man-moves-that-way = A man does not move in that direction.
why-man-captures-backward = A man does not capture backward.
why-man-captures-that-way = A man does not capture in that direction.
why-king-moves-that-way = A king does not move in that direction.
why-king-captures-that-way = A king does not capture in that direction.
why-own-piece-in-the-way = Your own piece on { $square } is in the way.
why-no-room-behind = The piece on { $square } cannot be captured: the square behind it is not free.
why-blocked = The piece on { $square } is in the way.
why-nothing-to-jump = There is nothing to capture on { $square }.
why-ends-there = The move captures nothing, so it ends on { $square }.
why-must-capture = You must capture with the piece on { $squares }.
why-must-take-more = This captures only { $yours ->
    [one] 1 piece
   *[other] { $yours } pieces
}, but you must capture { $most }, with the piece on { $squares }.
why-must-take-greater-value = Another capture is worth more: you must capture with the piece on { $squares }.
why-must-take-with-king = You must capture with the king on { $squares }.
why-must-take-more-kings = This captures { $yours ->
    [0] no king
    [one] only 1 king
   *[other] only { $yours } kings
}, but you must capture { $most ->
    [one] one
   *[other] { $most }
}, with the piece on { $squares }.
why-must-take-kings-earlier = Another capture takes a king sooner: you must capture with the piece on { $squares }.
why-must-go-on = The capture is not finished: go on to { $squares }.
why-must-land-to-go-on = The king must land where it can go on capturing: on { $squares }.
why-must-land-directly-behind = The king must land directly behind the captured piece.
why-man-may-not-take-king = A man may not capture the king on { $square }.
why-already-jumped = The piece on { $square } has already been jumped.
why-captured-pieces-stand = Captured pieces stay on the board until the move is over, and they are in the way.
why-would-turn-back = A piece may not reverse direction while capturing.
why-king-must-rest = The king on { $square } { $times ->
    [one] moved on your last turn
   *[other] has moved { $times } times in a row
}: move another piece.
why-not-crowned-in-passing = A man that reaches the king row in a capture does not go on as a king.
why-takes-others = This move captures other pieces than those given.
why-none-from-column = No piece in column { $column } can go to { $square }.
why-with-rule = { $reason } The rule: { $rule }

## Why a text is not a move.

move-not-a-move = “{ $text }” is not a move. Type { $move } or { $capture }.
move-too-long = That is not a move: it is longer than { $most } characters.
move-no-such-square = There is no square { $square } on this board. It has the squares { $range }.
move-not-played-on = Square { $square } is not a playing square.
move-ambiguous = That could be { $count } different moves. Name more squares.
move-not-legal = The move is not legal in this position.

## Why a recorded game cannot be replayed.

record-no-rules = The record does not say under which rules the game was played. Choose them.
record-failure = Line { $line }, column { $column }, “{ $text }”: { $reason }
