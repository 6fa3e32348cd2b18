## The names of the rule sets.

rule-set-antidraughts = Antidame (Schlagdame)
rule-set-brazilian = Brasilianische Dame
rule-set-breakthrough = Durchbruch-Dame
rule-set-canadian = Kanadische Dame
rule-set-checkers-bsn = Checkers 8×8 (Brettspielnetz)
rule-set-checkers-revenge = Checkers mit Revanche
rule-set-czech = Tschechische Dame (Dáma)
rule-set-dame-100 = Dame 100
rule-set-dame-8x8 = Dame 8×8
rule-set-draughts-bsn = Dame 10×10 (Brettspielnetz)
rule-set-english = Englische Dame (Checkers)
rule-set-frisian = Friesische Dame
rule-set-frysk = Frysk!
rule-set-international = Internationale Dame
rule-set-italian = Italienische Dame (Dama)
rule-set-killer = Killer-Dame
rule-set-poddavki = Poddawki (russische Schlagdame)
rule-set-pool = Amerikanisches Pool-Checkers
rule-set-portuguese = Portugiesische Dame
rule-set-russian = Russische Dame (Schaschki)
rule-set-slovak = Slowakische Dame
rule-set-spanish = Spanische Dame (Damas)
rule-set-thai = Thailändische Dame (Mak-hos)
rule-set-turkish = Türkische Dame (Dama)
house-rules-after = Hausregeln auf Grundlage des Regelbuchs { $rules }
