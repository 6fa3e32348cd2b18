//! Limits hold for all nodes together.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use site::config::Rates;
use site::limits::Limits;

use crate::connections::{PATIENCE, Wire};

#[tokio::test]
async fn who_has_tried_to_log_in_at_one_node_is_soon_refused_at_another() {
    for wire in Wire::shared().await {
        let limits = [(); 2].map(|()| Arc::new(Limits::new(&Rates::USUAL)));
        let buses = [wire.node().await, wire.node().await];
        let _shared = [0, 1].map(|number| limits[number].share(Arc::clone(&buses[number])));
        let [one, other] = &limits;
        let (here, elsewhere): (IpAddr, IpAddr) = ([10, 0, 0, 1].into(), [10, 0, 0, 2].into());
        let attempts = (0..20).filter(|_| one.log_in("Ann\n of 1 2", here).is_ok()).count();
        assert_eq!(attempts, 20);
        // Each try counts: few are enough if the others are known, and twenty could be made if they were not.
        let mut tries = 0;
        let refused = async {
            let mut now_and_then = tokio::time::interval(Duration::from_millis(500));
            while other.log_in("ann\n of 1 2", here).is_ok() {
                tries += 1;
                now_and_then.tick().await;
            }
        };
        tokio::time::timeout(PATIENCE, refused).await.expect("refused");
        assert!(tries < 15, "{tries} tries");
        assert_eq!(other.log_in("ann\n of 1 2", elsewhere), Ok(()), "nobody else is touched");
        assert_eq!(other.log_in("bob", here), Ok(()));
    }
}
