-- Rule sets, each stored once. Games refer to them by the hash.

create table rule_set (
    hash text primary key,
    -- The whole rule set as it was when the first of its games began, as JSON: an edited house rule changes no old game.
    rules text not null
) strict;

insert or ignore into rule_set (hash, rules) select rules_hash, rules from game;
-- A damaged hash must not give a game the rules of another.
update game set rules_hash = rules_hash || ' ' || id
    where rules <> (select rules from rule_set where hash = game.rules_hash);
insert or ignore into rule_set (hash, rules) select rules_hash, rules from game;
alter table game drop column rules;
