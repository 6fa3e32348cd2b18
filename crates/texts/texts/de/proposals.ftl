## Why a game cannot be played as proposed.

proposal-rules-too-long = Diese Regeln sind zu lang: { $length } Bytes, höchstens { $most } sind möglich. Kürze ihre Texte.
proposal-position-too-long = Eine Stellung darf höchstens { $most } Zeichen haben.
proposal-board-too-large = Stellungen kann man auf Brettern mit bis zu { $most } Spielfeldern aufbauen; dieses hat { $squares }.
proposal-too-many-pieces = { side } hat mehr als { $most } Figuren. Nimm einige weg.
proposal-only-dark-squares = Nach dem Regelbuch „{ $rules }“ wird immer auf den dunklen Feldern gespielt.
proposal-only-light-squares = Nach dem Regelbuch „{ $rules }“ wird immer auf den hellen Feldern gespielt.
proposal-challenger-begins = Nach dem Regelbuch „{ $rules }“ beginnt der Herausforderer und spielt { side }.
proposal-rated-without-time = Eine Partie ohne Zeitlimit kann nicht gewertet werden.
proposal-rated-house-rules = Partien nach Hausregeln werden nicht gewertet.
proposal-rated-set-up = Eine Partie aus einer aufgebauten Stellung wird nicht gewertet.
proposal-no-openings = Für diese Regeln gibt es keine Eröffnungen.
proposal-unknown-opening = Es gibt keine Eröffnung „{ $number }“. Die Eröffnungen sind von { $first } bis { $last } nummeriert.
time-initial-out-of-range = Möglich sind 1 Sekunde bis 12 Stunden pro Spieler.
time-increment-out-of-range = Möglich sind höchstens 10 Minuten Zeitgutschrift pro Zug.
time-days-out-of-range = Möglich sind 1 bis 30 Tage pro Zug.
time-vacation-out-of-range = Möglich sind höchstens 60 freie Tage.
proposal-game-over = In dieser Stellung ist die Partie schon zu Ende. Baue eine andere auf.
proposal-no-pieces = Jede Seite braucht mindestens 1 Figur.
