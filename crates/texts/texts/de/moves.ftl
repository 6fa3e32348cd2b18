## Why a move is not legal.

why-not-your-turn = { side } ist am Zug.
why-game-decided = Die Partie ist zu Ende: Die erste Dame hat gewonnen.
why-no-such-square = Auf diesem Brett gibt es kein Feld { $square }.
why-empty-square = Auf { $square } steht keine Figur.
why-not-your-piece = Die Figur auf { $square } gehört { side }.
why-cannot-move = Die Figur auf { $square } kann nicht ziehen.
why-stays = Die Figur bliebe stehen, wo sie ist: auf { $square }.
why-occupied = Auf { $square } steht { $kind ->
    [man] { $side ->
        [white] ein weißer Stein
       *[black] ein schwarzer Stein
    }
   *[king] { $side ->
        [white] eine weiße Dame
       *[black] eine schwarze Dame
    }
}.
why-not-on-a-line = Von { $from } nach { $to } geht es nicht: { $kind ->
    [man] Ein Stein
   *[king] Eine Dame
} zieht { $steps }.
why-too-far = Das ist zu weit für { $kind ->
    [man] einen Stein
   *[king] eine Dame
}.
why-man-moves-backward = Ein Stein zieht nicht rückwärts.
why-man-moves-that-way = Ein Stein zieht nicht in diese Richtung.
why-man-captures-backward = Ein Stein schlägt nicht rückwärts.
why-man-captures-that-way = Ein Stein schlägt nicht in diese Richtung.
why-king-moves-that-way = Eine Dame zieht nicht in diese Richtung.
why-king-captures-that-way = Eine Dame schlägt nicht in diese Richtung.
why-own-piece-in-the-way = Deine eigene Figur auf { $square } steht im Weg.
why-no-room-behind = Die Figur auf { $square } kann nicht geschlagen werden: Das Feld dahinter ist nicht frei.
why-blocked = Die Figur auf { $square } steht im Weg.
why-nothing-to-jump = Auf { $square } gibt es nichts zu schlagen.
why-ends-there = Der Zug schlägt nichts und endet deshalb auf { $square }.
why-must-capture = Du musst schlagen, und zwar mit der Figur auf { $squares }.
why-must-take-more = So schlägst du nur { $yours ->
    [one] 1 Figur
   *[other] { $yours } Figuren
}, du musst aber { $most } schlagen: mit der Figur auf { $squares }.
why-must-take-greater-value = Ein anderer Schlagzug ist mehr wert: Du musst mit der Figur auf { $squares } schlagen.
why-must-take-with-king = Du musst mit der Dame auf { $squares } schlagen.
why-must-take-more-kings = So schlägst du { $yours ->
    [0] keine Dame
    [one] nur 1 Dame
   *[other] nur { $yours } Damen
}, du musst aber { $most ->
    [one] eine
   *[other] { $most }
} schlagen: mit der Figur auf { $squares }.
why-must-take-kings-earlier = Ein anderer Schlagzug schlägt früher eine Dame: Du musst mit der Figur auf { $squares } schlagen.
why-must-go-on = Der Schlagzug ist noch nicht zu Ende: Schlage weiter nach { $squares }.
why-must-land-to-go-on = Die Dame muss dort landen, wo sie weiterschlagen kann: auf { $squares }.
why-must-land-directly-behind = Die Dame muss unmittelbar hinter der geschlagenen Figur landen.
why-man-may-not-take-king = Ein Stein darf die Dame auf { $square } nicht schlagen.
why-already-jumped = Die Figur auf { $square } wurde schon übersprungen.
why-captured-pieces-stand = Geschlagene Figuren bleiben bis zum Ende des Zugs auf dem Brett und stehen im Weg.
why-would-turn-back = Beim Schlagen darf eine Figur nicht auf der Stelle umkehren.
why-king-must-rest = Die Dame auf { $square } hat { $times ->
    [one] schon im letzten Zug
   *[other] { $times }-mal hintereinander
} gezogen: Ziehe mit einer anderen Figur.
why-not-crowned-in-passing = Ein Stein, der beim Schlagen die Damenreihe erreicht, schlägt nicht als Dame weiter.
why-takes-others = Dieser Zug schlägt andere Figuren als angegeben.
why-none-from-column = Keine Figur der Spalte { $column } kann nach { $square } ziehen.
why-with-rule = { $reason } Die Regel: { $rule }

## Why a text is not a move.

move-not-a-move = „{ $text }“ ist kein Zug. Schreibe { $move } oder { $capture }.
move-too-long = Das ist kein Zug: Die Eingabe hat mehr als { $most } Zeichen.
move-no-such-square = Auf diesem Brett gibt es kein Feld { $square }. Es hat die Felder { $range }.
move-not-played-on = Feld { $square } ist kein Spielfeld.
move-ambiguous = Das können { $count } verschiedene Züge sein. Nenne mehr Felder.
move-not-legal = Der Zug ist in dieser Stellung nicht erlaubt.

## Why a recorded game cannot be replayed.

record-no-rules = Die Aufzeichnung sagt nicht, nach welchen Regeln gespielt wurde. Wähle sie aus.
record-failure = Zeile { $line }, Spalte { $column }, „{ $text }“: { $reason }
