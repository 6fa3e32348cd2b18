rules-title = Regelbücher
rules-source = Quelle
which = Finde deine Regeln
which-board = Wie groß ist das Brett?
which-board-8 = 8 × 8
which-board-10 = 10 × 10
which-board-other = andere Größe
which-backward = Schlagen Steine rückwärts?
which-kings = Wie zieht eine Dame?
which-kings-flying = beliebig weit
which-kings-short = ein Feld
which-most = Muss man so viele Figuren wie möglich schlagen?
which-begins = Wer zieht zuerst?
which-unknown = weiß ich nicht
which-find = Mein Regelbuch finden
which-found = { $count ->
    [0] Kein Regelbuch passt. Beantworte weniger Fragen.
    [one] 1 Regelbuch passt
   *[other] { $count } Regelbücher passen
}
rules-lead = Jede Seite wird aus den Regeln erzeugt, nach denen hier gespielt wird: die Sätze, die Diagramme und die Erklärungen, warum ein Zug nicht erlaubt ist.
rules-countries = Nach Ländern
rules-change = Diese Regeln ändern
rules-compare = Vergleichen
rules-differences = Mit einem anderen Regelbuch vergleichen
rules-with = Ein anderes Regelbuch
rules-side-by-side = Unterschiede zwischen „{ $this }“ und „{ $other }“
rules-same = { $count ->
    [one] Eine Regel ist in beiden gleich.
   *[other] { $count } Regeln sind in beiden gleich.
}
rules-man-moves = Wie ein Stein zieht
rules-man-captures = Wie ein Stein schlägt
rules-man-takes = Eine Dame, die kein Stein schlagen darf
rules-crowning = Ein Stein wird Dame
rules-far-row = Beim Schlagen auf die Damenreihe
rules-king-moves = Wie eine Dame zieht
rules-king-captures = Wie eine Dame schlägt
rules-landing = Die zuletzt geschlagene Figur ist eine Dame
rules-king-rests = Eine Dame, die aussetzen muss
rules-duty = Die Schlagpflicht
rules-priority = Wahl zwischen Schlagzügen
rules-finish = Den Schlagzug beenden
rules-removal = Geschlagene Figuren entfernen
rules-turn-back = Umkehren
rules-first-king = Die erste Dame
rules-blocked = Weiß kann nicht ziehen
rules-notation = Namen der Felder
family-board = Brett { $size }
family-all-squares = Alle Felder des Bretts
family-goal = Andere Spielziele
country-belgium = Belgien
country-brazil = Brasilien
country-canada = Kanada
country-czechia = Tschechien
country-france = Frankreich
country-germany = Deutschland
country-italy = Italien
country-jamaica = Jamaika
country-netherlands = Niederlande
country-portugal = Portugal
country-russia = Russland
country-slovakia = Slowakei
country-spain = Spanien
country-thailand = Thailand
country-turkey = Türkei
country-britain = Vereinigtes Königreich
country-usa = Vereinigte Staaten
country-zimbabwe = Simbabwe
back-to-game = Zurück zur Partie
