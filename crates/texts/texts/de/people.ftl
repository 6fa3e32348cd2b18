ratings = Wertungen
no-ratings = Noch keine gewerteten Partien.
warned = Ein Administrator hat dich verwarnt:
no-disputes = Keine Partie wartet auf einen Administrator.
decision = Entscheidung
reason = Grund (beide Spieler sehen ihn)
decide = Entscheiden
judge-refuse = Antworten; Partie geht weiter
judge-white-wins = Weiß gewinnt
judge-black-wins = Schwarz gewinnt
judge-draw = Remis
judge-abort = Partie abbrechen
acts = Entscheidungen der Administratoren
game = Partie
name-hint = 2 bis 24 Zeichen: die Buchstaben A bis Z (groß oder klein), Ziffern, - und _; am Anfang ein Buchstabe. Alle sehen den Namen.
password-hint = 8 bis 200 Zeichen, zum Beispiel ein paar Wörter.
sign-up-why = Mit einem Konto bleiben deine Partien erhalten, und du kannst gewertet spielen. Die Partien, die du als Gast gespielt hast, behältst du.
no-ratings-how = Gewertet werden Partien zwischen Spielern mit Konto, mit Uhr oder Tagen pro Zug, nach einem der Regelbücher.
rated-games = { $count ->
    [one] 1 gewertete Partie
   *[other] { $count } gewertete Partien
}
rating = Wertung
rating-table = Partie für Partie
rating-summary = Von { $first } auf { $now } in { $count ->
    [one] 1 Partie
   *[other] { $count } Partien
}; höchste Wertung { $high }, niedrigste { $low }.
day = Datum
speed-bullet = Bullet
speed-blitz = Blitz
speed-rapid = Schnell
speed-classical = Klassisch
speed-correspondence = Fernpartie
here-since = Dabei seit { $day }
is-bot = Bot
is-admin = Administrator
is-closed = von einem Administrator gesperrt
to-the-game = (Partie ansehen)
no-games-yet = Noch keine Partien. Fordere jemanden heraus: einen Freund per Link oder alle unter „Offene Partien“.
no-own-games = Du hast noch nicht gespielt. Spiele gegen den Computer, schicke einem Freund einen Link oder biete eine offene Partie an.
no-older-games = Ältere Partien gibt es nicht.
all-as-pdn = Alle Partien als PDN
newest-games = Neueste Partien
older-games = Ältere Partien
for-admins = Für Administratoren
act-reason = Grund (wird protokolliert)
warn = Verwarnen
warn-about = Der Spieler sieht die Verwarnung und ihren Grund bei jedem Besuch dieser Seite.
close = Konto sperren
close-about = Beendet alle Anmeldungen und widerruft alle Schlüssel. Niemand kann sich mit diesem Konto anmelden, bis es entsperrt wird.
reopen = Konto entsperren
reopen-about = Das Konto ist gesperrt. Sobald es entsperrt ist, kann sich der Besitzer wieder anmelden.
no-disputes-how = Eine Partie erscheint hier, wenn ein Spieler einen Administrator ruft oder wenn ein berechtigtes Remisangebot nicht angenommen wurde.
waits-since = wartet seit { $day }
no-acts = Noch keine. Alle Entscheidungen werden hier protokolliert.
moderator-grant = Anspruch anerkannt
moderator-refuse = Anfrage beantwortet
moderator-abort = Partie abgebrochen
moderator-warn = Verwarnt:
moderator-close = Konto gesperrt:
moderator-reopen = Konto entsperrt:
