-- Shared state of several nodes.

-- An outage that is being compensated: its period, the node that leads the recovery, and the time until which it may.
alter table heartbeat add column outage_from bigint;
alter table heartbeat add column outage_to bigint;
alter table heartbeat add column mender text;
alter table heartbeat add column mending_until bigint;

-- The time until which the turn of the computer is claimed by a worker.
alter table game add column computer_until bigint;

-- The nodes that serve. A node without a recent heartbeat is dead, and so are its connections.
create table node (
    id text primary key,
    beat_at bigint not null
);

-- The connections of players to games at each node; without connections, last_at is the time at which the player left.
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

-- The shared secret with which nodes sign their messages.
create table line (
    id integer primary key check (id = 1),
    secret text not null
);
