//! Conformance tests of the bus. To test another implementation, add it to `connections`.

mod announcements;
mod connections;
