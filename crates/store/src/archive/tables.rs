//! The tables of a site, as data. A test compares them with the tables that the migrations of both databases create.

/// The type of a column. Both databases have the same types, except that SQLite stores booleans as 0 and 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColumnType {
    /// Text, ids, JSON.
    Text,
    /// Numbers and times.
    Integer,
    /// Ratings.
    Real,
    /// Booleans.
    Boolean,
    /// Compressed logs.
    Bytes,
}

/// A column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Column {
    /// The name.
    pub name: &'static str,
    /// The type.
    pub kind: ColumnType,
}

/// A table.
#[derive(PartialEq, Eq, Debug)]
pub struct Table {
    /// The name.
    pub name: &'static str,
    /// The columns.
    pub columns: &'static [Column],
    /// The number of leading columns that form the key. With 0 the key is all columns, and the table is small and read
    /// in one chunk.
    pub key: usize,
}

impl Table {
    /// Returns the columns that identify rows and define their order.
    #[must_use]
    pub fn order_columns(&self) -> &'static [Column] {
        if self.key == 0 { self.columns } else { &self.columns[..self.key] }
    }

    /// Returns the index of a column.
    #[must_use]
    pub fn column_index(&self, column: &str) -> Option<usize> {
        self.columns.iter().position(|known| known.name == column)
    }

    /// Returns the names of the columns, separated by commas.
    #[must_use]
    pub fn column_list(&self) -> String {
        let names: Vec<&str> = self.columns.iter().map(|column| column.name).collect();
        names.join(", ")
    }
}

const fn text(name: &'static str) -> Column {
    Column { name, kind: ColumnType::Text }
}

const fn integer(name: &'static str) -> Column {
    Column { name, kind: ColumnType::Integer }
}

const fn real(name: &'static str) -> Column {
    Column { name, kind: ColumnType::Real }
}

const fn boolean(name: &'static str) -> Column {
    Column { name, kind: ColumnType::Boolean }
}

/// Rule sets by their hashes.
pub const RULE_SET: Table = Table { name: "rule_set", columns: &[text("hash"), text("rules")], key: 1 };

/// Games.
pub const GAME: Table = Table {
    name: "game",
    columns: &[
        text("id"),
        integer("number"),
        integer("created_at"),
        text("rules_hash"),
        text("terms"),
        integer("seq"),
        integer("deadline"),
        integer("judged_since"),
        boolean("computer_is_asked"),
        integer("ended_at"),
        integer("computer_until"),
        text("final_state"),
    ],
    key: 1,
};

/// Events of games.
pub const GAME_EVENT: Table = Table {
    name: "game_event",
    columns: &[text("game"), integer("seq"), integer("at"), text("body")],
    key: 2,
};

/// Compressed event logs of finished games.
pub const ARCHIVED_LOG: Table = Table {
    name: "archived_log",
    columns: &[text("game"), integer("last"), Column { name: "events", kind: ColumnType::Bytes }],
    key: 1,
};

/// Executed commands.
pub const COMMAND: Table =
    Table { name: "command", columns: &[text("game"), text("id"), text("content"), integer("seq")], key: 2 };

/// Accounts.
pub const ACCOUNT: Table = Table {
    name: "account",
    columns: &[
        text("id"),
        text("name"),
        integer("created_at"),
        text("password"),
        text("email"),
        text("role"),
        integer("closed_at"),
    ],
    key: 1,
};

/// The accounts that play in each game.
pub const SEAT: Table =
    Table { name: "seat", columns: &[text("account"), integer("number"), boolean("is_over")], key: 2 };

/// Challenges.
pub const CHALLENGE: Table = Table {
    name: "challenge",
    columns: &[
        text("id"),
        integer("created_at"),
        integer("expires_at"),
        text("challenger"),
        text("kind"),
        text("challenged"),
        text("rules"),
        text("proposal"),
        text("state"),
        text("game"),
    ],
    key: 1,
};

/// Ratings.
pub const RATING: Table = Table {
    name: "rating",
    columns: &[
        text("account"),
        text("pool"),
        real("rating"),
        real("deviation"),
        real("volatility"),
        integer("games"),
        integer("updated_at"),
    ],
    key: 2,
};

/// Ratings after each game.
pub const RATING_CHANGE: Table = Table {
    name: "rating_change",
    columns: &[
        text("account"),
        text("pool"),
        integer("number"),
        integer("at"),
        real("rating"),
        real("deviation"),
    ],
    key: 3,
};

/// The audit log of administrators.
pub const AUDIT_ENTRY: Table = Table {
    name: "act",
    columns: &[
        integer("id"),
        integer("at"),
        text("admin"),
        text("what"),
        text("game"),
        text("account"),
        text("reason"),
    ],
    key: 1,
};

/// Saved rule sets.
pub const SAVED_RULE_SET: Table = Table {
    name: "shelf",
    columns: &[text("id"), text("account"), text("name"), text("rules"), integer("saved_at")],
    key: 1,
};

/// All tables of a site, each after those that it refers to.
///
/// They include the heartbeat: a site that was moved or restored compensates its clocks for the time since the last
/// heartbeat.
pub const TABLES: [&Table; 15] = [
    &ACCOUNT,
    &Table {
        name: "access_key",
        columns: &[
            text("id"),
            text("secret_hash"),
            text("account"),
            text("kind"),
            text("label"),
            text("scopes"),
            integer("created_at"),
            integer("last_used_at"),
            integer("expires_at"),
        ],
        key: 1,
    },
    &RULE_SET,
    &GAME,
    &GAME_EVENT,
    &ARCHIVED_LOG,
    &COMMAND,
    &SEAT,
    &CHALLENGE,
    &RATING,
    &RATING_CHANGE,
    // Warnings are few, so the table needs no key.
    &Table {
        name: "warning",
        columns: &[text("account"), integer("at"), text("game"), text("reason")],
        key: 0,
    },
    &AUDIT_ENTRY,
    &SAVED_RULE_SET,
    &HEARTBEAT,
];

/// The last heartbeat of a node.
pub const HEARTBEAT: Table = Table {
    name: "heartbeat",
    columns: &[
        integer("id"),
        integer("at"),
        integer("outage_from"),
        integer("outage_to"),
        text("mender"),
        integer("mending_until"),
    ],
    key: 1,
};

/// Tables that are not copied: live nodes, their leases and shared secret, presence, and the version of the tables.
pub const TRANSIENT_TABLES: [&str; 6] = ["node", "lease", "attendance", "spectators", "line", "migration"];

/// Columns of PostgreSQL that the server fills when a row is inserted.
pub const GENERATED_COLUMNS: [(&str, &str); 1] = [("game", "look_at")];
