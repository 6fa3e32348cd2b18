rules-title = Rule books
rules-source = Source
which = Find your rules
which-board = How large is the board?
which-board-8 = 8 × 8
which-board-10 = 10 × 10
which-board-other = another size
which-backward = Do men capture backward?
which-kings = How does a king move?
which-kings-flying = any number of squares
which-kings-short = one square
which-most = Must you capture as many pieces as you can?
which-begins = Who moves first?
which-unknown = not sure
which-find = Find my rule book
which-found = { $count ->
    [0] No rule book fits. Answer fewer questions.
    [one] 1 rule book fits
   *[other] { $count } rule books fit
}
rules-lead = Every page is generated from the rules that this site plays by: the sentences, the diagrams, and the explanations of illegal moves.
rules-countries = By country
rules-change = Change these rules
rules-compare = Compare
rules-differences = Compare with another rule book
rules-with = Another rule book
rules-side-by-side = Differences between { $this } and { $other }
rules-same = { $count ->
    [one] One rule is the same in both.
   *[other] { $count } rules are the same in both.
}
rules-man-moves = How a man moves
rules-man-captures = How a man captures
rules-man-takes = A king that a man may not take
rules-crowning = Crowning
rules-far-row = Reaching the king row in a capture
rules-king-moves = How a king moves
rules-king-captures = How a king captures
rules-landing = The last captured piece is a king
rules-king-rests = A king that must rest
rules-duty = The duty to capture
rules-priority = Choosing between captures
rules-finish = Finishing a capture
rules-removal = Removing captured pieces
rules-turn-back = Turning back
rules-first-king = The first king
rules-blocked = White cannot move
rules-notation = Names of the squares
family-board = { $size } board
family-all-squares = All squares of the board
family-goal = Other goals
country-belgium = Belgium
country-brazil = Brazil
country-canada = Canada
country-czechia = Czechia
country-france = France
country-germany = Germany
country-italy = Italy
country-jamaica = Jamaica
country-netherlands = Netherlands
country-portugal = Portugal
country-russia = Russia
country-slovakia = Slovakia
country-spain = Spain
country-thailand = Thailand
country-turkey = Turkey
country-britain = United Kingdom
country-usa = United States
country-zimbabwe = Zimbabwe
back-to-game = Back to the game
