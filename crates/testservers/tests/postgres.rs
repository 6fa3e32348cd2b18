//! PostgreSQL servers, their databases and replicas.

use testservers::{Error, Postgres};
use tokio::net::TcpStream;

#[tokio::test]
async fn data_survives_stop_and_kill() -> Result<(), Error> {
    let mut postgres = Postgres::start().await?;
    let settings = postgres.query("postgres", "show fsync; show server_encoding; show lc_collate").await?;
    assert_eq!(settings, "on\nUTF8\nC");
    postgres.query("postgres", "create table item (word text); insert into item values ('one')").await?;
    postgres.stop().await?;
    assert!(postgres.query("postgres", "select 1").await.is_err());
    postgres.start_again().await?;
    postgres.query("postgres", "insert into item values ('two')").await?;
    // A client is connected.
    let (address, url) = (postgres.address(), postgres.url("postgres"));
    assert_eq!(url, format!("postgres://postgres@{address}/postgres"));
    let stream = TcpStream::connect(address).await;
    postgres.kill().await?;
    drop(stream);
    postgres.start_again().await?;
    assert_eq!(postgres.address(), address);
    assert_eq!(postgres.query("postgres", "select word from item order by 1").await?, "one\ntwo");
    // It is running already.
    postgres.start_again().await?;
    drop(postgres);
    assert!(TcpStream::connect(address).await.is_err());
    Ok(())
}

#[tokio::test]
async fn databases_of_one_server_are_separate() -> Result<(), Error> {
    let postgres = Postgres::shared().await?;
    let (one, other) = (postgres.create_database().await?, postgres.create_database().await?);
    assert_ne!(one, other);
    let name = |url: &str| url.rsplit('/').next().unwrap_or_default().to_owned();
    postgres.query(&name(&one), "create table item ()").await?;
    let count = "select count(*) from pg_tables where schemaname = 'public'";
    assert_eq!(postgres.query(&name(&one), count).await?, "1");
    assert_eq!(postgres.query(&name(&other), count).await?, "0");
    Ok(())
}

/// Each test has its own runtime, which may end before the others.
#[tokio::test]
async fn tests_share_a_server() -> Result<(), Error> {
    let address = || async { Postgres::shared().await.map(Postgres::address) };
    assert_eq!(address().await?, address().await?);
    Ok(())
}

#[tokio::test]
async fn replicas_have_what_the_primary_wrote_before_and_after() -> Result<(), Error> {
    let mut primary = Postgres::start_without_fsync().await?;
    assert_eq!(primary.query("postgres", "show fsync").await?, "off");
    primary.query("postgres", "create table item (n int); insert into item values (1)").await?;
    let replica = primary.replica().await?;
    assert_eq!(replica.query("postgres", "select pg_is_in_recovery(), n from item").await?, "t|1");
    let refused =
        replica.query("postgres", "insert into item values (9)").await.expect_err("a replica is read-only");
    assert!(refused.0.contains("read-only"), "{refused}");
    primary.query("postgres", "insert into item values (2)").await?;
    replica.catch_up(&primary).await?;
    assert_eq!(replica.query("postgres", "select sum(n) from item").await?, "3");
    // It answers without the primary, and catches up when the primary is back.
    primary.stop().await?;
    assert_eq!(replica.query("postgres", "select sum(n) from item").await?, "3");
    primary.start_again().await?;
    primary.query("postgres", "insert into item values (3)").await?;
    replica.catch_up(&primary).await?;
    assert_eq!(replica.query("postgres", "select sum(n) from item").await?, "6");
    Ok(())
}
