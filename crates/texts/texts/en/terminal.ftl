## The game at a terminal.

terminal-greeting = { $rules }. Type help for a list of commands.
terminal-captured = White has captured { $white }, Black has captured { $black }
terminal-usage = Type: { $usage }
terminal-declines = { $side } declines.
terminal-withdraws = { $side } withdraws the offer.
terminal-lets-stand = { $side } lets the move stand.
terminal-broke-a-rule = { $side } broke a rule: { $rule }
terminal-may-redo = The opponent may demand a redo (demand) or let the move stand by playing on.
terminal-may-redo-or-stand = The opponent may demand a redo (demand) or let the move stand (stand).
terminal-may-huff = The opponent may huff the piece on { $squares } (huff SQUARE) and then move, or let the move stand by playing on.
terminal-may-huff-or-stand = The opponent may huff the piece on { $squares } (huff SQUARE) and then move, or let the move stand (stand).
terminal-offers = { $side } offers a draw
terminal-offers-message = { $side } offers a draw: { $message }
terminal-no-counters = These rules have no draw counters.
terminal-is-legal = { $move } is legal.
terminal-offer-kept = The offer will be sent with your next move.
terminal-commands = (help lists all commands)
terminal-via = { $move }: via { $routes }?
terminal-answer-with-square = Answer with one of the squares.
terminal-no-such-route = None of these captures passes that square.
terminal-not-a-square = “{ $text }” is not a square; this board has { $range }.
terminal-nothing-to-take-back = There is nothing to take back.
terminal-saved = Saved in { $file }
terminal-exists = { $file } already exists; choose another name
terminal-not-written = { $file } cannot be written: { $error }
terminal-source = Source: { $source }
terminal-result = Result: { $score }
terminal-help =
    32-28             play a move; write a capture short (28x19) or with every square (28x19x30)
    why 32-28         explain why a move is illegal
    moves             list the legal moves
    counters          show the draw counters
    offer [N] [TEXT]  offer a draw with your move, citing draw rule N
    accept            accept the draw offer
    decline [TEXT]    decline the draw offer
    withdraw          withdraw your draw offer
    claim [N]         claim a draw by draw rule N, or by any rule that applies
    judge VERDICT     decide the game as administrator: draw, white or black
    resign            resign
    demand            demand a redo of the opponent’s move, which broke a rule
    huff SQUARE       huff the piece that failed to capture
    stand             let the move stand if you have no move
    undo              take back the last move or action
    save FILE         save the game to a new PDN file
    board, flip       show the board; turn it round
    rules, fen        show the rules; show the position as FEN
    quit              quit
terminal-which-rules = Which rules? (? lists them) [international]
terminal-which-level = Level of the computer, 1 to 8, or 0 for two players? [4]
