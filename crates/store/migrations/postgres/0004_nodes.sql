-- What several nodes need to share work.

-- An outage that is being made up for: from when to when, by which node, and until when that has the time for it.
alter table heartbeat add column outage_from bigint;
alter table heartbeat add column outage_to bigint;
alter table heartbeat add column mender text;
alter table heartbeat add column mending_until bigint;

-- Until when somebody thinks for the computer; after that others may.
alter table game add column computer_until bigint;

-- The processes that serve. One that has said nothing for a while is gone, and who was connected to it with it.
create table node (
    id text primary key,
    beat_at bigint not null
);

-- Who is connected to which game at which node; with no connection left: when that was.
create table attendance (
    game text not null,
    account text not null,
    node text not null,
    connections integer not null,
    last_at bigint not null,
    primary key (game, account, node)
);

create table spectators (
    game text not null,
    node text not null,
    number integer not null,
    primary key (game, node)
);

-- What nodes sign with that they tell each other, so that nobody else can.
create table line (
    id integer primary key check (id = 1),
    secret text not null
);
