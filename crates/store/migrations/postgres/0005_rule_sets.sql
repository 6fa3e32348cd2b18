-- Rule sets, each stored once. Games refer to them by the hash. Rule sets are never deleted, so no foreign key is needed,
-- for which every new game would lock the row of its rules.

create table rule_set (
    hash text primary key,
    -- The whole rule set as it was when the first of its games began, as JSON: an edited house rule changes no old game.
    rules text not null
);

insert into rule_set (hash, rules) select rules_hash, rules from game on conflict do nothing;
-- A damaged hash must not give a game the rules of another.
update game g set rules_hash = g.rules_hash || ' ' || g.id
    from rule_set r where r.hash = g.rules_hash and r.rules <> g.rules;
insert into rule_set (hash, rules) select rules_hash, rules from game on conflict do nothing;
alter table game drop column rules;
