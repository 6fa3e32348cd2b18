## Why a command is refused in a game.

refused-game-over = The game is over.
refused-nothing-offered = No draw has been offered.
refused-own-offer = This is your own offer. Wait for your opponent’s answer, or withdraw it.
refused-not-your-offer = This is your opponent’s offer. Accept or decline it.
refused-offer-open = { side } has already offered a draw.
refused-offered-before = Your last draw offer was not accepted. Make a move before you offer again.
refused-offer-with-move = Send the offer with your move, or while your opponent is to move.
refused-offer-first = Offer your opponent the draw first and name the rule. If the offer is declined, or your opponent plays on, you can claim the draw.
refused-offer-unanswered = Your opponent has not answered your offer yet. If it is declined, or your opponent plays on, you can claim the draw.
refused-no-agreement = Under these rules, the players cannot agree on a draw.
refused-nothing-to-claim = Under these rules, no draw can be claimed.
refused-no-such-rule = These rules have no draw rule { $number }.
refused-automatic = You need not claim it: draw rule { $number } ends the game by itself.
refused-not-justified = You cannot claim a draw yet: { $counters }.
refused-no-claim = No draw was claimed.
refused-turn-was-legal = The last move broke no rule, or was allowed to stand.
refused-no-turn = No move has been made yet.
refused-not-for-you = Only the opponent of the player who moved can do that.
refused-no-redo = Under these rules, you cannot demand that a move be redone.
refused-no-huffing = Under these rules, there is no huffing.
refused-cannot-be-huffed = That piece did not miss a capture. You can huff the piece on { $squares }.
refused-too-late-to-abort = Both players have moved. Resign or offer a draw instead.
refused-message-too-long = A message can have at most { $most } characters.
refused-not-this-way = This does not continue any capture. Start again with the first jump.
refused-time-over = { side }’s time is up.
refused-no-takeback = Nobody has asked for a takeback.
refused-nothing-to-take-back = You have no move to take back.
refused-takeback-asked = You have already asked for a takeback.
refused-no-clock = This game has no clock.
refused-too-much-time = You can give 1 to { $most } seconds.
refused-no-vacation = { $left ->
    [0] You have no days off left in this game.
    [one] You have only 1 day off left in this game.
   *[other] You have only { $left } days off left in this game.
}
refused-own-turn = It is your turn. Move first, then plan your next moves.
refused-nothing-planned = You have not planned any moves.
refused-no-answer = A line consists of your opponent’s moves and your replies in turn, and ends with your reply.
refused-plan-too-complex = The moves you plan allow too many captures. Plan fewer or shorter lines.
refused-plan-too-long = You can plan up to { $lines } lines of up to { $steps } moves.
refused-bad-message = A message must have 1 to { $most } characters.
refused-not-left = Your opponent has not left the game.
refused-may-come-back = Your opponent may still come back. You can claim the win in { $seconds ->
    [one] 1 second
   *[other] { $seconds } seconds
}.
refused-not-begun = Nobody can win before both players have moved. Abort the game instead.
refused-not-waiting = It is your turn. Your opponent is not keeping you waiting.
refused-paused = The game is paused until an administrator decides.
refused-not-paused = The game is not paused.
refused-not-called = Nobody has called an administrator to this game.
refused-called-before = An administrator has already been called to this game.
refused-not-over = The game is not over.
refused-not-chosen = Choose who starts: these rules leave it to the players.
refused-asked-before = You have already asked for a rematch.
refused-next-game-begun = The next game has started.
refused-no-rematch = Nobody has asked for a rematch.
