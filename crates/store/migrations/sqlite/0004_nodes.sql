-- What several nodes need to share work.

-- An outage that is being made up for: from when to when, by which node, and until when that has the time for it.
alter table heartbeat add column outage_from integer;
alter table heartbeat add column outage_to integer;
alter table heartbeat add column mender text;
alter table heartbeat add column mending_until integer;

-- Until when somebody thinks for the computer; after that others may.
alter table game add column computer_until integer;
