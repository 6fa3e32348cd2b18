//! Without features, the crate has no dependencies and does not need the standard library.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Compiles a source file to metadata, with additional arguments.
fn check(source: &Path, into: &Path, arguments: &[String]) -> Output {
    let compiler = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    Command::new(compiler)
        .args(["--edition=2024", "--crate-type=lib", "--emit=metadata", "--cap-lints=allow", "-o"])
        .args([into, source])
        .args(arguments)
        .output()
        .expect("the compiler starts")
}

/// Compiles the crate and a `no_std` library that uses it.
fn link(name: &str, arguments: &[String]) -> Result<(), String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    let library = folder.join("libdraughts.rmeta");
    let compiled = check(
        &root.join("src/lib.rs"),
        &library,
        &[arguments, &["--crate-name=draughts".to_owned()]].concat(),
    );
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let linked = check(
        &root.join("tests/no_std/linked.rs"),
        &folder.join("liblinked.rmeta"),
        &[format!("--extern=draughts={}", library.display())],
    );
    if linked.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&linked.stderr).into_owned()) }
}

#[test]
fn the_crate_links_without_std() {
    assert_eq!(link("without", &[]), Ok(()));
}

#[test]
fn the_check_detects_std() {
    let with_std = ["--cfg".to_owned(), "feature=\"std\"".to_owned()];
    let error = link("with", &with_std).expect_err("two panic handlers");
    assert!(error.contains("panic_impl"), "{error}");
}
