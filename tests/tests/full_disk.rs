//! A disk that is full or may not be written: the files stay as they were, and what is said names file and reason.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tests::window::copy_of_sample;
use tests::{has, sandtable};

/// The files of a folder with their bytes, by name.
fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be read").path();
        if path.is_dir() {
            all.extend(files(&path));
        } else {
            let bytes = fs::read(&path).expect("a file can be read");
            all.push((path, bytes));
        }
    }
    all.sort();
    all
}

/// Runs a script of the shell in a folder, with the program as `$0`.
fn shell(folder: &Path, wrapper: &[&str], script: &str) -> Output {
    let mut words = wrapper.to_vec();
    words.extend(["bash", "-c", script]);
    Command::new(words[0])
        .args(&words[1..])
        .arg(sandtable())
        .current_dir(folder)
        .env("XDG_STATE_HOME", folder.join("state"))
        .env("HOME", folder)
        .output()
        .expect("there is a shell")
}

/// The sample with its files written in another layout, so that `fmt` has to write them all.
fn to_be_written(folder: &Path) -> PathBuf {
    let sample = copy_of_sample(folder);
    for (path, mut bytes) in files(&sample) {
        bytes.extend_from_slice(b"\n\n");
        fs::write(path, bytes).expect("the scratch folder can be written");
    }
    sample
}

#[track_caller]
fn check_refused(output: &Output, reason: &str) {
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success(), "it says that it was written: {said}");
    assert!(said.contains(".ron") && said.contains(reason), "{reason} is expected: {said}");
    assert_eq!((said.trim().lines().count(), said.matches(".ron").count()), (1, 1), "said once: {said}");
}

/// No file may grow beyond a kilobyte: each write ends in the middle.
#[test]
fn a_write_that_ends_in_the_middle_leaves_every_file_as_it_was() {
    let folder = tempfile::tempdir().expect("a scratch folder can be made");
    let sample = to_be_written(folder.path());
    let before = files(&sample);
    let output =
        shell(folder.path(), &[], "trap '' XFSZ; ulimit -f 1; exec \"$0\" fmt samples/little_big_horn");
    check_refused(&output, "takes no file of that size");
    assert_eq!(files(&sample), before);
}

/// A file system of a few kilobytes, and one that may only be read: where a test may mount one.
#[test]
fn a_full_disk_and_one_that_is_read_only_are_named_and_change_nothing() {
    let alone = ["unshare", "--map-root-user", "--mount"];
    let may_mount =
        has("unshare") && shell(Path::new("/"), &alone, "mount -t tmpfs none /mnt").status.success();
    if !may_mount {
        println!("no file system may be mounted here; the other test stands for this one");
        return;
    }
    let folder = tempfile::tempdir().expect("a scratch folder can be made");
    let sample = to_be_written(folder.path());
    let before = files(&sample);
    let kept = folder.path().join("kept");
    for (reason, then) in [
        ("the disk is full", "cat /dev/zero > disk/rest 2>/dev/null || true"),
        ("the disk is read-only", "mount -o remount,ro disk"),
    ] {
        fs::create_dir_all(folder.path().join("disk")).expect("a folder can be made");
        let script = format!(
            "set -e; mount -t tmpfs -o size=128k none disk; cp -r samples disk; {then}; set +e; \
             \"$0\" fmt disk/samples/little_big_horn; code=$?; rm -rf kept; \
             cp -r disk/samples/little_big_horn kept; exit $code"
        );
        check_refused(&shell(folder.path(), &alone, &script), reason);
        let named =
            |(path, bytes): &(PathBuf, Vec<u8>)| (path.file_name().map(ToOwned::to_owned), bytes.clone());
        let [found, expected] = [&files(&kept), &before].map(|all| all.iter().map(named).collect::<Vec<_>>());
        assert_eq!(found, expected, "{reason}");
    }
}
