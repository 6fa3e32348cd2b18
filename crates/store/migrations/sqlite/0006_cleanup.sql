-- Indexes for lists and for rows that expire.

-- 1 if the game is over, so that the running games of an account are found without its other games.
alter table seat add column is_over integer not null default 0;
update seat set is_over = 1 where number in (select number from game where ended_at is not null);
create index seat_running on seat (account, number) where is_over = 0;
-- For the end of a game.
create index seat_by_number on seat (number);

create index game_by_end on game (ended_at, number) where ended_at is not null;
create index access_key_by_expiry on access_key (expires_at) where expires_at is not null;
create index guest_by_age on account (created_at, id) where name is null;

-- Challenges that have expired stay open in the table for a while. Lists of open ones must not visit them.
drop index challenge_open;
drop index challenge_by_challenger;
drop index challenge_by_challenged;
create index challenge_open on challenge (kind, expires_at) where state = 'open';
create index challenge_by_challenger on challenge (challenger, expires_at);
create index challenge_by_challenged on challenge (challenged, expires_at) where challenged is not null;
create index challenge_by_expiry on challenge (expires_at);

-- For the references to an account that is deleted.
create index act_by_admin on act (admin);
create index act_by_account on act (account) where account is not null;
