//! Adapts the sample configuration of nginx to a test.

use std::net::SocketAddr;

use crate::error::Error;

/// The sample configuration.
pub(super) const SAMPLE: &str = include_str!("../../../../deploy/nginx.conf");

/// The modules with a folder for temporary files. The default folders belong to the system.
const TEMP_PATHS: [&str; 5] = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];

/// Returns the sample configuration with other addresses and paths: it listens on `listen`, proxies to `upstreams`, and
/// keeps all files in nginx's own folder. Other lines stay, so that the sample itself is tested.
pub(super) fn adapt(text: &str, listen: SocketAddr, upstreams: &[SocketAddr]) -> Result<String, Error> {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    // Only root may change the user.
    replace(&mut lines, "user ", &[])?;
    replace(&mut lines, "pid ", &["pid nginx.pid;".to_owned()])?;
    replace(&mut lines, "error_log ", &["error_log log warn;".to_owned()])?;
    replace(&mut lines, "access_log ", &["access_log access.log crownhead;".to_owned()])?;
    // All clients of a test have the same address.
    replace(&mut lines, "limit_conn addresses ", &["limit_conn addresses 60000;".to_owned()])?;
    replace(&mut lines, "listen [::]:", &[])?;
    replace(&mut lines, "listen 80 ", &[format!("listen {listen} default_server;")])?;
    let nodes: Vec<String> = upstreams.iter().map(|node| format!("server {node} max_fails=0;")).collect();
    replace(&mut lines, "server 127.0.0.1:", &nodes)?;
    let temp_paths = TEMP_PATHS.map(|module| format!("{module}_temp_path {module};"));
    replace(&mut lines, "http {", &[&["http {".to_owned()], &temp_paths[..]].concat())?;
    Ok(lines.join("\n") + "\n")
}

/// Replaces all lines that start with `prefix`; there must be at least one.
fn replace(lines: &mut Vec<String>, prefix: &str, replacement: &[String]) -> Result<(), Error> {
    let matches = |line: &String| line.trim_start().starts_with(prefix);
    let index = lines.iter().position(matches);
    let index = index.ok_or_else(|| Error(format!("deploy/nginx.conf has no line {prefix:?}")))?;
    lines.retain(|line| !matches(line));
    lines.splice(index..index, replacement.iter().cloned());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_and_paths_change() -> Result<(), Error> {
        let address = |port| SocketAddr::from(([127, 0, 0, 1], port));
        let (listen, nodes) = (address(1), [address(2), address(3)]);
        let adapted = adapt(SAMPLE, listen, &nodes)?;
        let added: Vec<&str> =
            adapted.lines().filter(|line| !SAMPLE.lines().any(|old| old == *line)).collect();
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
                "limit_conn addresses 60000;",
                "server 127.0.0.1:2 max_fails=0;",
                "server 127.0.0.1:3 max_fails=0;",
                "listen 127.0.0.1:1 default_server;",
            ]
        );
        Ok(())
    }

    #[test]
    fn missing_lines_are_an_error() {
        let error = adapt("http {\n}\n", ([127, 0, 0, 1], 1).into(), &[]).expect_err("no user");
        assert!(error.0.contains("deploy/nginx.conf has no line"), "{error}");
    }
}
