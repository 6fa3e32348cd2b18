## Results of games.

result-win = { side } won.
result-draw = Draw.
result-none = No result.
ending-no-pieces = { side } has no pieces left.
ending-blocked = { side } cannot move.
ending-first-king = { side } made the first king.
ending-agreement = The players agreed.
ending-claim = Claimed by { side }.
ending-resignation = { side } resigned.
ending-flag-fall = { side } ran out of time.
ending-abandonment = { side } left the game.
ending-adjudication = An administrator decided.
ending-adjudication-reason = An administrator decided: “{ $reason }”
ending-aborted = The game was aborted.
