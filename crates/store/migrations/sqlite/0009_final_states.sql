-- The data by which lists show a finished game, as JSON: the last position, the number of the next move, and the outcome.
-- It is null while the game is running. Games that ended before this migration get it when they are first listed.
alter table game add column final_state text;
