-- Event logs of finished games, compressed: see docs/build/formats/archived-logs.md.

create table archived_log (
    game text primary key references game (id),
    -- The number of the last archived event. Later ones, such as messages, are in game_event.
    last integer not null,
    events blob not null
) strict;
