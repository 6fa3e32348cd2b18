//! The tables of a site, as data. A test holds them against the tables that the migrations of both databases make.

/// What a column holds. The same in both databases, but that SQLite writes false and true as 0 and 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Words, ids, JSON.
    Text,
    /// Numbers and times.
    Integer,
    /// Ratings.
    Real,
    /// False or true.
    Boolean,
}

/// A column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Column {
    /// Its name.
    pub name: &'static str,
    /// What it holds.
    pub kind: Kind,
}

/// A table.
#[derive(PartialEq, Eq, Debug)]
pub struct Table {
    /// Its name.
    pub name: &'static str,
    /// Its columns.
    pub columns: &'static [Column],
    /// So many of the first columns are the key by which rows are told apart. None: a row is all of its columns, and the
    /// table is a small one that is read at once.
    pub key: usize,
}

impl Table {
    /// The columns by which rows are told apart and put in order.
    #[must_use]
    pub fn order(&self) -> &'static [Column] {
        if self.key == 0 { self.columns } else { &self.columns[..self.key] }
    }

    /// Where a column stands in a row.
    #[must_use]
    pub fn place(&self, column: &str) -> Option<usize> {
        self.columns.iter().position(|known| known.name == column)
    }

    /// The names of its columns, with commas.
    #[must_use]
    pub fn names(&self) -> String {
        let names: Vec<&str> = self.columns.iter().map(|column| column.name).collect();
        names.join(", ")
    }
}

const fn text(name: &'static str) -> Column {
    Column { name, kind: Kind::Text }
}

const fn integer(name: &'static str) -> Column {
    Column { name, kind: Kind::Integer }
}

const fn real(name: &'static str) -> Column {
    Column { name, kind: Kind::Real }
}

const fn boolean(name: &'static str) -> Column {
    Column { name, kind: Kind::Boolean }
}

/// Games.
pub const GAME: Table = Table {
    name: "game",
    columns: &[
        text("id"),
        integer("number"),
        integer("created_at"),
        text("rules"),
        text("rules_hash"),
        text("terms"),
        integer("seq"),
        integer("deadline"),
        integer("judged_since"),
        boolean("computer_is_asked"),
        integer("ended_at"),
        integer("computer_until"),
    ],
    key: 1,
};

/// What happened in them.
pub const GAME_EVENT: Table = Table {
    name: "game_event",
    columns: &[text("game"), integer("seq"), integer("at"), text("body")],
    key: 2,
};

/// Commands that were carried out.
pub const COMMAND: Table =
    Table { name: "command", columns: &[text("game"), text("id"), text("content"), integer("seq")], key: 2 };

/// People.
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

/// Who sits in which game.
pub const SEAT: Table = Table { name: "seat", columns: &[text("account"), integer("number")], key: 2 };

/// What people are invited to.
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

/// How well people play.
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

/// How well they played after each game.
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

/// What administrators did.
pub const ACT: Table = Table {
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

/// House rules that people keep.
pub const SHELF: Table = Table {
    name: "shelf",
    columns: &[text("id"), text("account"), text("name"), text("rules"), integer("saved_at")],
    key: 1,
};

/// Every table that is part of a site, each after those that it refers to.
///
/// The heartbeat is one of them: it says until when somebody served. A site that was moved, or restored, was away since
/// then, and gives its clocks that time back when it starts.
pub const TABLES: [&Table; 13] = [
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
    &GAME,
    &GAME_EVENT,
    &COMMAND,
    &SEAT,
    &CHALLENGE,
    &RATING,
    &RATING_CHANGE,
    // Administrators write these one by one: they are few.
    &Table {
        name: "warning",
        columns: &[text("account"), integer("at"), text("game"), text("reason")],
        key: 0,
    },
    &ACT,
    &SHELF,
    &HEARTBEAT,
];

/// When somebody served last.
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

/// Tables that are no part of a site: which nodes live at the moment, who is connected to them, what they sign with, and which
/// steps the tables themselves have taken.
pub const TRANSIENT: [&str; 5] = ["node", "attendance", "spectators", "line", "migration"];

/// Columns of PostgreSQL that the server fills by itself when a row is put in.
pub const FILLED: [(&str, &str); 1] = [("game", "look_at")];
