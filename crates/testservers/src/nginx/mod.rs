//! nginx with the project's own configuration.

mod configuration;

use std::fs;
use std::net::SocketAddr;
use std::process::Command;

use rustix::process::Signal;

use crate::port;
use crate::process::children;
use crate::program;
use crate::server::Server;
use crate::trouble::Trouble;
use configuration::{CONFIGURATION, adapted};

/// nginx before some nodes, by `deploy/nginx.conf`. It is ended, and its folder removed, when this is dropped.
#[derive(Debug)]
pub struct Nginx(Server);

impl Nginx {
    /// Starts it before these nodes. They need not be there yet.
    pub async fn start(upstreams: &[SocketAddr]) -> Result<Self, Trouble> {
        let mut nginx = Self(Server::new("nginx", Signal::TERM)?);
        port::claim(async |address| {
            nginx.0.address = address;
            nginx.write(upstreams)?;
            nginx.begin().await
        })
        .await?;
        Ok(nginx)
    }

    async fn begin(&mut self) -> Result<(), Trouble> {
        // It writes this file when it has its port.
        let told = self.0.folder.join("nginx.pid");
        let listens =
            async |id: u32| fs::read_to_string(&told).is_ok_and(|told| told.trim() == id.to_string());
        self.0.start(self.command()?.args(["-g", "daemon off;"]), listens).await
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.0.address
    }

    /// How the site is called through it, such as `http://127.0.0.1:18000`.
    #[must_use]
    pub fn origin(&self) -> String {
        format!("http://{}", self.0.address)
    }

    /// Puts other nodes behind it, as an administrator does who takes a node away for a while: who is connected stays, who
    /// connects from now on finds the new ones.
    pub async fn reload(&mut self, upstreams: &[SocketAddr]) -> Result<(), Trouble> {
        self.write(upstreams)?;
        self.check()?;
        let Server { process: Some(process), folder, .. } = &mut self.0 else {
            return Err(Trouble("nginx was not started".to_owned()));
        };
        let id = process.id();
        let old = children(id);
        process.signal(Signal::HUP)?;
        // Old workers take nobody any more once they are told to go, which is when the new ones are there.
        let taken_over = async || {
            let now = children(id);
            now.iter().any(|worker| !old.contains(worker))
                && !old.iter().any(|worker| takes_connections(*worker))
        };
        process.until(folder, taken_over).await
    }

    /// Asks nginx whether the configuration is a good one.
    fn check(&self) -> Result<(), Trouble> {
        let told = self.command()?.arg("-t").output().map_err(Trouble::with("nginx"))?;
        let text = String::from_utf8_lossy(&told.stderr).into_owned();
        // What it only warns of is wrong in a sample, too.
        if told.status.success() && !text.contains("[warn]") { Ok(()) } else { Err(Trouble(text)) }
    }

    fn write(&self, upstreams: &[SocketAddr]) -> Result<(), Trouble> {
        let path = self.0.folder.join("nginx.conf");
        fs::write(&path, adapted(CONFIGURATION, self.0.address, upstreams)?).map_err(Trouble::at(&path))
    }

    /// nginx with all that it writes in our folder.
    fn command(&self) -> Result<Command, Trouble> {
        let mut command = program::command("nginx", "nginx")?;
        let folder = &self.0.folder;
        command.arg("-p").arg(folder.path()).arg("-e").arg(folder.join("log"));
        command.arg("-c").arg(folder.join("nginx.conf"));
        Ok(command)
    }
}

/// A worker that was told to go says so in its title.
fn takes_connections(worker: u32) -> bool {
    let title = fs::read(format!("/proc/{worker}/cmdline")).unwrap_or_default();
    let title = String::from_utf8_lossy(&title);
    title.contains("worker process") && !title.contains("shutting down")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The configuration with all that is commented in it for TLS.
    fn secured(certificate: &str, port: u16) -> String {
        let plain = |line: &&str| line.starts_with("        listen ");
        let lines =
            CONFIGURATION.lines().filter(|line| !plain(line)).map(|line| match line.split_once('#') {
                Some((blanks, rest)) if blanks.trim().is_empty() && !rest.starts_with([' ', '#']) => {
                    format!("{blanks}{rest}\n")
                }
                _ => format!("{line}\n"),
            });
        let text: String = lines.collect();
        text.replace("listen 443 ", &format!("listen 127.0.0.1:{port} "))
            .replace("/etc/letsencrypt/live/draughts.example", certificate)
    }

    #[tokio::test]
    async fn nginx_accepts_the_configuration_with_and_without_tls() -> Result<(), Trouble> {
        let nodes = [([127, 0, 0, 1], 1).into()];
        let nginx = Nginx::start(&nodes).await?;
        nginx.check()?;
        let folder = nginx.0.folder.path();
        let made = program::command("openssl", "openssl")?
            .args(["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=draughts.example"])
            .args(["-keyout", "privkey.pem", "-out", "fullchain.pem"])
            .current_dir(folder)
            .output()
            .map_err(Trouble::with("openssl"))?;
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        let text = secured(&folder.display().to_string(), port::free()?.port());
        assert_eq!(text.matches(" ssl http2 ").count(), 2, "{text}");
        let path = nginx.0.folder.join("nginx.conf");
        fs::write(&path, adapted(&text, port::free()?, &nodes)?).map_err(Trouble::at(&path))?;
        nginx.check()
    }
}
