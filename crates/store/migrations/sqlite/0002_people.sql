-- Accounts, challenges, ratings, and moderation.

create table account (
    id text primary key,
    -- Null for a guest, who may choose a name later and keeps the games.
    name text unique collate nocase,
    created_at integer not null,
    -- An argon2id hash with its parameters; null if there is no password.
    password text,
    email text,
    -- player, bot or admin.
    role text not null,
    closed_at integer
) strict;

-- Credentials: sessions (cookies) and personal tokens. Only the hash of the secret is stored.
create table access_key (
    id text primary key,
    secret_hash text not null unique,
    account text not null references account (id),
    -- session or token.
    kind text not null,
    -- The browser of a session, or the purpose of a token.
    label text not null,
    -- The scopes, separated by spaces.
    scopes text not null,
    created_at integer not null,
    last_used_at integer not null,
    expires_at integer
) strict;

create index access_key_by_account on access_key (account);

-- The accounts that play in each game.
create table seat (
    account text not null references account (id),
    number integer not null references game (number),
    primary key (account, number)
) strict, without rowid;

create table challenge (
    id text primary key,
    created_at integer not null,
    expires_at integer not null,
    challenger text not null references account (id),
    -- link, named or lobby.
    kind text not null,
    -- The challenged account, if the kind is named.
    challenged text references account (id),
    rules text not null,
    -- Colour, time control, position, rated or casual.
    proposal text not null,
    -- open, accepted, declined or withdrawn.
    state text not null default 'open',
    game text references game (id)
) strict;

create index challenge_open on challenge (kind, created_at) where state = 'open';
create index challenge_by_challenger on challenge (challenger) where state = 'open';
create index challenge_by_challenged on challenge (challenged) where state = 'open';

-- The rating of an account for a family of rules and a speed.
create table rating (
    account text not null references account (id),
    -- Family and speed.
    pool text not null,
    rating real not null,
    deviation real not null,
    volatility real not null,
    games integer not null,
    updated_at integer not null,
    primary key (account, pool)
) strict, without rowid;

-- The ratings after each rated game: for graphs, and so that a game counts once.
create table rating_change (
    account text not null references account (id),
    pool text not null,
    number integer not null references game (number),
    at integer not null,
    rating real not null,
    deviation real not null,
    primary key (account, pool, number)
) strict, without rowid;

create table warning (
    account text not null references account (id),
    at integer not null,
    game text references game (id),
    reason text not null
) strict;

create index warning_by_account on warning (account, at);

-- The audit log of administrators. Rows are never changed or removed.
create table act (
    id integer primary key,
    at integer not null,
    admin text not null references account (id),
    -- The action, and the game or account concerned.
    what text not null,
    game text references game (id),
    account text references account (id),
    reason text not null
) strict;

create trigger act_is_never_changed before update on act
begin
    select raise(abort, 'what administrators did is never changed');
end;

create trigger act_is_never_removed before delete on act
begin
    select raise(abort, 'what administrators did is never removed');
end;

-- The last heartbeat of a node, so that clocks can be compensated after an outage.
create table heartbeat (
    id integer primary key check (id = 1),
    at integer not null
) strict;
