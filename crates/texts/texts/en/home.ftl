home-title = Draughts, by the rules you grew up with.
home-lead = Pick your rule book, or write your own. Play at once, no account needed.
play-now = Play now: { $rules }
computer = Against the computer
friend = Play a friend
anyone = Open games
rules-label = Rules
level = Level
i-play = Who starts
first = I start
second = Opponent starts
random-color = Random
shade = Squares
shade-dark = Dark
shade-light = Light
shade-about-dark = on the dark squares
shade-about-light = on the light squares
time = Time control
time-none = No time limit
time-days = 3 days per move
start = Start
make-link = Create link
challenge-link = Link to the challenge
offer-game = Offer a game
no-offers = Nobody is waiting at the moment. Offer a game, and it will appear here.
accept = View
now-playing = Running games
no-games = No games are running at the moment. Start one.
same-device = Two players, one device
challenge-title = Challenge
challenge-waiting = Send this link to your opponent. The game starts when they accept.
challenge-lobby = Your offer is among the open games. The game starts when somebody accepts it.
challenge-sent = Your challenge has been sent. The game starts when your opponent accepts.
challenge-accept = { $name } would like to play a game.
my-games = My games
your-turn = Your turn
games = Games
my-challenges = Open challenges
withdraw-challenge = Withdraw
accept-challenge = Accept and play
decline-challenge = Decline
copy-link = Copy link
link-copied = Copied
rated = Rated
no-clock = no time limit
unrated = Unrated
rated-needs-time = Rated games need a time limit: a clock or days per move.
rated-needs-account = Rated games need an account.
rated-no-house-rules = Games under house rules are not rated.
challenger-begins = Under these rules the challenger starts: you play { $colour } and move first.
time-unlimited = No time limit
time-each = { $initial } each
time-each-plus = { $initial } each, plus { $increment } per move
time-per-move = { $count ->
    [one] 1 day per move
   *[other] { $count } days per move
}
minutes = { $count ->
    [one] 1 minute
   *[other] { $count } minutes
}
seconds = { $count ->
    [one] 1 second
   *[other] { $count } seconds
}
you = you
terms-start = Starting position
terms-set-up = Set up by the challenger
terms-ballot = Opening { $number }: { $name }
terms-ballot-random = An opening drawn at random when the game starts
terms-same-as = The same rules as
terms-differs-from = Differences from
terms-you-play = You play { $colour }.
terms-you-start = You move first.
terms-opponent-starts = Your opponent moves first.
terms-random = Colours are drawn at random when the game starts.
terms-colour-starts = { $colour } moves first.
terms-challenger-starts = Under these rules the challenger starts.
