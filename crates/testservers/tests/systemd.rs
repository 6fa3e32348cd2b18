//! `systemd-analyze verify` accepts the units in `deploy/`.

use std::fs;
use std::path::{Path, PathBuf};

use testservers::{Error, command};

/// The path of the program in the units.
const PROGRAM: &str = "/usr/local/bin/crownhead";

fn deploy() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy")
}

/// Returns the name and the text of every unit in `deploy/`.
fn units() -> Result<Vec<(String, String)>, Error> {
    let mut units = Vec::new();
    for entry in fs::read_dir(deploy())? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "service") {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            units.push((name, fs::read_to_string(path)?));
        }
    }
    assert!(!units.is_empty(), "no units in deploy/");
    Ok(units)
}

/// Returns what systemd reports about a unit; nothing if it accepts every line.
fn verify(unit: &str, text: &str) -> Result<Vec<String>, Error> {
    let folder = tempfile::tempdir()?;
    // A template is verified as an instance.
    let path = folder.path().join(unit.replace("@.", "@8081."));
    // The program need not be installed where the tests run; any executable file will do.
    let program = std::env::current_exe()?.display().to_string();
    fs::write(&path, text.replace(PROGRAM, &program))?;
    let output = command("systemd-analyze", "systemd")?
        .args(["verify", "--man=no", "--recursive-errors=no"])
        .arg(&path)
        .output()?;
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    // It reports about other units of the machine, too. Unknown settings are only warnings, and do not change its status.
    let reports: Vec<String> =
        errors.lines().filter(|line| line.contains("crownhead")).map(str::to_owned).collect();
    if output.status.success() || !reports.is_empty() { Ok(reports) } else { Err(Error(errors)) }
}

#[test]
fn systemd_accepts_every_unit() -> Result<(), Error> {
    for (unit, text) in units()? {
        assert_eq!(text.matches(PROGRAM).count(), 1, "{unit}");
        assert_eq!(verify(&unit, &text)?, Vec::<String>::new(), "{unit}");
    }
    Ok(())
}

/// Mistakes in the name or the value of a setting, in a section or in the path of the program would fail the test above.
#[test]
fn systemd_reports_mistakes() -> Result<(), Error> {
    for (unit, text) in units()? {
        for (right, wrong) in [
            ("ProtectHome=yes", "ProtectHom=yes"),
            ("ProtectHome=yes", "ProtectHome=perhaps"),
            ("SystemCallFilter=@system-service", "SystemCallFilter=@system-servant"),
            ("TimeoutStopSec=10", "TimeoutStopSec=soon"),
            ("[Install]", "[Instal]"),
            (PROGRAM, "no-such-folder/crownhead"),
        ] {
            assert!(text.contains(right), "{unit}: {right}");
            assert!(!verify(&unit, &text.replace(right, wrong))?.is_empty(), "{unit}: {wrong}");
        }
    }
    Ok(())
}

#[test]
fn units_read_the_environment_file_that_the_readme_installs() -> Result<(), Error> {
    const FILE: &str = "/etc/crownhead/crownhead.env";
    let readme = fs::read_to_string(deploy().join("README.md"))?;
    assert!(readme.contains(&format!("deploy/crownhead.env.example {FILE}\n")), "{readme}");
    for (unit, text) in units()? {
        let files: Vec<&str> = text
            .lines()
            .filter_map(|line| line.strip_prefix("EnvironmentFile="))
            .map(|file| file.trim_start_matches('-'))
            .collect();
        assert_eq!(files, [FILE], "{unit}");
        // Arguments are visible to all users of the machine, so no setting may be passed as one.
        assert!(!text.contains('$'), "{unit}");
    }
    Ok(())
}
