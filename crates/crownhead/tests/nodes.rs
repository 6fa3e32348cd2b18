//! Three nodes over PostgreSQL and NATS behind nginx, all real: what one machine promises, several keep while things fail.

use std::path::Path;
use std::time::Duration;

fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_crownhead"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_acknowledged_is_lost_or_doubled_while_everything_around_three_nodes_fails() {
    let plan = harness::chaos::Plan { games: 12, rounds: 1, outage: Duration::from_secs(3), seed: 5 };
    let chaos = harness::chaos::run(program(), plan).await.expect("nothing is lost");
    assert_eq!(chaos.faults.len(), harness::chaos::Fault::ALL.len(), "everything has happened");
    assert!(chaos.verification.games >= 12 && chaos.verification.acknowledged > 100, "{chaos}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_command_fails_and_no_flag_falls_while_three_nodes_are_restarted_one_after_the_other() {
    let rolled = harness::rolling::run(program(), 12, 1, 5).await.expect("no command fails");
    assert_eq!(rolled.restarts, 3);
    assert!(rolled.verification.games >= 12 && rolled.verification.acknowledged > 36, "{rolled}");
}
