## Sources of draw rules. The name is “source-” and the words of the source in the data. Without a message, the
## source is shown as it is: a citation. Words that only repeat the rule are left out.

rule-note = { " " }({ $note })
source-an-addition-of-this-platform = Zusatz dieser Website
source-custom-of-the-game = allgemein üblich
source-house-rule = Hausregel
source-third-occurrence-of-a-position = { "" }
source-three-kings-against-one-sixteen-moves-each = { "" }
source-one-piece-against-one = { "" }
source-wcdf-third-occurrence-of-a-position = WCDF
source-wcdf-forty-own-moves-without-a-capture-or-an-advance-of-a-man = WCDF
source-apca-third-occurrence-of-a-position = APCA
source-apca-three-kings-must-win-against-one-in-thirteen-moves = APCA
source-fpd-third-occurrence-on-claim = FPD
source-lidraughts-threefold-repetition-only = lidraughts
source-frisian-rules-2011-two-kings-against-one = Friesische Regeln 2011
source-frisian-rules-2011-one-king-against-one = Friesische Regeln 2011
source-fmjd-64-7-2-a-position-for-the-third-time = FMJD-64, 7.2
source-fmjd-64-7-2-fifteen-moves-with-kings-only = FMJD-64, 7.2
source-fmjd-64-7-2-three-kings-against-one = FMJD-64, 7.2
source-fmjd-64-7-2-four-or-five-pieces = FMJD-64, 7.2
source-fmjd-64-7-2-six-or-seven-pieces = FMJD-64, 7.2
source-fmjd-64-7-2-the-main-road-is-held = FMJD-64, 7.2
source-fmjd-64-7-2-two-pieces-against-a-king = FMJD-64, 7.2
source-draw-rules-second-point = Abschnitt „Remisregeln“, zweiter Punkt
source-draw-rules-third-point = Abschnitt „Remisregeln“, dritter Punkt
source-draw-rules-fourth-point = Abschnitt „Remisregeln“, vierter Punkt
source-draw-rules-fifth-point = Abschnitt „Remisregeln“, fünfter Punkt
source-end-of-the-game-first-condition = Abschnitt „Ende der Partie“, erste Bedingung
source-end-of-the-game-second-condition = Abschnitt „Ende der Partie“, zweite Bedingung

## Sources of rule sets.

house-rules-source = Hausregeln; Grundlage: { $source }
source-checkers-manual-of-elo-games-com = Checkers, Anleitung von elo-games.com
source-official-rules-of-frisian-draughts-2011 = Offizielle Regeln der friesischen Dame (2011)
source-lidraughts-variant-frysk = lidraughts, Variante Frysk!
source-lidraughts-variant-breakthrough = lidraughts, Variante Breakthrough
source-lidraughts-variant-antidraughts = lidraughts, Variante Antidraughts
source-apca-rules-of-pool-checkers = APCA, Regeln für Pool-Checkers
source-fpd-rules-of-classic-draughts = FPD, Regeln der klassischen Dame
source-brettspielnetz-de-checkers-8x8-rules-of-2024 = Brettspielnetz.de, Checkers (8×8), Regeln von 2024
source-brettspielnetz-de-draughts-rules-of-2026 = Brettspielnetz.de, Dame, Regeln von 2026
source-dame-100-checkers-100-printed-rules = Dame 100 (Checkers 100), gedruckte Regeln
source-turkish-draughts-pdn-game-type-30 = Türkische Dame, PDN-Spieltyp 30
source-spanish-draughts-pdn-game-type-24 = Spanische Dame, PDN-Spieltyp 24
source-canadian-draughts-pdn-game-type-27 = Kanadische Dame, PDN-Spieltyp 27
source-czech-draughts-pdn-game-type-29 = Tschechische Dame, PDN-Spieltyp 29
source-thai-draughts-pdn-game-type-31 = Thailändische Dame, PDN-Spieltyp 31
source-slovak-draughts-as-commonly-described-sources-disagree = Slowakische Dame, wie sie meist beschrieben wird; die Quellen widersprechen sich
source-the-killer-variant-of-international-draughts = Killer-Variante der internationalen Dame
source-russian-draughts-with-the-goal-reversed = Russische Dame mit umgekehrtem Ziel
