//! The project's configuration with other names, ports and places.

use std::net::SocketAddr;

use crate::trouble::Trouble;

/// The configuration that the project recommends.
pub(super) const CONFIGURATION: &str = include_str!("../../../../deploy/nginx.conf");

/// Where nginx keeps what does not fit into memory. The places that it is built with are the system's.
const PLACES: [&str; 5] = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];

/// The same for one address and these nodes, with all files in nginx's own folder. Nothing else changes: what is tried is what
/// is recommended.
pub(super) fn adapted(text: &str, listen: SocketAddr, upstreams: &[SocketAddr]) -> Result<String, Trouble> {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    // Nobody but root may become another.
    replace(&mut lines, "user ", &[])?;
    replace(&mut lines, "pid ", &["pid nginx.pid;".to_owned()])?;
    replace(&mut lines, "error_log ", &["error_log log warn;".to_owned()])?;
    replace(&mut lines, "access_log ", &["access_log access.log crownhead;".to_owned()])?;
    replace(&mut lines, "listen [::]:", &[])?;
    replace(&mut lines, "listen 80 ", &[format!("listen {listen} default_server;")])?;
    let nodes: Vec<String> = upstreams.iter().map(|node| format!("server {node} max_fails=0;")).collect();
    replace(&mut lines, "server 127.0.0.1:", &nodes)?;
    let places = PLACES.map(|place| format!("{place}_temp_path {place};"));
    replace(&mut lines, "http {", &[&["http {".to_owned()], &places[..]].concat())?;
    Ok(lines.join("\n") + "\n")
}

/// Puts lines in the place of all that begin so; there must be one.
fn replace(lines: &mut Vec<String>, beginning: &str, by: &[String]) -> Result<(), Trouble> {
    let is_one = |line: &String| line.trim_start().starts_with(beginning);
    let place = lines.iter().position(is_one);
    let place = place.ok_or_else(|| Trouble(format!("deploy/nginx.conf has no line {beginning:?}")))?;
    lines.retain(|line| !is_one(line));
    lines.splice(place..place, by.iter().cloned());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_ports_and_places_change() -> Result<(), Trouble> {
        let (listen, nodes) =
            (([127, 0, 0, 1], 1).into(), [([127, 0, 0, 1], 2).into(), ([127, 0, 0, 1], 3).into()]);
        let adapted = adapted(CONFIGURATION, listen, &nodes)?;
        let added: Vec<&str> =
            adapted.lines().filter(|line| !CONFIGURATION.lines().any(|old| old == *line)).collect();
        assert_eq!(
            added,
            [
                "pid nginx.pid;",
                "error_log log warn;",
                "client_body_temp_path client_body;",
                "proxy_temp_path proxy;",
                "fastcgi_temp_path fastcgi;",
                "uwsgi_temp_path uwsgi;",
                "scgi_temp_path scgi;",
                "access_log access.log crownhead;",
                "server 127.0.0.1:2 max_fails=0;",
                "server 127.0.0.1:3 max_fails=0;",
                "listen 127.0.0.1:1 default_server;",
            ]
        );
        Ok(())
    }

    #[test]
    fn a_configuration_that_was_changed_beyond_recognition_is_refused() {
        let refused = adapted("http {\n}\n", ([127, 0, 0, 1], 1).into(), &[]).expect_err("no user");
        assert!(refused.0.contains("deploy/nginx.conf has no line"), "{refused}");
    }
}
