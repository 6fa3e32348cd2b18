//! Rate limits that nodes share.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use site::config::Rates;
use site::limits::Limits;

use crate::connections::{TIMEOUT, TestTransport};

#[tokio::test]
async fn login_attempts_count_at_all_nodes() {
    for wire in TestTransport::shared().await {
        let limits = [(); 2].map(|()| Arc::new(Limits::new(&Rates::DEFAULT)));
        let buses = [wire.node().await, wire.node().await];
        let _shared = [0, 1].map(|number| limits[number].share(Arc::clone(&buses[number])));
        let [one, other] = &limits;
        let (here, elsewhere): (IpAddr, IpAddr) = ([10, 0, 0, 1].into(), [10, 0, 0, 2].into());
        let admitted = (0..20).filter(|_| one.check_log_in("Ann\n of 1 2", here).is_ok()).count();
        assert_eq!(admitted, 20);
        // Each attempt counts; without sharing, 20 would be admitted here.
        let mut attempts = 0;
        let limited = async {
            let mut ticks = tokio::time::interval(Duration::from_millis(500));
            while other.check_log_in("ann\n of 1 2", here).is_ok() {
                attempts += 1;
                ticks.tick().await;
            }
        };
        tokio::time::timeout(TIMEOUT, limited).await.expect("limited");
        assert!(attempts < 15, "{attempts} attempts");
        assert_eq!(other.check_log_in("ann\n of 1 2", elsewhere), Ok(()), "other addresses are not affected");
        assert_eq!(other.check_log_in("bob", here), Ok(()));
    }
}
