//! A value for each side, in the OpenAPI description.

use utoipa::ToSchema;

/// A value for each side.
#[derive(ToSchema)]
#[allow(dead_code, reason = "describes `ByColor`, a type of another crate, in the OpenAPI schema")]
pub(crate) struct Sides<T> {
    white: T,
    black: T,
}
