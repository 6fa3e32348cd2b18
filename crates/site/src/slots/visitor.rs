//! The clients for whom work is done.

use std::net::IpAddr;

use crate::limits::network_prefix;
use play::id::AccountId;

/// A visitor, between whom and others work is shared fairly.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Visitor {
    /// An account or a guest.
    Account(AccountId),
    /// All clients of a network without a session.
    Network(IpAddr),
}

/// The client that requests some work.
#[derive(Clone, Copy)]
pub(crate) struct Requester {
    pub(crate) account: Option<AccountId>,
    pub(crate) address: IpAddr,
}

impl Requester {
    /// Returns the client as a visitor.
    pub(crate) fn visitor(self) -> Visitor {
        self.account.map_or(Visitor::Network(self.network()), Visitor::Account)
    }

    /// Returns the network of the client, as rate limits group addresses.
    pub(super) fn network(self) -> IpAddr {
        network_prefix(self.address)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anonymous_clients_of_an_ipv6_network_are_one_visitor() {
        let visitor = |address: &str| {
            Requester { account: None, address: address.parse().expect("an address") }.visitor()
        };
        assert_eq!(visitor("2001:db8:1:2:3::4"), visitor("2001:db8:1:2:ffff::"));
        assert_ne!(visitor("2001:db8:1:2::"), visitor("2001:db8:1:3::"));
        assert_eq!(visitor("::ffff:10.0.0.1"), visitor("10.0.0.1"));
    }
}
