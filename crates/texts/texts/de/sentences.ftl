## Rule sets in sentences.

topic-board = Brett
topic-men = Steine
topic-kings = Damen
topic-captures = Schlagen
topic-end = Ende
topic-conduct = Ablauf
topic-notation = Notation

rule-board-all-squares = Das Brett hat { $columns } Spalten und { $rows } Reihen; gespielt wird auf allen Feldern.
rule-board-dark-squares = Das Brett hat { $columns } Spalten und { $rows } Reihen; gespielt wird nur auf den dunklen Feldern.
rule-board-light-squares = Das Brett hat { $columns } Spalten und { $rows } Reihen; gespielt wird nur auf den hellen Feldern.
rule-other-shade-light = Die Spieler können vereinbaren, stattdessen auf den hellen Feldern zu spielen.
rule-other-shade-dark = Die Spieler können vereinbaren, stattdessen auf den dunklen Feldern zu spielen.
rule-corner-played = Das Eckfeld links vor Weiß ist ein Spielfeld.
rule-corner-empty = Das Eckfeld links vor Weiß ist kein Spielfeld.
rule-start = Jede Seite besetzt ihre { $rows ->
    [one] erste Reihe
   *[other] ersten { $rows } Reihen
} mit Steinen.
rule-start-behind = Jede Seite besetzt { $rows ->
    [one] 1 Reihe
   *[other] { $rows } Reihen
} mit Steinen und lässt { $behind ->
    [one] die Reihe
   *[other] { $behind } Reihen
} dahinter frei.
rule-first-move = { side } zieht zuerst.

rule-man-moves = Ein Stein zieht { $steps }.
rule-man-captures = Ein Stein schlägt, indem er { $ways } über eine benachbarte gegnerische Figur auf das freie Feld dahinter springt.
rule-man-captures-men-only = Ein Stein schlägt, indem er { $ways } über einen benachbarten gegnerischen Stein auf das freie Feld dahinter springt; eine Dame darf er nicht schlagen.
rule-man-never-captures = Ein Stein schlägt nicht.
rule-man-becomes-king = Ein Stein, dessen Zug auf der gegnerischen Grundreihe (Damenreihe) endet, wird zur Dame.
rule-crowning-at-the-end = Ein Stein, der beim Schlagen die Damenreihe erreicht und weiterschlägt, bleibt ein Stein; zur Dame wird er nur, wenn der Zug dort endet.
rule-crowning-ends-the-move = Ein Stein, der beim Schlagen die Damenreihe erreicht, wird zur Dame, und der Zug endet dort.
rule-crowning-goes-on = Ein Stein, der beim Schlagen die Damenreihe erreicht, wird sofort zur Dame und schlägt als Dame weiter.

rule-king-mark-crown = Eine Dame ist zwei Steine hoch und trägt eine Krone.
rule-king-mark-letter-d = Eine Dame ist zwei Steine hoch und trägt ein „D“.
rule-king-mark-two-rings = Eine Dame ist zwei Steine hoch und trägt zwei Ringe.
rule-king-moves = Eine Dame zieht { $steps }.
rule-king-captures-short = Eine Dame schlägt { $ways } eine benachbarte gegnerische Figur.
rule-king-captures-flying = Eine Dame schlägt gegnerische Figuren { $ways } aus jeder Entfernung.
rule-king-never-captures = Eine Dame schlägt nicht.
rule-landing-directly-behind = Die Dame landet auf dem Feld unmittelbar hinter der geschlagenen Figur.
rule-landing-any-square = Die Dame landet auf einem beliebigen freien Feld hinter der geschlagenen Figur.
rule-landing-last-king = Die Dame landet auf einem beliebigen freien Feld hinter der geschlagenen Figur, aber unmittelbar dahinter, wenn die zuletzt geschlagene Figur eine Dame ist.
rule-landing-last-king-of-several = Die Dame landet auf einem beliebigen freien Feld hinter der geschlagenen Figur, aber unmittelbar dahinter, wenn mehrere Figuren geschlagen werden und die letzte eine Dame ist.
rule-repeat-limit = Solange ein Spieler noch Steine hat, darf dieselbe Dame { $limit ->
    [one] nicht zweimal
   *[other] höchstens { $limit }-mal
} hintereinander ziehen, ohne zu schlagen.

rule-must-capture = Wer schlagen kann, muss schlagen.
rule-may-capture = Wer schlagen kann, darf schlagen oder anders ziehen.
rule-priority-free = Bei mehreren Schlagzügen ist die Wahl frei.
rule-priority = Bei mehreren Schlagzügen muss man den wählen, { $priority }.
priority-then = { $before }; bei Gleichstand den, { $next }
priority-most-pieces = mit dem man die meisten Figuren schlägt
priority-greatest-value = der am meisten wert ist (eine Dame zählt etwas weniger als zwei Steine)
priority-with-a-king = bei dem eine Dame schlägt
priority-most-kings = mit dem man die meisten Damen schlägt
priority-kings-earliest = mit dem man am frühesten eine Dame schlägt
rule-must-be-finished = Geschlagen wird, solange die Figur weiterspringen kann.
rule-may-be-stopped = Ein Schlagzug darf nach jedem Sprung beendet werden.
rule-removal-at-the-end = Geschlagene Figuren werden erst nach dem Zug vom Brett genommen; bis dahin stehen sie im Weg, und keine darf zweimal übersprungen werden.
rule-removal-after-each-jump = Jede geschlagene Figur wird sofort nach dem Sprung vom Brett genommen.
rule-turn-back-allowed = Zwischen zwei Sprüngen darf eine Dame auf der Stelle umkehren.
rule-turn-back-forbidden = Zwischen zwei Sprüngen darf keine Figur auf der Stelle umkehren.

rule-no-moves-loses = Wer keine Figur mehr hat oder nicht mehr ziehen kann, verliert.
rule-no-moves-wins = Wer keine Figur mehr hat oder nicht mehr ziehen kann, gewinnt.
rule-first-king-wins = Wer als Erster eine Dame bekommt, gewinnt; wer nicht ziehen kann, verliert.
rule-agreement-allowed = Die Spieler dürfen sich auf Remis einigen.
rule-agreement-not-allowed = Die Spieler dürfen sich nicht auf Remis einigen.
rule-draw-repetition = { $effect ->
    [automatic] Die Partie ist remis
   *[claim] Ein Spieler darf Remis beanspruchen
}, wenn dieselbe Stellung zum { $times ->
    [2] zweiten
    [3] dritten
    [4] vierten
    [5] fünften
   *[other] { $times }.
} Mal mit demselben Spieler am Zug entsteht{ $note }.
rule-draw-moves = Nach { $moves } { $effect ->
    [automatic] ist die Partie remis
   *[claim] darf ein Spieler Remis beanspruchen
}{ $note }.
rule-draw-material = { $effect ->
    [automatic] Die Partie ist remis
   *[claim] Ein Spieler darf Remis beanspruchen
}, sobald ein Endspiel mit { $forces } entsteht{ $note }.
rule-claims-immediate = Wer Remis beansprucht, beendet die Partie sofort, wenn die Zugliste den Anspruch belegt.
rule-claims-offer-first = Wer Remis beanspruchen will, bietet es zuerst dem Gegner an und nennt die Regel: mit einem Zug oder während der Gegner am Zug ist. Auf eine Regel, die erfüllt war, kann man sich bis zum nächsten eigenen Zug (einschließlich) berufen. Lehnt der Gegner ab oder zieht er weiter, darf man Remis beanspruchen, bis man selbst wieder gezogen hat. Dann entscheidet sofort die Zugliste anstelle eines Administrators. Ein Administrator sieht, dass ein berechtigtes Angebot nicht angenommen wurde, und kann den Gegner verwarnen.

rule-enforcement-strict = Nur erlaubte Züge sind möglich.
rule-enforcement-redo = Wer nicht oder zu wenig schlägt, muss den Zug korrigieren, wenn der Gegner es vor seinem eigenen Zug verlangt; sonst gilt der Zug.
rule-enforcement-huffing = Versäumt ein Spieler zu schlagen, darf der Gegner die Figur, die hätte schlagen müssen, vom Brett nehmen (pusten); danach zieht er.
rule-next-game-alternate = Die Spieler beginnen abwechselnd.
rule-next-game-winner = Die erste Partie beginnt der Herausforderer, die nächste der Gewinner; nach einem Remis beginnt, wer um Revanche bittet.
rule-next-game-challenger = Die erste Partie beginnt der Herausforderer, die nächste, wer um Revanche bittet.
rule-next-game-as-chosen = Wer die nächste Partie beginnt, bestimmen die Spieler.

rule-notation-numeric = Die Felder sind nummeriert. Ein Zug wird mit „-“ zwischen den Feldern notiert, ein Schlagzug mit „{ $sign }“.
rule-notation-algebraic = Die Felder heißen nach Spalte und Reihe wie im Schach. Ein Zug wird mit „-“ zwischen den Feldern notiert, ein Schlagzug mit „{ $sign }“.

## How pieces move.

steps-one = ein Feld { $ways }
steps-next-playing-square = { $ways } auf das nächste Spielfeld
steps-any = beliebig viele freie Felder { $ways }
ways-diagonal = schräg vorwärts oder rückwärts
ways-diagonal-forward = schräg vorwärts
ways-diagonal-backward = schräg rückwärts
ways-straight = senkrecht
ways-straight-forward = gerade vorwärts
ways-straight-backward = gerade rückwärts
ways-sideways = seitwärts
ways-none = in keine Richtung
