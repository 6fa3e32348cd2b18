//! systemd accepts the units of `deploy/`.

use std::fs;
use std::path::{Path, PathBuf};

use testservers::{Trouble, command};

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

/// Returns what systemd says against a unit; nothing if it accepts every line.
fn complaints(instance: &str, text: &str) -> Result<Vec<String>, Trouble> {
    let folder = tempfile::tempdir()?;
    // The program need not be installed where the tests run; any that is there will do.
    let program = std::env::current_exe()?.display().to_string();
    fs::write(folder.path().join(instance), text.replace(PROGRAM, &program))?;
    let told = command("systemd-analyze", "systemd")?
        .args(["verify", "--man=no", "--recursive-errors=no"])
        .arg(folder.path().join(instance))
        .output()?;
    let said = String::from_utf8_lossy(&told.stderr).into_owned();
    // It speaks of other units of the machine, too; and what it does not know it only mentions, and passes over.
    let ours = said.lines().filter(|line| line.contains("crownhead")).map(str::to_owned);
    let ours: Vec<String> = ours.collect();
    if told.status.success() || !ours.is_empty() { Ok(ours) } else { Err(Trouble(said)) }
}

#[test]
fn systemd_accepts_the_units() -> Result<(), Trouble> {
    for (unit, instance) in UNITS {
        let text = fs::read_to_string(deploy().join(unit))?;
        assert_eq!(text.matches(PROGRAM).count(), 1, "{unit}");
        assert_eq!(complaints(instance, &text)?, Vec::<String>::new(), "{unit}");
    }
    Ok(())
}

/// The check above means something: a setting that is misspelt would only be passed over on a machine.
#[test]
fn systemd_notices_every_kind_of_mistake() -> Result<(), Trouble> {
    let (unit, instance) = UNITS[1];
    let text = fs::read_to_string(deploy().join(unit))?;
    for (right, wrong) in [
        ("ProtectHome=yes", "ProtectHom=yes"),
        ("ProtectHome=yes", "ProtectHome=perhaps"),
        ("SystemCallFilter=@system-service", "SystemCallFilter=@system-servant"),
        ("TimeoutStopSec=10", "TimeoutStopSec=soon"),
        ("[Install]", "[Instal]"),
        (PROGRAM, "crownhead-is-nowhere/crownhead"),
    ] {
        assert!(text.contains(right), "{right}");
        assert!(!complaints(instance, &text.replace(right, wrong))?.is_empty(), "{wrong}");
    }
    Ok(())
}

#[test]
fn units_read_their_settings_from_the_sample() -> Result<(), Trouble> {
    for (unit, _) in UNITS {
        let text = fs::read_to_string(deploy().join(unit))?;
        let files: Vec<&str> =
            text.lines().filter_map(|line| line.strip_prefix("EnvironmentFile=")).collect();
        let files: Vec<&str> = files.iter().map(|file| file.trim_start_matches('-')).collect();
        assert_eq!(files, ["/etc/crownhead/crownhead.env"], "{unit}");
        // Everybody on a machine sees the arguments of all processes.
        assert!(!text.contains("${"), "{unit}");
    }
    Ok(())
}
