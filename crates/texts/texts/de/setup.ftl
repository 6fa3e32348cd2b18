## Faults of positions and FEN texts.

fen-error-at = FEN, Zeichen { $place }: { $error }
fen-counts = FEN: H{ $plies } bedeutet { $plies } Halbzüge, aber vor Zug { $number } waren es weniger. Verkleinere die Zahl nach H oder vergrößere die nach F.
fen-too-long = Eine Stellung darf höchstens { $most } Zeichen haben.
fen-no-turn = Die Angabe, wer am Zug ist, fehlt. Beginne mit W: oder B:, nicht mit „{ $text }“.
fen-no-lists = Es sind keine Figuren angegeben. Füge für jede Seite eine Liste an, z. B. W:W17,18:B1,2.
fen-unknown-part = „{ $text }“ gehört nicht in eine FEN. Eine Figurenliste beginnt mit W oder B, ein Zähler mit H, F oder +.
fen-list-twice = { side } hat zwei Figurenlisten. Gib nur eine an.
fen-not-a-square = „{ $text }“ ist kein Feld. Schreibe 28, K28, 5-10 oder c3, durch Kommas getrennt.
fen-square-twice = Feld { $text } ist zweimal angegeben. Gib es nur einmal an.
fen-backward-range = Der Bereich { $text } läuft rückwärts. Schreibe das kleinere Feld zuerst.
fen-ghost-piece = { $text } ist eine geschlagene Figur in einem noch nicht beendeten Zug. Gib die Stellung nach dem Zug an.
fen-bad-number = „{ $text }“ ist kein Zähler. Schreibe H12 (Halbzüge) oder F34 (Zugnummer, ab 1). Damenzüge in Folge stehen hinter den Listen, zuerst die von Schwarz: +1+0. Hat eine Seite mehrere Damen, gib das Feld mit an: +246+0.
fen-count-twice = „{ $text }“ gibt einen Zähler zum zweiten Mal an. Lass einen der beiden weg.
setup-twice = Auf Feld { $square } stehen zwei Figuren. Nimm eine weg.
setup-man-on-crown-row = { side } hat einen Stein auf Feld { $square }, wo er zur Dame geworden wäre. Schreibe K{ $square } für eine Dame.
setup-no-such-king = Der Damenzug-Zähler nennt Feld { $square }, aber { side } hat dort keine Dame.
setup-king-moves = Der Damenzug-Zähler von { side } steht auf { $times }; möglich sind 0 bis { $limit }.
setup-king-moves-not-counted = Für { side } sind Damenzüge in Folge angegeben, aber diese Regeln zählen sie nicht. Lass sie weg.
setup-too-complex = In dieser Stellung verzweigen sich die Schlagzüge so sehr, dass sie sich nicht berechnen lassen. Nimm einige Figuren vom Brett.
