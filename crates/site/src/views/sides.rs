//! Something for each side, in the description of the API.

use utoipa::ToSchema;

/// Something for each side.
#[derive(ToSchema)]
#[allow(dead_code, reason = "it stands for a type of another crate in the description of the API")]
pub(crate) struct Sides<T> {
    white: T,
    black: T,
}
