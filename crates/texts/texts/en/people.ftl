ratings = Ratings
no-ratings = No rated games yet.
warned = An administrator has warned you:
no-disputes = No game is waiting for an administrator.
decision = Decision
reason = Reason (both players see it)
decide = Decide
judge-refuse = Answer; the game goes on
judge-white-wins = White wins
judge-black-wins = Black wins
judge-draw = Draw
judge-abort = Abort the game
acts = Decisions of administrators
game = game
name-hint = 2 to 24 characters: unaccented letters, digits, - and _, beginning with a letter. Everybody sees the name.
password-hint = 8 to 200 characters, for example a few words.
sign-up-why = An account keeps your games and lets you play rated games. You keep the games that you played as a guest.
no-ratings-how = Rated games are played between players with accounts, with a clock or days per move, under one of the rule books.
rated-games = { $count ->
    [one] 1 rated game
   *[other] { $count } rated games
}
rating = Rating
rating-table = Game by game
rating-summary = From { $first } to { $now } in { $count ->
    [one] 1 game
   *[other] { $count } games
}; highest { $high }, lowest { $low }.
day = Date
speed-bullet = Bullet
speed-blitz = Blitz
speed-rapid = Rapid
speed-classical = Classical
speed-correspondence = Correspondence
here-since = Joined { $day }
is-bot = bot
is-admin = administrator
is-closed = closed by an administrator
to-the-game = (view game)
no-games-yet = No games yet. Challenge somebody: a friend by a link, or anyone under “Open games”.
no-own-games = You have not played yet. Play the computer, send a friend a link, or offer an open game.
no-older-games = There are no older games.
all-as-pdn = All games as PDN
newest-games = Newest games
older-games = Older games
for-admins = For administrators
act-reason = Reason, kept on record
warn = Warn
warn-about = The player sees the warning and its reason on every visit to this page.
close = Close the account
close-about = Ends all sessions and revokes all tokens. Nobody can sign in to this account until it is reopened.
reopen = Reopen the account
reopen-about = The account is closed. Once it is reopened, its owner can sign in as before.
no-disputes-how = A game appears here when a player calls an administrator, or when a justified draw offer was not accepted.
waits-since = waiting since { $day }
no-acts = Nothing yet. Decisions made here are kept on record.
moderator-grant = granted a claim
moderator-refuse = answered a call
moderator-abort = aborted a game
moderator-warn = warned
moderator-close = closed the account of
moderator-reopen = reopened the account of
