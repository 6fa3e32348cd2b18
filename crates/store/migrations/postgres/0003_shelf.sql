-- Saved rule sets.

create table shelf (
    id text primary key,
    account text not null references account (id),
    name text not null,
    -- A base and the differences from it, as JSON.
    rules text not null,
    saved_at bigint not null,
    -- Saving under the same name replaces.
    unique (account, name)
);
