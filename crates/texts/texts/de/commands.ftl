## Why a command is refused in a game.

refused-game-over = Die Partie ist zu Ende.
refused-nothing-offered = Es wurde kein Remis angeboten.
refused-own-offer = Das ist dein eigenes Angebot. Warte auf die Antwort deines Gegners oder ziehe es zurück.
refused-not-your-offer = Das ist das Angebot deines Gegners. Nimm es an oder lehne es ab.
refused-offer-open = { side } hat schon Remis angeboten.
refused-offered-before = Dein letztes Remisangebot wurde nicht angenommen. Mache einen Zug, bevor du wieder Remis anbietest.
refused-offer-with-move = Schicke das Angebot mit deinem Zug oder während dein Gegner am Zug ist.
refused-offer-first = Biete deinem Gegner zuerst Remis an und nenne die Regel. Lehnt er ab oder zieht er weiter, kannst du Remis beanspruchen.
refused-offer-unanswered = Dein Gegner hat dein Angebot noch nicht beantwortet. Lehnt er ab oder zieht er weiter, kannst du Remis beanspruchen.
refused-no-agreement = Nach diesen Regeln können sich die Spieler nicht auf Remis einigen.
refused-nothing-to-claim = Nach diesen Regeln kann man kein Remis beanspruchen.
refused-no-such-rule = Diese Regeln haben keine Remisregel { $number }.
refused-automatic = Du musst es nicht beanspruchen: Remisregel { $number } beendet die Partie von selbst.
refused-not-justified = Noch kein Remis: { $counters }.
refused-no-claim = Es wurde kein Remis beansprucht.
refused-turn-was-legal = Der letzte Zug war regelgerecht oder gilt bereits.
refused-no-turn = Es wurde noch nicht gezogen.
refused-not-for-you = Das kann nur der Gegner des Spielers, der gezogen hat.
refused-no-redo = Nach diesen Regeln kannst du nicht verlangen, dass ein Zug korrigiert wird.
refused-no-huffing = Nach diesen Regeln wird nicht gepustet.
refused-cannot-be-huffed = Diese Figur musste nicht schlagen. Pusten kannst du die Figur auf { $squares }.
refused-too-late-to-abort = Beide Spieler haben schon gezogen. Gib auf oder biete Remis an.
refused-message-too-long = Eine Nachricht darf höchstens { $most } Zeichen haben.
refused-not-this-way = So lässt sich kein Schlagzug fortsetzen. Beginne noch einmal mit dem ersten Sprung.
refused-time-over = Die Zeit von { side } ist abgelaufen.
refused-no-takeback = Niemand hat um eine Rücknahme gebeten.
refused-nothing-to-take-back = Du hast keinen Zug, den du zurücknehmen kannst.
refused-takeback-asked = Du hast schon um eine Rücknahme gebeten.
refused-no-clock = Diese Partie hat keine Uhr.
refused-too-much-time = Du kannst 1 bis { $most } Sekunden schenken.
refused-no-vacation = { $left ->
    [0] In dieser Partie hast du keine freien Tage mehr.
    [one] In dieser Partie hast du nur noch 1 freien Tag.
   *[other] In dieser Partie hast du nur noch { $left } freie Tage.
}
refused-own-turn = Du bist am Zug. Ziehe zuerst und plane dann deine nächsten Züge.
refused-nothing-planned = Du hast keine Züge geplant.
refused-no-answer = Eine Variante besteht abwechselnd aus Zügen deines Gegners und deinen Antworten; sie endet mit deiner Antwort.
refused-plan-too-complex = In diesen geplanten Zügen kann zu viel geschlagen werden. Plane weniger oder kürzere Varianten.
refused-plan-too-long = Du kannst bis zu { $lines } Varianten mit bis zu { $steps } Zügen planen.
refused-bad-message = Eine Nachricht muss 1 bis { $most } Zeichen haben.
refused-not-left = Dein Gegner hat die Partie nicht verlassen.
refused-may-come-back = Dein Gegner kann noch zurückkommen. In { $seconds ->
    [one] 1 Sekunde
   *[other] { $seconds } Sekunden
} kannst du den Sieg beanspruchen.
refused-not-begun = Bevor beide gezogen haben, kann niemand gewinnen. Brich die Partie stattdessen ab.
refused-not-waiting = Du bist am Zug. Dein Gegner lässt dich nicht warten.
refused-paused = Die Partie ist angehalten, bis ein Administrator entscheidet.
refused-not-paused = Die Partie ist nicht angehalten.
refused-not-called = Zu dieser Partie hat niemand einen Administrator gerufen.
refused-called-before = Zu dieser Partie wurde schon ein Administrator gerufen.
refused-not-over = Die Partie ist noch nicht zu Ende.
refused-not-chosen = Wähle, wer beginnt: Diese Regeln überlassen es den Spielern.
refused-asked-before = Du hast schon um Revanche gebeten.
refused-next-game-begun = Die nächste Partie hat schon begonnen.
refused-no-rematch = Niemand hat um Revanche gebeten.
