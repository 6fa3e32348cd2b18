//! A server of PostgreSQL that is spoken to in private.

use std::process::Command;

use store::Store;
use store::postgres::PostgresStore;
use testservers::Postgres;

/// Names the server to the process that believes its certificate.
const SERVER: &str = "CROWNHEAD_TEST_PRIVATE_SERVER";

/// GameFilter certificates are believed is told by the environment, and that cannot be changed while threads run. So the test starts
/// itself again.
#[tokio::test]
async fn a_certificate_is_looked_at_whenever_one_is_wanted() {
    if let Ok(url) = std::env::var(SERVER) {
        for mode in ["require", "verify-full", "verify-ca", "prefer"] {
            let opened = PostgresStore::open(&format!("{url}?sslmode={mode}"), &[]).await;
            assert!(opened.is_ok(), "{mode}: {:?}", opened.err());
        }
        return;
    }
    let server = Postgres::start_without_fsync().await.expect("a server");
    let url = server.create_database().await.expect("a database");
    let encrypted = "select distinct ssl from pg_stat_ssl join pg_stat_activity using (pid) where application_name = 'crownhead'";
    let store = PostgresStore::open(&url, &[]).await.expect("without being asked for it, nothing is private");
    store.time().await.expect("told");
    assert_eq!(server.query("postgres", encrypted).await.expect("asked"), "f");
    drop(store);
    let refused = PostgresStore::open(&format!("{url}?sslmode=require"), &[]).await.err().expect("refused");
    assert!(refused.to_string().contains("TLS"), "{refused}");

    // In the folder of its data, as its user.
    let make = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=crownhead \
                -addext subjectAltName=IP:127.0.0.1 -addext basicConstraints=critical,CA:FALSE -keyout server.key -out server.crt && chmod 600 server.key";
    server.query("postgres", &format!("copy (select) to program '{make}'")).await.expect("a certificate");
    server.query("postgres", "alter system set ssl = on").await.expect("written");
    let folder = server.query("postgres", "show data_directory").await.expect("asked");
    server.query("postgres", "select pg_reload_conf()").await.expect("told");
    for mode in ["require", "verify-full", "prefer"] {
        let refused =
            PostgresStore::open(&format!("{url}?sslmode={mode}"), &[]).await.err().expect("refused");
        assert!(refused.to_string().contains("certificate"), "nobody vouches for it: {refused}");
    }
    let believing = Command::new(std::env::current_exe().expect("this test"))
        .args(["--exact", "privacy::a_certificate_is_looked_at_whenever_one_is_wanted"])
        .env(SERVER, &url)
        .env("SSL_CERT_FILE", format!("{folder}/server.crt"))
        .output()
        .expect("it starts");
    let told = String::from_utf8_lossy(&believing.stdout);
    assert!(believing.status.success(), "{told}");
}
