-- Games as event logs. The log is authoritative; the other columns of a game can be derived from it again.

create table game (
    -- Random: the game is found only with its link or its number.
    id text primary key,
    -- The public number.
    number integer not null unique,
    created_at integer not null,
    -- The whole rule set as it was when the game began, and its hash: an edited house rule changes no old game.
    rules text not null,
    rules_hash text not null,
    -- Players, time control, starting position.
    terms text not null,
    -- The number of the last event; the first is 1.
    seq integer not null default 0,
    -- The time at which a flag falls if nothing happens before; null while no clock runs.
    deadline integer,
    -- The time since which a claim or a call waits for an administrator.
    judged_since integer,
    -- 1 if the computer is to move or to answer, else 0.
    computer_is_asked integer not null default 0,
    ended_at integer
) strict;

-- For the search of fallen flags.
create index game_by_deadline on game (deadline) where deadline is not null;
create index game_by_judged_since on game (judged_since) where judged_since is not null;
create index game_by_computer on game (number) where computer_is_asked = 1;
create index game_going_on on game (number) where ended_at is null;

create table game_event (
    game text not null references game (id),
    seq integer not null,
    -- The time at which the server received the cause, in milliseconds since 1970.
    at integer not null,
    body text not null,
    primary key (game, seq)
) strict, without rowid;

-- Executed commands, so that a command that is sent twice is executed once.
create table command (
    game text not null references game (id),
    -- Chosen by the client.
    id text not null,
    -- The hash of the content: the same id with other content is an error.
    content text not null,
    -- The number of the last event after it.
    seq integer not null,
    primary key (game, id)
) strict, without rowid;
