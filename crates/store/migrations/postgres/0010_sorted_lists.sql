-- Indexes in the order of lists.

-- For the rating before a game.
create index rating_change_by_time on rating_change (account, pool, at);
