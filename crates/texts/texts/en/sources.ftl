## Sources of draw rules. The name is “source-” and the words of the source in the data. Without a message, the
## source is shown as it is: a citation. Words that only repeat the rule are left out.

rule-note = { " " }({ $note })
source-an-addition-of-this-platform = an addition of this site
source-custom-of-the-game = custom of the game
source-house-rule = house rule
source-third-occurrence-of-a-position = { "" }
source-three-kings-against-one-sixteen-moves-each = { "" }
source-one-piece-against-one = { "" }
source-wcdf-third-occurrence-of-a-position = WCDF
source-wcdf-forty-own-moves-without-a-capture-or-an-advance-of-a-man = WCDF
source-apca-third-occurrence-of-a-position = APCA
source-apca-three-kings-must-win-against-one-in-thirteen-moves = APCA
source-fpd-third-occurrence-on-claim = FPD
source-lidraughts-threefold-repetition-only = lidraughts
source-frisian-rules-2011-two-kings-against-one = Frisian rules 2011
source-frisian-rules-2011-one-king-against-one = Frisian rules 2011
source-fmjd-64-7-2-a-position-for-the-third-time = FMJD-64, 7.2
source-fmjd-64-7-2-fifteen-moves-with-kings-only = FMJD-64, 7.2
source-fmjd-64-7-2-three-kings-against-one = FMJD-64, 7.2
source-fmjd-64-7-2-four-or-five-pieces = FMJD-64, 7.2
source-fmjd-64-7-2-six-or-seven-pieces = FMJD-64, 7.2
source-fmjd-64-7-2-the-main-road-is-held = FMJD-64, 7.2
source-fmjd-64-7-2-two-pieces-against-a-king = FMJD-64, 7.2
source-draw-rules-second-point = “Draw rules”, second point
source-draw-rules-third-point = “Draw rules”, third point
source-draw-rules-fourth-point = “Draw rules”, fourth point
source-draw-rules-fifth-point = “Draw rules”, fifth point
source-end-of-the-game-first-condition = “End of the Game”, first condition
source-end-of-the-game-second-condition = “End of the Game”, second condition

## Sources of rule sets.

house-rules-source = House rules; base: { $source }
source-checkers-manual-of-elo-games-com = Checkers, manual of elo-games.com
source-official-rules-of-frisian-draughts-2011 = Official rules of Frisian draughts (2011)
source-lidraughts-variant-frysk = lidraughts, variant Frysk!
source-lidraughts-variant-breakthrough = lidraughts, variant Breakthrough
source-lidraughts-variant-antidraughts = lidraughts, variant Antidraughts
source-apca-rules-of-pool-checkers = APCA, rules of pool checkers
source-fpd-rules-of-classic-draughts = FPD, rules of classic draughts
source-brettspielnetz-de-checkers-8x8-rules-of-2024 = Brettspielnetz.de, checkers (8×8), rules of 2024
source-brettspielnetz-de-draughts-rules-of-2026 = Brettspielnetz.de, draughts, rules of 2026
source-dame-100-checkers-100-printed-rules = Dame 100 (Checkers 100), printed rules
source-turkish-draughts-pdn-game-type-30 = Turkish draughts, PDN game type 30
source-spanish-draughts-pdn-game-type-24 = Spanish draughts, PDN game type 24
source-canadian-draughts-pdn-game-type-27 = Canadian draughts, PDN game type 27
source-czech-draughts-pdn-game-type-29 = Czech draughts, PDN game type 29
source-thai-draughts-pdn-game-type-31 = Thai draughts, PDN game type 31
source-slovak-draughts-as-commonly-described-sources-disagree = Slovak draughts as commonly described; sources disagree
source-the-killer-variant-of-international-draughts = The killer variant of international draughts
source-russian-draughts-with-the-goal-reversed = Russian draughts with the goal reversed
