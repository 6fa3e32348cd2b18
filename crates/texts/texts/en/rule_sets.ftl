## The names of the rule sets.

rule-set-antidraughts = Antidraughts (losing draughts)
rule-set-brazilian = Brazilian draughts
rule-set-breakthrough = Breakthrough draughts
rule-set-canadian = Canadian draughts
rule-set-checkers-bsn = Checkers 8×8 (Brettspielnetz)
rule-set-checkers-revenge = Checkers with revenge
rule-set-czech = Czech draughts (dáma)
rule-set-dame-100 = Dame 100
rule-set-dame-8x8 = Dame 8×8
rule-set-draughts-bsn = Draughts 10×10 (Brettspielnetz)
rule-set-english = English draughts (American checkers)
rule-set-frisian = Frisian draughts
rule-set-frysk = Frysk!
rule-set-international = International draughts
rule-set-italian = Italian draughts (dama)
rule-set-killer = Killer draughts
rule-set-poddavki = Poddavki (Russian losing draughts)
rule-set-pool = American pool checkers
rule-set-portuguese = Portuguese draughts
rule-set-russian = Russian draughts (shashki)
rule-set-slovak = Slovak draughts
rule-set-spanish = Spanish draughts (damas)
rule-set-thai = Thai draughts (mak-hos)
rule-set-turkish = Turkish draughts (dama)
house-rules-after = House rules based on { $rules }
