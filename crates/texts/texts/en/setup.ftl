## Faults of positions and FEN texts.

fen-error-at = FEN, character { $place }: { $error }
fen-counts = FEN: H{ $plies } means { $plies } half-moves, but there were fewer before move { $number }. Lower the number after H, or raise the one after F.
fen-too-long = A position can have at most { $most } characters.
fen-no-turn = The side to move is missing. Begin with W: or B:, not with “{ $text }”.
fen-no-lists = No pieces are listed. Add a list for each side, e.g. W:W17,18:B1,2.
fen-unknown-part = “{ $text }” is not part of a FEN. A list of pieces begins with W or B, a counter with H, F or +.
fen-list-twice = { side } has two lists of pieces. Give one.
fen-not-a-square = “{ $text }” is not a square. Write 28, K28, 5-10 or c3, separated by commas.
fen-square-twice = Square { $text } is listed twice. List it once.
fen-backward-range = The range { $text } runs backward. Write the smaller square first.
fen-ghost-piece = { $text } is a piece captured in an unfinished move. Give the position after the move.
fen-bad-number = “{ $text }” is not a counter. Write H12 (half-moves) or F34 (move number, from 1). Kings’ moves in a row come after the lists, Black’s first: +1+0. If a side has several kings, add the square: +246+0.
fen-count-twice = “{ $text }” gives a counter for the second time. Leave one of them out.
setup-twice = There are two pieces on square { $square }. Take one off.
setup-man-on-crown-row = { side } has a man on square { $square }, where it would have become a king. Write K{ $square } for a king.
setup-no-such-king = The king-move counter names square { $square }, but { side } has no king there.
setup-king-moves = The king-move counter of { side } is { $times }; 0 to { $limit } are possible.
setup-king-moves-not-counted = King moves in a row are given for { side }, but these rules do not count them. Leave them out.
setup-too-complex = The captures in this position branch too much to be computed. Take some pieces off the board.
