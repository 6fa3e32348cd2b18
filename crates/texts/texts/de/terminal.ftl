## The game at a terminal.

terminal-greeting = { $rules }. Mit help siehst du alle Befehle.
terminal-captured = Weiß hat { $white } geschlagen, Schwarz { $black }
terminal-usage = Schreibe: { $usage }
terminal-declines = { $side } lehnt ab.
terminal-withdraws = { $side } zieht das Angebot zurück.
terminal-lets-stand = { $side } lässt den Zug gelten.
terminal-broke-a-rule = { $side } hat gegen eine Regel verstoßen: { $rule }
terminal-may-redo = Der Gegner darf verlangen, dass der Zug korrigiert wird (demand). Zieht er weiter, gilt der Zug.
terminal-may-redo-or-stand = Der Gegner darf verlangen, dass der Zug korrigiert wird (demand), oder den Zug gelten lassen (stand).
terminal-may-huff = Der Gegner darf die Figur auf { $squares } pusten (huff FELD) und dann ziehen. Zieht er, ohne zu pusten, gilt der Zug.
terminal-may-huff-or-stand = Der Gegner darf die Figur auf { $squares } pusten (huff FELD) und dann ziehen, oder er lässt den Zug gelten (stand).
terminal-offers = { $side } bietet Remis an
terminal-offers-message = { $side } bietet Remis an: { $message }
terminal-no-counters = In diesen Regeln gibt es keine Remiszähler.
terminal-is-legal = { $move } ist erlaubt.
terminal-offer-kept = Das Angebot wird mit deinem nächsten Zug gesendet.
terminal-commands = (help zeigt alle Befehle)
terminal-via = { $move }: über { $routes }?
terminal-answer-with-square = Nenne eines der Felder.
terminal-no-such-route = Keiner dieser Schlagzüge führt über dieses Feld.
terminal-not-a-square = „{ $text }“ ist kein Feld; das Brett hat { $range }.
terminal-nothing-to-take-back = Es gibt nichts zurückzunehmen.
terminal-saved = Gespeichert in { $file }
terminal-exists = { $file } gibt es schon; wähle einen anderen Namen
terminal-not-written = { $file } kann nicht geschrieben werden: { $error }
terminal-source = Quelle: { $source }
terminal-result = Ergebnis: { $score }
terminal-help =
    32-28             ziehen; einen Schlagzug kurz schreiben (28x19) oder mit allen Feldern (28x19x30)
    why 32-28         erklären, warum ein Zug nicht erlaubt ist
    moves             die erlaubten Züge auflisten
    counters          die Remiszähler anzeigen
    offer [N] [TEXT]  mit dem Zug Remis anbieten und sich auf Remisregel N berufen
    accept            das Remisangebot annehmen
    decline [TEXT]    das Remisangebot ablehnen
    withdraw          das eigene Remisangebot zurückziehen
    claim [N]         Remis beanspruchen, nach Remisregel N oder einer, die zutrifft
    judge URTEIL      die Partie als Administrator entscheiden: draw, white oder black
    resign            aufgeben
    demand            verlangen, dass der Gegner seinen regelwidrigen Zug korrigiert
    huff FELD         die Figur pusten, die nicht geschlagen hat
    stand             den Zug gelten lassen, wenn du selbst nicht ziehen kannst
    undo              den letzten Zug oder die letzte Aktion zurücknehmen
    save DATEI        die Partie in einer neuen PDN-Datei speichern
    board, flip       das Brett anzeigen; das Brett drehen
    rules, fen        die Regeln anzeigen; die Stellung als FEN anzeigen
    quit              beenden
terminal-which-rules = Welche Regeln? (? zeigt alle) [international]
terminal-which-level = Stufe des Computers, 1 bis 8, oder 0 für zwei Spieler? [4]
