//! `crownhead dxp`: plays against another program over DXP.

use std::ffi::OsStr;
use std::net::{SocketAddr, TcpListener};
use std::time::Duration;

use engine::{Level, Options};
use protocol::dxp::{Settings, check_board, serve};

use super::input;
use crate::failure::Failure;

pub(crate) fn run(
    rules: &OsStr,
    listen: SocketAddr,
    level: u8,
    time: Duration,
    options: Options,
) -> Result<(), Failure> {
    let settings = Settings {
        rules: input::rules(rules)?,
        level: Level::new(level).unwrap_or(Level::BEST),
        time,
        options,
    };
    check_board(&settings.rules).map_err(Failure::input)?;
    let listener = TcpListener::bind(listen)
        .map_err(|error| Failure::Input(format!("cannot listen on {listen}: {error}")))?;
    let address = listener.local_addr()?;
    eprintln!("listening on {address}, rules: {}", settings.rules.rule_set().name);
    serve(&listener, &settings, |event| eprintln!("{event}")).map_err(Failure::input)
}
