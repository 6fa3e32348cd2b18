//! Signatures of messages between nodes, so that others with access to the bus cannot forge them.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use play::id::NodeId;

/// The length of a signature in bytes: 128 bits of the HMAC.
const SIGNATURE_LENGTH: usize = 16;

/// Signs messages with a secret, and verifies them.
#[derive(Clone)]
pub(super) struct MessageSigner(Hmac<Sha256>);

impl MessageSigner {
    pub(super) fn new(secret: &str) -> Self {
        // HMAC takes keys of any length.
        let key = Hmac::new_from_slice(secret.as_bytes());
        Self(key.unwrap_or_else(|_| unreachable!("HMAC takes keys of any length")))
    }

    /// Returns the message authentication code of a text, before it is finalized.
    fn mac(&self, node: &str, text: &str) -> Hmac<Sha256> {
        let mut signed = self.0.clone();
        signed.update(node.as_bytes());
        signed.update(b"\n");
        signed.update(text.as_bytes());
        signed
    }

    /// Returns a message of this node: its id and the signature, then the text on the following lines.
    pub(super) fn sign(&self, node: NodeId, text: &str) -> String {
        let signature = self.mac(node.as_str(), text).finalize().into_bytes();
        format!("{node} {}\n{text}", hex::encode(&signature[..SIGNATURE_LENGTH]))
    }

    /// Verifies a message and returns its text. Returns `None` if the signature is wrong, or if the message is from this
    /// node.
    pub(super) fn verify<'a>(&self, message: &'a str, own: NodeId) -> Option<&'a str> {
        let (head, text) = message.split_once('\n')?;
        let (node, signature) = head.split_once(' ')?;
        if node == own.as_str() {
            return None;
        }
        let signature = hex::decode(signature).ok()?;
        let good = signature.len() == SIGNATURE_LENGTH
            && self.mac(node, text).verify_truncated_left(&signature).is_ok();
        good.then_some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_nodes_with_the_secret_verify_a_message() {
        let [own, other] = [(); 2].map(|()| NodeId::new().expect("random id"));
        let signer = MessageSigner::new("a secret");
        let message = signer.sign(other, "lobby\neverything\n");
        assert_eq!(signer.verify(&message, own), Some("lobby\neverything\n"));
        assert_eq!(signer.verify(&message, other), None, "a message of this node");
        assert_eq!(MessageSigner::new("another").verify(&message, own), None);
        let changed = message.replace("lobby", "other x");
        let shortened = message.replacen(&message[21..25], "", 1);
        let of_somebody_else =
            message.replacen(other.as_str(), NodeId::new().expect("random id").as_str(), 1);
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
            assert_eq!(signer.verify(bad, own), None, "{bad:?}");
        }
    }
}
