home-title = Dame nach den Regeln, mit denen du aufgewachsen bist.
home-lead = Wähle dein Regelbuch oder schreibe dein eigenes. Sofort spielen, ohne Konto.
play-now = Jetzt spielen: { $rules }
computer = Gegen den Computer
friend = Mit Freunden spielen
anyone = Offene Partien
rules-label = Regeln
level = Stufe
i-play = Wer beginnt
first = Ich beginne
second = Gegner beginnt
random-color = Zufall
shade = Felder
shade-dark = Dunkel
shade-light = Hell
shade-about-dark = auf den dunklen Feldern
shade-about-light = auf den hellen Feldern
time = Bedenkzeit
time-none = Ohne Zeitlimit
time-days = 3 Tage pro Zug
start = Partie starten
make-link = Link erstellen
challenge-link = Link zur Herausforderung
offer-game = Partie anbieten
no-offers = Im Moment wartet niemand. Biete eine Partie an, dann erscheint sie hier.
accept = Ansehen
now-playing = Laufende Partien
no-games = Im Moment läuft keine Partie. Beginne eine.
same-device = Zu zweit an diesem Gerät
challenge-title = Herausforderung
challenge-waiting = Schicke diesen Link deinem Gegner. Die Partie beginnt, sobald er annimmt.
challenge-lobby = Dein Angebot steht unter den offenen Partien. Die Partie beginnt, sobald jemand es annimmt.
challenge-sent = Deine Herausforderung ist verschickt. Die Partie beginnt, sobald dein Gegner annimmt.
challenge-accept = { $name } möchte eine Partie spielen.
my-games = Meine Partien
your-turn = Du bist am Zug
games = Partien
my-challenges = Offene Herausforderungen
withdraw-challenge = Zurückziehen
accept-challenge = Annehmen und spielen
decline-challenge = Ablehnen
copy-link = Link kopieren
link-copied = Kopiert
rated = Gewertet
no-clock = ohne Zeitlimit
unrated = Ungewertet
rated-needs-time = Gewertete Partien brauchen eine Bedenkzeit: Uhr oder Tage pro Zug.
rated-needs-account = Für gewertete Partien brauchst du ein Konto.
rated-no-house-rules = Partien nach Hausregeln werden nicht gewertet.
challenger-begins = Nach diesen Regeln beginnt der Herausforderer: Du spielst { $colour } und ziehst zuerst.
time-unlimited = Ohne Zeitlimit
time-each = Je { $initial }
time-each-plus = Je { $initial }, dazu { $increment } pro Zug
time-per-move = { $count ->
    [one] 1 Tag pro Zug
   *[other] { $count } Tage pro Zug
}
minutes = { $count ->
    [one] 1 Minute
   *[other] { $count } Minuten
}
seconds = { $count ->
    [one] 1 Sekunde
   *[other] { $count } Sekunden
}
you = du
terms-start = Anfangsstellung
terms-set-up = Vom Herausforderer aufgebaut
terms-ballot = Eröffnung { $number }: { $name }
terms-ballot-random = Eine Eröffnung, die zu Beginn der Partie ausgelost wird
terms-same-as = Dieselben Regeln wie im Regelbuch
terms-differs-from = Abweichungen vom Regelbuch
terms-you-play = Du spielst { $colour }.
terms-you-start = Du ziehst zuerst.
terms-opponent-starts = Dein Gegner zieht zuerst.
terms-random = Die Farben werden zu Beginn der Partie ausgelost.
terms-colour-starts = { $colour } zieht zuerst.
terms-challenger-starts = Nach diesen Regeln beginnt der Herausforderer.
