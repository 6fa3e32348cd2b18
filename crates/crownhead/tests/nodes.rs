//! Three nodes over PostgreSQL and NATS behind nginx, with injected faults and rolling restarts.

use std::path::Path;
use std::time::Duration;

fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_crownhead"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn faults_neither_lose_nor_duplicate_commands() {
    let config =
        harness::chaos::ChaosConfig { games: 12, rounds: 1, outage: Duration::from_secs(3), seed: 5 };
    let chaos = harness::chaos::run(program(), config).await.expect("no lost commands");
    assert_eq!(chaos.faults.len(), harness::chaos::Fault::ALL.len(), "every fault was injected");
    assert!(chaos.verification.games >= 12 && chaos.verification.acknowledged > 100, "{chaos}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rolling_restarts_fail_no_command_and_drop_no_flag() {
    let rolled = harness::rolling::run(program(), 12, 1, 5).await.expect("no failed commands");
    assert_eq!(rolled.restarts, 3);
    assert!(rolled.verification.games >= 12 && rolled.verification.acknowledged > 36, "{rolled}");
}
