//! What any bus must do. Another implementation joins `lines`, and passes the rest unchanged.

mod announcements;
mod connections;
