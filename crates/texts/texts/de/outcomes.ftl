## Results of games.

result-win = { side } hat gewonnen.
result-draw = Remis.
result-none = Kein Ergebnis.
ending-no-pieces = { side } hat keine Steine mehr.
ending-blocked = { side } kann nicht ziehen.
ending-first-king = { side } hat die erste Dame bekommen.
ending-agreement = Die Spieler haben sich geeinigt.
ending-claim = Von { side } beansprucht.
ending-resignation = { side } hat aufgegeben.
ending-flag-fall = { side } hat die Zeit überschritten.
ending-abandonment = { side } hat die Partie verlassen.
ending-adjudication = Ein Administrator hat entschieden.
ending-adjudication-reason = Ein Administrator hat entschieden: „{ $reason }“
ending-aborted = Die Partie wurde abgebrochen.
