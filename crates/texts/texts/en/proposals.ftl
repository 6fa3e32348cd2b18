## Why a game cannot be played as proposed.

proposal-rules-too-long = These rules are too long: { $length } bytes, and at most { $most } are possible. Shorten their texts.
proposal-position-too-long = A position can have at most { $most } characters.
proposal-board-too-large = Positions can be set up on boards of up to { $most } playing squares; this board has { $squares }.
proposal-too-many-pieces = { side } has more than { $most } pieces. Take some off.
proposal-only-dark-squares = Under the rules of { $rules }, only the dark squares are used.
proposal-only-light-squares = Under the rules of { $rules }, only the light squares are used.
proposal-challenger-begins = Under the rules of { $rules }, the challenger starts and plays { side }.
proposal-rated-without-time = A game without a time limit cannot be rated.
proposal-rated-house-rules = Games under house rules are not rated.
proposal-rated-set-up = A game from a position that was set up is not rated.
proposal-no-openings = These rules have no openings.
proposal-unknown-opening = There is no opening “{ $number }”. The openings are numbered { $first } to { $last }.
time-initial-out-of-range = Choose 1 second to 12 hours per player.
time-increment-out-of-range = Choose an increment of at most 10 minutes per move.
time-days-out-of-range = Choose 1 to 30 days per move.
time-vacation-out-of-range = Choose at most 60 days off.
proposal-game-over = The game is already over in this position. Set up another one.
proposal-no-pieces = Each side needs at least 1 piece.
