//! Signatures of messages between nodes, so that others with access to the bus cannot forge them.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use play::id::NodeId;

/// The length of a signature in bytes: 128 bits of the HMAC.
const LENGTH: usize = 16;

/// Signs messages with a secret, and verifies them.
#[derive(Clone)]
pub(super) struct Signature(Hmac<Sha256>);

impl Signature {
    pub(super) fn new(secret: &str) -> Self {
        // HMAC takes keys of any length.
        let key = Hmac::new_from_slice(secret.as_bytes());
        Self(key.unwrap_or_else(|_| unreachable!("HMAC takes keys of any length")))
    }

    fn of(&self, node: &str, text: &str) -> Hmac<Sha256> {
        let mut signed = self.0.clone();
        signed.update(node.as_bytes());
        signed.update(b"\n");
        signed.update(text.as_bytes());
        signed
    }

    /// Returns a message of this node: its id and the signature, then the text on the following lines.
    pub(super) fn sign(&self, node: NodeId, text: &str) -> String {
        let signature = self.of(node.as_str(), text).finalize().into_bytes();
        format!("{node} {}\n{text}", hex::encode(&signature[..LENGTH]))
    }

    /// Returns the text of a message of another node; none for a message of this node, and for a wrong signature.
    pub(super) fn read<'a>(&self, message: &'a str, own: NodeId) -> Option<&'a str> {
        let (head, text) = message.split_once('\n')?;
        let (node, signature) = head.split_once(' ')?;
        if node == own.as_str() {
            return None;
        }
        let signature = hex::decode(signature).ok()?;
        let good = signature.len() == LENGTH && self.of(node, text).verify_truncated_left(&signature).is_ok();
        good.then_some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_nodes_with_the_secret_verify_a_message() {
        let [own, other] = [(); 2].map(|()| NodeId::new().expect("chance"));
        let signature = Signature::new("a secret");
        let message = signature.sign(other, "lobby\neverything\n");
        assert_eq!(signature.read(&message, own), Some("lobby\neverything\n"));
        assert_eq!(signature.read(&message, other), None, "a message of this node");
        assert_eq!(Signature::new("another").read(&message, own), None);
        let changed = message.replace("lobby", "keys x");
        let shortened = message.replacen(&message[21..25], "", 1);
        let of_somebody_else = message.replacen(other.as_str(), NodeId::new().expect("chance").as_str(), 1);
        for bad in [
            changed.as_str(),
            &shortened,
            &of_somebody_else,
            "",
            "\n",
            " \n",
            "a b\nlobby",
            "a é\nlobby",
            "lobby",
        ] {
            assert_eq!(signature.read(bad, own), None, "{bad:?}");
        }
    }
}
