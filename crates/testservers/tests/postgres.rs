//! PostgreSQL starts, keeps what it is told, and is gone.

use testservers::{Postgres, Trouble};
use tokio::net::TcpStream;

#[tokio::test]
async fn a_server_keeps_what_was_written_when_it_is_stopped_or_killed() -> Result<(), Trouble> {
    let mut postgres = Postgres::start().await?;
    let told = postgres.query("postgres", "show fsync; show server_encoding; show lc_collate").await?;
    assert_eq!(told, "on\nUTF8\nC");
    postgres.query("postgres", "create table kept (word text); insert into kept values ('one')").await?;
    postgres.stop().await?;
    assert!(postgres.query("postgres", "select 1").await.is_err());
    postgres.start_again().await?;
    postgres.query("postgres", "insert into kept values ('two')").await?;
    // Somebody is in the middle of something.
    let (address, url) = (postgres.address(), postgres.url("postgres"));
    assert_eq!(url, format!("postgres://postgres@{address}/postgres"));
    let stream = TcpStream::connect(address).await;
    postgres.kill().await?;
    drop(stream);
    postgres.start_again().await?;
    assert_eq!(postgres.address(), address);
    assert_eq!(postgres.query("postgres", "select word from kept order by 1").await?, "one\ntwo");
    // What runs goes on.
    postgres.start_again().await?;
    drop(postgres);
    assert!(TcpStream::connect(address).await.is_err());
    Ok(())
}

#[tokio::test]
async fn databases_of_one_server_know_nothing_of_each_other() -> Result<(), Trouble> {
    let postgres = Postgres::shared().await?;
    let (one, other) = (postgres.create_database().await?, postgres.create_database().await?);
    assert_ne!(one, other);
    let name = |url: &str| url.rsplit('/').next().unwrap_or_default().to_owned();
    postgres.query(&name(&one), "create table mine ()").await?;
    let count = "select count(*) from pg_tables where schemaname = 'public'";
    assert_eq!(postgres.query(&name(&one), count).await?, "1");
    assert_eq!(postgres.query(&name(&other), count).await?, "0");
    Ok(())
}

/// Each test has a runtime of its own, and may end before the others.
#[tokio::test]
async fn tests_share_a_server() -> Result<(), Trouble> {
    let again = || async { Postgres::shared().await.map(Postgres::address) };
    assert_eq!(again().await?, again().await?);
    Ok(())
}

#[tokio::test]
async fn a_replica_sees_what_the_primary_wrote_before_and_after() -> Result<(), Trouble> {
    let mut primary = Postgres::quick().await?;
    assert_eq!(primary.query("postgres", "show fsync").await?, "off");
    primary.query("postgres", "create table told (n int); insert into told values (1)").await?;
    let replica = primary.replica().await?;
    assert_eq!(replica.query("postgres", "select pg_is_in_recovery(), n from told").await?, "t|1");
    let refused = replica.query("postgres", "insert into told values (9)").await.expect_err("it only reads");
    assert!(refused.0.contains("read-only"), "{refused}");
    primary.query("postgres", "insert into told values (2)").await?;
    replica.catch_up(&primary).await?;
    assert_eq!(replica.query("postgres", "select sum(n) from told").await?, "3");
    // It goes on without the primary, and follows again when that is back.
    primary.stop().await?;
    assert_eq!(replica.query("postgres", "select sum(n) from told").await?, "3");
    primary.start_again().await?;
    primary.query("postgres", "insert into told values (3)").await?;
    replica.catch_up(&primary).await?;
    assert_eq!(replica.query("postgres", "select sum(n) from told").await?, "6");
    Ok(())
}
