//! What nodes tell each other is signed, so that somebody else who can speak to the bus cannot tell them what never happened.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use play::id::NodeId;

/// So much of a signature is sent, in bytes: more than anybody can guess.
const LENGTH: usize = 16;

/// Signs with a secret, and knows what was signed with it.
#[derive(Clone)]
pub(super) struct Signature(Hmac<Sha256>);

impl Signature {
    pub(super) fn new(secret: &str) -> Self {
        // Every length will do for a key.
        let key = Hmac::new_from_slice(secret.as_bytes());
        Self(key.unwrap_or_else(|_| unreachable!("a key of any length can be used")))
    }

    fn of(&self, node: &str, text: &str) -> Hmac<Sha256> {
        let mut signed = self.0.clone();
        signed.update(node.as_bytes());
        signed.update(b"\n");
        signed.update(text.as_bytes());
        signed
    }

    /// A message of this node: who tells it, the signature, and on lines of its own what.
    pub(super) fn sign(&self, node: NodeId, text: &str) -> String {
        let signature = self.of(node.as_str(), text).finalize().into_bytes();
        format!("{node} {}\n{text}", hex::encode(&signature[..LENGTH]))
    }

    /// What another node tells with a message; nothing, if it is one's own or of nobody who knows the secret.
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
    fn a_message_is_read_by_other_nodes_with_the_same_secret_and_by_nobody_else() {
        let [own, other] = [(); 2].map(|()| NodeId::new().expect("chance"));
        let signature = Signature::new("a secret");
        let message = signature.sign(other, "lobby\neverything\n");
        assert_eq!(signature.read(&message, own), Some("lobby\neverything\n"));
        assert_eq!(signature.read(&message, other), None, "it is its own");
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
