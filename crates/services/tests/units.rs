//! systemd accepts the units of `deploy/`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use services::Trouble;

/// Each unit, and the name under which it is looked at: a template needs an instance.
const UNITS: [(&str, &str); 3] = [
    ("crownhead.service", "crownhead.service"),
    ("crownhead@.service", "crownhead@8081.service"),
    ("crownhead-worker@.service", "crownhead-worker@1.service"),
];
/// Where the units expect the program.
const PROGRAM: &str = "/usr/local/bin/crownhead";

fn deploy() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy")
}

#[test]
fn systemd_accepts_the_units() -> Result<(), Trouble> {
    if Command::new("systemd-analyze").arg("--version").output().is_err() {
        // It comes with systemd itself, which is not for a test to install.
        eprintln!("systemd-analyze is not installed: the units in deploy/ are NOT checked");
        return Ok(());
    }
    let folder = tempfile::tempdir()?;
    for (unit, _) in UNITS {
        let text = fs::read_to_string(deploy().join(unit))?;
        // The program need not be installed where the tests run; any that is there will do.
        let program = std::env::current_exe()?.display().to_string();
        assert_eq!(text.matches(PROGRAM).count(), 1, "{unit}");
        fs::write(folder.path().join(unit), text.replace(PROGRAM, &program))?;
    }
    for (unit, instance) in UNITS {
        if unit != instance {
            fs::copy(folder.path().join(unit), folder.path().join(instance))?;
        }
        let told = Command::new("systemd-analyze")
            .args(["verify", "--man=no", "--recursive-errors=no"])
            .arg(folder.path().join(instance))
            .output()?;
        let text = String::from_utf8_lossy(&told.stderr).into_owned();
        // What it does not know it only mentions, and passes over.
        let ours: Vec<&str> = text.lines().filter(|line| line.contains("crownhead")).collect();
        assert!(told.status.success() && ours.is_empty(), "{unit}: {text}");
    }
    Ok(())
}

/// A setting that is misspelt would be passed over without a word.
#[test]
fn the_sample_of_settings_names_what_the_units_read() -> Result<(), Trouble> {
    let settings = fs::read_to_string(deploy().join("crownhead.env.example"))?;
    for name in ["CROWNHEAD_DATABASE=postgres://", "CROWNHEAD_BUS=nats://", "CROWNHEAD_ORIGIN=https://"] {
        assert!(settings.lines().any(|line| line.starts_with(name)), "{name}");
    }
    for (unit, _) in UNITS {
        let text = fs::read_to_string(deploy().join(unit))?;
        assert!(text.contains("/etc/crownhead/crownhead.env"), "{unit}");
        // Everybody on a machine sees the arguments of all processes.
        assert!(!text.contains("${"), "{unit}");
    }
    Ok(())
}
