//! The addresses of players and attackers, all of this machine.

use std::net::{IpAddr, Ipv4Addr};

/// Returns the address of a player.
pub(super) fn player(number: usize) -> IpAddr {
    within(1, number)
}

/// Returns the address of a visitor who attacks nobody.
pub(super) fn visitor(number: usize) -> IpAddr {
    within(2, number)
}

/// Returns an address of an attacker. Each kind of attack has its own addresses in each `round`, since limits remember
/// addresses.
pub(super) fn attacker(attack: super::Attack, round: u8, number: usize) -> IpAddr {
    within(10 + attack as u8 + 16 * round, number)
}

fn within(network: u8, number: usize) -> IpAddr {
    let [low, high, ..] = (number + 1).to_le_bytes();
    Ipv4Addr::new(127, network, high, low).into()
}
