//! TLS connections to PostgreSQL.

use std::process::Command;

use store::Store;
use store::postgres::PostgresStore;
use testservers::Postgres;

/// The environment variable with the address of the server, for the process that trusts its certificate.
const SERVER: &str = "CROWNHEAD_TEST_TLS_SERVER";

/// The environment decides which certificates are trusted, and it cannot be changed while threads run. So the test
/// starts itself again.
#[tokio::test]
async fn certificates_are_verified_in_every_tls_mode() {
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
    let store = PostgresStore::open(&url, &[]).await.expect("a connection without TLS");
    store.time().await.expect("read");
    assert_eq!(server.query("postgres", encrypted).await.expect("asked"), "f");
    drop(store);
    let error = PostgresStore::open(&format!("{url}?sslmode=require"), &[]).await.err().expect("an error");
    assert!(error.to_string().contains("TLS"), "{error}");

    // In the data directory of the server, as its user.
    let create = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=crownhead \
                -addext subjectAltName=IP:127.0.0.1 -addext basicConstraints=critical,CA:FALSE -keyout server.key -out server.crt && chmod 600 server.key";
    server.query("postgres", &format!("copy (select) to program '{create}'")).await.expect("a certificate");
    server.query("postgres", "alter system set ssl = on").await.expect("written");
    let folder = server.query("postgres", "show data_directory").await.expect("asked");
    server.query("postgres", "select pg_reload_conf()").await.expect("reloaded");
    for mode in ["require", "verify-full", "prefer"] {
        let error = PostgresStore::open(&format!("{url}?sslmode={mode}"), &[]).await.err().expect("an error");
        assert!(error.to_string().contains("certificate"), "the certificate is not trusted: {error}");
    }
    let trusting = Command::new(std::env::current_exe().expect("this test"))
        .args(["--exact", "tls::certificates_are_verified_in_every_tls_mode"])
        .env(SERVER, &url)
        .env("SSL_CERT_FILE", format!("{folder}/server.crt"))
        .output()
        .expect("started");
    let output = String::from_utf8_lossy(&trusting.stdout);
    assert!(trusting.status.success(), "{output}");
}
