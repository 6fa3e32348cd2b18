-- Finds names that look like another: with 0 for o, 1 or I for l, rn for m, vv for w, _ for -. The index is not unique,
-- because names that existed before may look alike.

create index account_by_folded_name on account
    (replace(replace(replace(replace(replace(replace(lower(name), '0', 'o'), '1', 'l'), 'i', 'l'), 'rn', 'm'), 'vv', 'w'), '_', '-'))
    where name is not null;
