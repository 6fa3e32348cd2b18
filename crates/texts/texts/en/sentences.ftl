## Rule sets in sentences.

topic-board = Board
topic-men = Men
topic-kings = Kings
topic-captures = Captures
topic-end = End
topic-conduct = Conduct
topic-notation = Notation

rule-board-all-squares = The board has { $columns } columns and { $rows } rows; all of its squares are used.
rule-board-dark-squares = The board has { $columns } columns and { $rows } rows; only its dark squares are used.
rule-board-light-squares = The board has { $columns } columns and { $rows } rows; only its light squares are used.
rule-other-shade-light = The players may agree to play on the light squares instead.
rule-other-shade-dark = The players may agree to play on the dark squares instead.
rule-corner-played = The corner square on White’s left is a playing square.
rule-corner-empty = The corner square on White’s left is not a playing square.
rule-start = Each side fills its first { $rows ->
    [one] row
   *[other] { $rows } rows
} with men.
rule-start-behind = Each side fills { $rows ->
    [one] 1 row
   *[other] { $rows } rows
} with men and leaves { $behind ->
    [one] the row
   *[other] { $behind } rows
} behind them empty.
rule-first-move = { side } moves first.

rule-man-moves = A man moves { $steps }.
rule-man-captures = A man captures by jumping over an adjacent opposing piece { $ways } onto the free square behind it.
rule-man-captures-men-only = A man captures by jumping over an adjacent opposing man { $ways } onto the free square behind it; it may not capture a king.
rule-man-never-captures = A man does not capture.
rule-man-becomes-king = A man whose move ends on the far row (the king row) becomes a king.
rule-crowning-at-the-end = A man that reaches the king row in a capture and goes on capturing remains a man; it becomes a king only if the move ends there.
rule-crowning-ends-the-move = A man that reaches the king row in a capture becomes a king, and the move ends there.
rule-crowning-goes-on = A man that reaches the king row in a capture becomes a king at once and goes on capturing as a king.

rule-king-mark-crown = A king is two pieces high and carries a crown.
rule-king-mark-letter-d = A king is two pieces high and marked with a “D”.
rule-king-mark-two-rings = A king is two pieces high and marked with two rings.
rule-king-moves = A king moves { $steps }.
rule-king-captures-short = A king captures an adjacent opposing piece { $ways }.
rule-king-captures-flying = A king captures opposing pieces from any distance { $ways }.
rule-king-never-captures = A king does not capture.
rule-landing-directly-behind = The king lands on the square directly behind the captured piece.
rule-landing-any-square = The king lands on any free square behind the captured piece.
rule-landing-last-king = The king lands on any free square behind the captured piece, but directly behind it if the last piece captured is a king.
rule-landing-last-king-of-several = The king lands on any free square behind the captured piece, but directly behind it if several pieces are captured and the last one is a king.
rule-repeat-limit = While a player has men, the same king may { $limit ->
    [one] not move twice
   *[other] make at most { $limit } moves
} in a row without capturing.

rule-must-capture = A player who can capture must do so.
rule-may-capture = A player who can capture may do so, or make another move.
rule-priority-free = If several captures are possible, you may choose any of them.
rule-priority = If several captures are possible, you must choose { $priority }.
priority-then = { $before }; if several tie, { $next }
priority-most-pieces = the one that takes the most pieces
priority-greatest-value = the one of the greatest value, a king counting a little less than two men
priority-with-a-king = one with a king
priority-most-kings = the one that takes the most kings
priority-kings-earliest = the one that takes a king soonest
rule-must-be-finished = A capture goes on for as long as the piece can jump.
rule-may-be-stopped = A capture may be stopped after any jump.
rule-removal-at-the-end = Captured pieces are removed when the move is over; until then they block, and none may be jumped twice.
rule-removal-after-each-jump = Each captured piece is removed as soon as it is jumped.
rule-turn-back-allowed = Between two jumps, a king may reverse direction.
rule-turn-back-forbidden = Between two jumps, no piece may reverse direction.

rule-no-moves-loses = A player who has no pieces left, or cannot move any of them, loses.
rule-no-moves-wins = A player who has no pieces left, or cannot move any of them, wins.
rule-first-king-wins = The first player to make a king wins; a player who cannot move loses.
rule-agreement-allowed = The players may agree on a draw.
rule-agreement-not-allowed = The players may not agree on a draw.
rule-draw-repetition = { $effect ->
    [automatic] The game is a draw
   *[claim] A player may claim a draw
} when the same position occurs { $times ->
    [2] for the second time
    [3] for the third time
    [4] for the fourth time
    [5] for the fifth time
   *[other] { $times } times
} with the same player to move{ $note }.
rule-draw-moves = { $effect ->
    [automatic] The game is a draw
   *[claim] A player may claim a draw
} after { $moves }{ $note }.
rule-draw-material = { $effect ->
    [automatic] The game is a draw
   *[claim] A player may claim a draw
} as soon as the ending is { $forces }{ $note }.
rule-claims-immediate = A claim ends the game at once if the move list proves it.
rule-claims-offer-first = A player who wants to claim a draw first offers it to the opponent and names the rule: with a move, or while the opponent is to move. A rule that has applied can be named up to and including the player’s next move. If the opponent declines or plays on, the player may claim the draw until their next move is complete. The move list then decides at once, in place of an administrator. An administrator sees that a justified offer was not accepted, and may warn the opponent.

rule-enforcement-strict = Only legal moves can be played.
rule-enforcement-redo = If a player fails to capture, or captures too little, the opponent may demand, before moving, that the move be redone; otherwise it stands.
rule-enforcement-huffing = If a player fails to capture, the opponent may remove the piece that should have captured (huffing), and then moves.
rule-next-game-alternate = The players take turns to start.
rule-next-game-winner = The challenger starts the first game, the winner the next; after a draw, the player who asks for the rematch starts.
rule-next-game-challenger = The challenger starts the first game, and the player who asks for the rematch the next.
rule-next-game-as-chosen = The players choose who starts the next game.

rule-notation-numeric = Squares are numbered; a move is written with “-” and a capture with “{ $sign }” between them.
rule-notation-algebraic = Squares are named by letter and number as in chess; a move is written with “-” and a capture with “{ $sign }” between them.

## How pieces move.

steps-one = one square { $ways }
steps-next-playing-square = to the next playing square { $ways }
steps-any = any number of free squares { $ways }
ways-diagonal = diagonally forward or backward
ways-diagonal-forward = diagonally forward
ways-diagonal-backward = diagonally backward
ways-straight = vertically
ways-straight-forward = straight forward
ways-straight-backward = straight backward
ways-sideways = sideways
ways-none = in no direction
