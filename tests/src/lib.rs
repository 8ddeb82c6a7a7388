//! Helpers of the tests that cross crates: the built program, scratch folders, tools that may be missing.

pub mod window;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

/// The root of the repository.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests are a member of the workspace")
}

/// The program, built in the profile of the tests.
pub fn sandtable() -> &'static Path {
    static BINARY: OnceLock<PathBuf> = OnceLock::new();
    BINARY.get_or_init(|| {
        let mut build = Command::new(env!("CARGO"));
        build.args(["build", "--quiet", "--package", "editor", "--bin", "sandtable"]).current_dir(root());
        if !cfg!(debug_assertions) {
            build.arg("--release");
        }
        let status = build.status().expect("cargo runs the tests, so it is there");
        assert!(status.success(), "the program does not build");
        // target/debug/deps/test-0123 → target/debug/sandtable
        let test = std::env::current_exe().expect("a test knows its own path");
        let profile = test.parent().and_then(Path::parent).expect("tests lie in a folder of their profile");
        profile.join("sandtable")
    })
}

/// Runs the program in this folder and waits for its end.
pub fn run<S: AsRef<OsStr>>(folder: &Path, args: &[S]) -> Output {
    Command::new(sandtable())
        .args(args)
        .current_dir(folder)
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WAYLAND_SOCKET")
        .output()
        .expect("the program was just built")
}

/// Is this command on the path?
pub fn has(tool: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(tool).is_file())
}

/// Those of these commands that are not on the path.
pub fn missing<'a>(tools: &[&'a str]) -> Vec<&'a str> {
    tools.iter().copied().filter(|tool| !has(tool)).collect()
}

/// Runs a tool and gives its standard output; panics with what it printed if it fails.
#[track_caller]
pub fn tool<S: AsRef<OsStr>>(name: &str, args: &[S]) -> String {
    let output = Command::new(name).args(args).output().expect("the tool was looked for");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{name} failed with {}:\n{text}{errors}", output.status);
    text
}

/// Copies a folder with its files; folders inside are copied too.
pub fn copy_folder(from: &Path, to: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &target)?;
        } else {
            std::fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

/// A test that needs these commands: where one is missing it is listed as ignored, with the reason.
pub fn trial(name: &str, tools: &[&str], test: fn()) -> libtest_mimic::Trial {
    let missing = missing(tools);
    let trial = libtest_mimic::Trial::test(name, move || {
        test();
        Ok(())
    });
    if missing.is_empty() {
        trial
    } else {
        trial.with_kind(format!("needs {}", missing.join(", "))).with_ignored_flag(true)
    }
}

/// The scenario of a sample by its name, without the sign: what examples take their boards from.
pub fn source(name: &str) -> Option<engine::scenario::Scenario> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(root().join("samples").join(name)).ok()? {
        let path = entry.ok()?.path();
        let name = path.file_name()?.to_str()?.to_owned();
        files.push((name, std::fs::read(&path).ok()?));
    }
    let files: engine::scenario::Memory = files.into_iter().collect();
    engine::scenario::load(&files, "scenario.ron").value
}
