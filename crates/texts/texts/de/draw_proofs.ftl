## What draw rules count.

draw-repetition = { $times ->
    [2] zweimalige
    [3] dreimalige
    [4] viermalige
    [5] fünfmalige
   *[other] { $times }-malige
} Stellungswiederholung
draw-material = { $forces }
moves-by-each-player = je { $count } { $case ->
    [dative] { $count ->
        [one] Zug
       *[other] Zügen
    }
   *[nominative] { $count ->
        [one] Zug
       *[other] Züge
    }
} beider Spieler
moves-in-all = zusammen { $count } { $case ->
    [dative] { $count ->
        [one] Zug
       *[other] Zügen
    }
   *[nominative] { $count ->
        [one] Zug
       *[other] Züge
    }
} beider Spieler
moves-unconditional = { $moves }
moves-without-capture = { $moves } ohne Schlag
moves-without-crowning = { $moves } ohne neue Dame
moves-without-man-move = { $moves } ohne Steinzug
moves-without-capture-or-crowning = { $moves } ohne Schlag und neue Dame
moves-without-capture-or-man-move = { $moves } ohne Schlag und Steinzug
moves-without-crowning-or-man-move = { $moves } ohne neue Dame und Steinzug
moves-without-any = { $moves } ohne Schlag, neue Dame und Steinzug
moves-with = { $moves } mit { $forces }
forces-against = { $strong } gegen { $weak }
forces-against-the-main-road = { $strong } gegen { $weak } auf der längsten Diagonale
forces-kings-on-both-sides = Damen auf beiden Seiten und insgesamt { $least } bis { $most } Figuren
force-lone-king = { $case ->
    [dative] einer einzelnen Dame
   *[other] eine einzelne Dame
}
force-kings = { $kings ->
    [one] { $case ->
        [dative] einer Dame
       *[other] eine Dame
    }
   *[other] { $kings } Damen
}
force-pieces = { $count ->
    [one] { $case ->
        [dative] einer Figur
       *[other] eine Figur
    }
   *[other] { $count } Figuren
}
force-pieces-or = { $least } oder { $most } Figuren
force-pieces-to = { $least } bis { $most } Figuren
force-with-kings = { $pieces } (davon mindestens { $kings ->
    [one] eine Dame
   *[other] { $kings } Damen
})

## How far a draw rule has come.

counter-repetition = diese Stellung gab es { $made ->
    [1] erst einmal
    [2] zweimal
    [3] dreimal
    [4] viermal
    [5] fünfmal
   *[other] { $made }-mal
} (nötig: { $needed ->
    [2] zweimal
    [3] dreimal
    [4] viermal
    [5] fünfmal
   *[other] { $needed }-mal
})
counter-moves = { $made } von { $needed ->
    [one] 1 Zug
   *[other] { $needed } Zügen
}
counter-material = Endspiel erreicht ({ $forces })
counter-material-missing = Endspiel noch nicht erreicht ({ $forces })
counter-draw-at = { $progress }; remis ab Zug { $number }
counter-draw-since = { $progress }; remis seit Zug { $number }
counter-in-list-draw-at = { $progress } (remis ab Zug { $number })
counter-in-list-draw-since = { $progress } (remis seit Zug { $number })

## Proofs.

proof-repetition = Remis durch { draw-repetition }{ $note }: Die Stellung gab es { $moments }.
proof-count = Remis nach { $moves }{ $note }: gezählt ab Zug { $first }, { $made } von { $needed ->
    [one] 1 Zug
   *[other] { $needed } Zügen
} gemacht, remis ab Zug { $from }.
proof-material = Remis mit { $forces }{ $note }: So stand es { $moment } auf dem Brett.
moment-start = am Anfang
moment-after = nach Zug { $move }
