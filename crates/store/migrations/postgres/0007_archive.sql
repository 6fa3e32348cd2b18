-- Event logs of finished games, compressed: see docs/build/formats/archived-logs.md.

create table archived_log (
    game text primary key references game (id),
    -- The number of the last archived event. Later ones, such as messages, are in game_event.
    last bigint not null,
    events bytea not null
);

-- The logs are compressed already.
alter table archived_log alter column events set storage external;
