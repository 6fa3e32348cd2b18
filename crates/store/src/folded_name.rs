//! The SQL expression that folds names which look alike. Both databases index it (`0008_similar_names.sql`).

/// Expands to the SQL expression for a name in which characters that look alike are the same: 0 and o; 1, i and l; rn and
/// m; vv and w; _ and -. It must equal the expression of the index.
macro_rules! folded {
    ($name:literal) => {
        concat!(
            "replace(replace(replace(replace(replace(replace(lower(",
            $name,
            "), '0', 'o'), '1', 'l'), 'i', 'l'), 'rn', 'm'), 'vv', 'w'), '_', '-')"
        )
    };
}

pub(crate) use folded;
