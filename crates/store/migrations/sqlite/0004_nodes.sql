-- Shared state of several nodes.

-- An outage that is being compensated: its period, the node that leads the recovery, and the time until which it may.
alter table heartbeat add column outage_from integer;
alter table heartbeat add column outage_to integer;
alter table heartbeat add column mender text;
alter table heartbeat add column mending_until integer;

-- The time until which the turn of the computer is claimed by a worker.
alter table game add column computer_until integer;
