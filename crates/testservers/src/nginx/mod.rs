//! nginx with the sample configuration of the project.

mod configuration;

use std::fs;
use std::net::SocketAddr;
use std::process::Command;

use rustix::process::Signal;

use crate::error::Error;
use crate::port;
use crate::process::children;
use crate::program;
use crate::server::Server;
use configuration::{SAMPLE, adapt};

/// nginx in front of some nodes, with `deploy/nginx.conf`. It is stopped, and its folder removed, when this is dropped.
#[derive(Debug)]
pub struct Nginx(Server);

impl Nginx {
    /// Starts nginx in front of these nodes, which need not run yet.
    pub async fn start(upstreams: &[SocketAddr]) -> Result<Self, Error> {
        let mut nginx = Self(Server::new("nginx", Signal::TERM)?);
        port::with_free_port(async |address| {
            nginx.0.address = address;
            nginx.write_configuration(upstreams)?;
            nginx.start_process().await
        })
        .await?;
        Ok(nginx)
    }

    async fn start_process(&mut self) -> Result<(), Error> {
        // nginx writes this file after it has bound its port.
        let pid_file = self.0.folder.join("nginx.pid");
        let is_ready =
            async |pid: u32| fs::read_to_string(&pid_file).is_ok_and(|text| text.trim() == pid.to_string());
        self.0.start(self.command()?.args(["-g", "daemon off;"]), is_ready).await
    }

    /// Returns the address on which nginx listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.0.address
    }

    /// Returns the origin of the site behind nginx, such as `http://127.0.0.1:18000`.
    #[must_use]
    pub fn origin(&self) -> String {
        format!("http://{}", self.0.address)
    }

    /// Replaces the nodes without a restart, as an administrator does to take a node out of service: open connections stay,
    /// new ones go to the new nodes.
    pub async fn reload(&mut self, upstreams: &[SocketAddr]) -> Result<(), Error> {
        self.write_configuration(upstreams)?;
        self.check_configuration()?;
        let Server { process: Some(process), folder, .. } = &mut self.0 else {
            return Err(Error("nginx was not started".to_owned()));
        };
        let pid = process.pid();
        let old = children(pid);
        process.signal(Signal::HUP)?;
        // Old workers accept connections until the new ones are ready.
        let is_reloaded = async || {
            let now = children(pid);
            now.iter().any(|worker| !old.contains(worker))
                && !old.iter().any(|worker| accepts_connections(*worker))
        };
        process.wait_until(folder, is_reloaded).await
    }

    /// Runs `nginx -t`. Warnings are errors, too.
    fn check_configuration(&self) -> Result<(), Error> {
        let output = self.command()?.arg("-t").output().map_err(Error::context("nginx"))?;
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        if output.status.success() && !text.contains("[warn]") { Ok(()) } else { Err(Error(text)) }
    }

    fn write_configuration(&self, upstreams: &[SocketAddr]) -> Result<(), Error> {
        let path = self.0.folder.join("nginx.conf");
        fs::write(&path, adapt(SAMPLE, self.0.address, upstreams)?).map_err(Error::at(&path))
    }

    /// Returns a command that runs nginx with all its files in its folder.
    fn command(&self) -> Result<Command, Error> {
        let mut command = program::command("nginx", "nginx")?;
        let folder = &self.0.folder;
        command.arg("-p").arg(folder.path()).arg("-e").arg(folder.join("log"));
        command.arg("-c").arg(folder.join("nginx.conf"));
        Ok(command)
    }
}

/// Returns whether a worker accepts connections. One that shuts down says so in its process title.
fn accepts_connections(worker: u32) -> bool {
    let title = fs::read(format!("/proc/{worker}/cmdline")).unwrap_or_default();
    let title = String::from_utf8_lossy(&title);
    title.contains("worker process") && !title.contains("shutting down")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the sample with the lines for TLS uncommented.
    fn with_tls(certificate: &str, port: u16) -> String {
        let is_plain = |line: &&str| line.starts_with("        listen ");
        let lines = SAMPLE.lines().filter(|line| !is_plain(line)).map(|line| match line.split_once('#') {
            Some((indent, rest)) if indent.trim().is_empty() && !rest.starts_with([' ', '#']) => {
                format!("{indent}{rest}\n")
            }
            _ => format!("{line}\n"),
        });
        let text: String = lines.collect();
        text.replace("listen 443 ", &format!("listen 127.0.0.1:{port} "))
            .replace("/etc/letsencrypt/live/draughts.example", certificate)
    }

    #[tokio::test]
    async fn nginx_accepts_the_sample_with_and_without_tls() -> Result<(), Error> {
        let nodes = [([127, 0, 0, 1], 1).into()];
        let nginx = Nginx::start(&nodes).await?;
        nginx.check_configuration()?;
        let folder = nginx.0.folder.path();
        let output = program::command("openssl", "openssl")?
            .args(["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=draughts.example"])
            .args(["-keyout", "privkey.pem", "-out", "fullchain.pem"])
            .current_dir(folder)
            .output()
            .map_err(Error::context("openssl"))?;
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let text = with_tls(&folder.display().to_string(), port::free()?.port());
        assert_eq!(text.matches(" ssl http2 ").count(), 2, "{text}");
        let path = nginx.0.folder.join("nginx.conf");
        fs::write(&path, adapt(&text, port::free()?, &nodes)?).map_err(Error::at(&path))?;
        nginx.check_configuration()
    }
}
