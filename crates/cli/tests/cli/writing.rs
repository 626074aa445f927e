//! Files that `--fix`, `--write` and `--write-baseline` write: what else belongs to them stays, and
//! nothing is lost when writing fails.
#![cfg(unix)]

use std::fs::{self, Permissions};
use std::io::Write;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use crate::{feed, robots, run, status, stderr, stdout};

/// `--fix` drops the star, `minimize` and `fmt` change something, too.
const BEFORE: &str = "User-agent: *\n\n\nDisallow: /a*\nDisallow: /a/b\n";
const FIXED: &str = "User-agent: *\n\n\nDisallow: /a\n";

/// The commands that write into a file.
const WRITERS: [&[&str]; 3] = [&["lint", "--fix"], &["fmt", "--write"], &["minimize", "--write"]];

/// A folder of one test that any user may reach.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Self {
        let path = std::env::temp_dir().join(format!("robots-writing-{test}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir(&path).expect("a folder");
        set_mode(&path, 0o755);
        Self(path)
    }

    fn file(&self, name: &str, body: &str) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, body).expect("a file");
        set_mode(&path, 0o644);
        path
    }

    /// The names in it, hidden ones included.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("a folder");
        let mut names: Vec<_> = entries
            .map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8"))
            .collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).expect("a mode");
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).expect("a file")
}

fn write_with(command: &[&str], path: &Path) -> Output {
    feed(robots().args(command).arg(path), b"")
}

/// The program as a user who owns nothing. It is copied to where that user can reach it.
fn as_nobody(folder: &Folder) -> Command {
    let program = folder.0.join(".program");
    // By another process: what this one holds open for writing may be inherited by a child of
    // another test, and then cannot be run.
    let copied = Command::new("cp")
        .arg(env!("CARGO_BIN_EXE_robots"))
        .arg(&program)
        .status();
    assert!(copied.is_ok_and(|status| status.success()));
    let mut command = Command::new(program);
    command.uid(65_534).gid(65_534).current_dir("/");
    command
}

/// The program in a namespace in which a shell script has mounted something first.
fn after_mounting(script: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new("unshare");
    command
        .args(["-m", "sh", "-euc", script, env!("CARGO_BIN_EXE_robots")])
        .args(arguments);
    feed(&mut command, b"")
}

#[test]
fn the_mode_stays() {
    for command in WRITERS {
        let folder = Folder::new("mode");
        for mode in [0o644, 0o600, 0o640, 0o664, 0o4755] {
            let path = folder.file("robots.txt", BEFORE);
            set_mode(&path, mode);
            write_with(command, &path);
            assert_ne!(read(&path), BEFORE);
            assert_eq!(fs::metadata(&path).unwrap().mode() & 0o7777, mode, "{command:?}");
            fs::remove_file(path).unwrap();
        }
        assert_eq!(folder.names(), [""; 0]);
    }
}

#[test]
#[ignore = "needs root"]
fn as_root_owner_and_group_stay() {
    for command in WRITERS {
        let folder = Folder::new("owner");
        for (user, group) in [(0, 0), (12_345, 54_321), (0, 54_321)] {
            let path = folder.file("robots.txt", BEFORE);
            chown(&path, Some(user), Some(group)).unwrap();
            set_mode(&path, 0o640);
            let old = fs::metadata(&path).unwrap();
            write_with(command, &path);
            let new = fs::metadata(&path).unwrap();
            assert_ne!(read(&path), BEFORE);
            assert_eq!((new.uid(), new.gid(), new.mode()), (user, group, old.mode()));
            // One step, in which no reader sees half of it.
            assert_ne!(new.ino(), old.ino());
        }
        assert_eq!(folder.names(), ["robots.txt"]);
    }
}

#[test]
fn attributes_stay() {
    let folder = Folder::new("attributes");
    let path = folder.file("robots.txt", BEFORE);
    if let Err(error) = xattr::set(&path, "user.note", b"ours") {
        println!("skipped, as files here have no attributes: {error}");
        return;
    }
    write_with(&["lint", "--fix"], &path);
    assert_eq!(read(&path), FIXED);
    assert_eq!(xattr::get(&path, "user.note").unwrap().unwrap(), b"ours");
}

#[test]
fn links_stay() {
    for command in WRITERS {
        let folder = Folder::new("links");
        let path = folder.file("robots.txt", BEFORE);
        let (hard, soft, chain) = (
            folder.0.join("hard"),
            folder.0.join("soft"),
            folder.0.join("chain"),
        );
        fs::hard_link(&path, &hard).unwrap();
        symlink("robots.txt", &soft).unwrap();
        symlink("soft", &chain).unwrap();
        for name in [&path, &hard, &soft, &chain] {
            fs::write(&path, BEFORE).unwrap();
            write_with(command, name);
            let result = read(&path);
            assert_ne!(result, BEFORE, "{command:?} {name:?}");
            assert_eq!(read(&hard), result);
            assert_eq!(
                fs::metadata(&hard).unwrap().ino(),
                fs::metadata(&path).unwrap().ino()
            );
            assert_eq!(fs::read_link(&soft).unwrap(), Path::new("robots.txt"));
            assert_eq!(fs::read_link(&chain).unwrap(), Path::new("soft"));
        }
        // Without another hard link the target of a symbolic one is replaced.
        fs::remove_file(&hard).unwrap();
        fs::write(&path, BEFORE).unwrap();
        write_with(command, &chain);
        assert_ne!(read(&path), BEFORE);
        assert_eq!(fs::read_link(&chain).unwrap(), Path::new("soft"));
        assert_eq!(folder.names(), ["chain", "robots.txt", "soft"]);
    }
}

#[test]
#[ignore = "needs root"]
fn as_root_another_user_writes_into_a_file_that_it_may_not_own() {
    // What the folder and the file allow: a read-only folder, a folder in which others could
    // replace files, and one with a sticky bit.
    for (folder_mode, owner) in [
        (0o755, (0, 0)),
        (0o777, (0, 65_534)),
        (0o1777, (12_345, 65_534)),
        (0o777, (12_345, 54_321)),
    ] {
        let folder = Folder::new("nobody");
        let path = folder.file("robots.txt", BEFORE);
        chown(&path, Some(owner.0), Some(owner.1)).unwrap();
        set_mode(&path, 0o666);
        let mut command = as_nobody(&folder);
        set_mode(&folder.0, folder_mode);
        let output = feed(command.args(["lint", "--fix"]).arg(&path), b"");
        let new = fs::metadata(&path).unwrap();
        assert_eq!(read(&path), FIXED, "{output:?}");
        assert_eq!(
            (new.uid(), new.gid(), new.mode() & 0o7777),
            (owner.0, owner.1, 0o666)
        );
        assert_eq!(folder.names(), [".program", "robots.txt"]);
    }
}

#[test]
#[ignore = "needs root"]
fn as_root_a_file_that_may_not_be_written_stays() {
    for (folder_mode, owner) in [(0o777, 0), (0o755, 0), (0o777, 65_534)] {
        let folder = Folder::new("read-only");
        let path = folder.file("robots.txt", BEFORE);
        chown(&path, Some(owner), Some(owner)).unwrap();
        set_mode(&path, 0o444);
        for arguments in WRITERS {
            set_mode(&folder.0, 0o755);
            let mut command = as_nobody(&folder);
            set_mode(&folder.0, folder_mode);
            let output = feed(command.args(arguments).arg(&path), b"");
            assert_eq!(status(&output), 2, "{output:?}");
            assert!(stderr(&output).contains("cannot write"), "{output:?}");
            assert!(stderr(&output).contains("Permission denied"), "{output:?}");
            assert_eq!(read(&path), BEFORE);
        }
        assert_eq!(folder.names(), [".program", "robots.txt"]);
    }
}

#[test]
#[ignore = "needs root, and may mount"]
fn as_root_a_mounted_file_is_written() {
    for command in WRITERS {
        let folder = Folder::new("mounted");
        let source = folder.file("source.txt", BEFORE);
        let path = folder.file("robots.txt", "");
        let script = format!(
            "mount --bind '{}' '{}'; exec \"$0\" \"$@\"",
            source.display(),
            path.display()
        );
        let path = path.display().to_string();
        let arguments: Vec<_> = command.iter().copied().chain([&*path]).collect();
        let output = after_mounting(&script, &arguments);
        assert!(!read(&source).is_empty() && read(&source) != BEFORE, "{output:?}");
        assert_eq!(folder.names(), ["robots.txt", "source.txt"]);
    }
}

/// A file that is corrected to one that is longer, by a page of memory more.
fn grows() -> String {
    let rules = (1_000..6_000).map(|number| format!("Disalow: /{number}/\n"));
    "User-agent: *\n".to_owned() + &rules.collect::<String>()
}

#[test]
#[ignore = "needs root, and may mount"]
fn as_root_a_full_disk_leaves_a_file_as_it_was() {
    for link in ["", "ln robots.txt hard;"] {
        let folder = Folder::new("full");
        let original = folder.file("original", &grows());
        let original = original.display();
        let mount = folder.0.display();
        // The disk is filled to its last byte, and what is left on it is copied out.
        let script = format!(
            "mkdir '{mount}/disk'; mount -t tmpfs -o size=256k none '{mount}/disk'; cd '{mount}/disk'
            cp '{original}' robots.txt; {link} cat /dev/zero >filler 2>/dev/null || true
            status=0; \"$0\" \"$@\" || status=$?
            ls -A >'{mount}/names'; cp robots.txt '{mount}/left'; exit $status"
        );
        let arguments = ["lint", "--fix", "--also", "R010", "robots.txt"];
        let output = after_mounting(&script, &arguments);
        assert_eq!(status(&output), 2, "{output:?}");
        assert!(stderr(&output).contains("cannot write robots.txt"), "{output:?}");
        assert!(stderr(&output).contains("No space left on device"), "{output:?}");
        assert!(!stderr(&output).contains("restore"), "{output:?}");
        assert_eq!(read(&folder.0.join("left")), grows());
        let names = read(&folder.0.join("names"));
        assert!(!names.contains(".robots-"), "{names}");
    }
}

#[test]
fn a_limit_of_the_system_leaves_files_as_they_were() {
    // Any user can try this: no file may grow over a few hundred bytes.
    let folder = Folder::new("limit");
    let path = folder.file("robots.txt", &grows());
    let baseline = folder.file("known.json", "{\"version\": 1, \"findings\": []}\n");
    let commands: [&[&str]; 2] = [&["--fix", "--also", "R010"], &["--write-baseline"]];
    for arguments in commands {
        let mut command = Command::new("sh");
        command
            .args(["-c", "trap '' XFSZ; ulimit -f 1; exec \"$0\" \"$@\""])
            .arg(env!("CARGO_BIN_EXE_robots"))
            .args(["lint"])
            .args(arguments);
        if arguments == ["--write-baseline"] {
            command.arg(&baseline);
        }
        let output = feed(command.arg(&path), b"");
        assert_eq!(status(&output), 2, "{output:?}");
        assert!(stderr(&output).contains("File too large"), "{output:?}");
        if arguments.contains(&"--fix") {
            let said = stderr(&output);
            assert!(said.contains("0 findings corrected in 0 files"), "{said}");
        }
        assert_eq!(read(&path), grows());
        assert_eq!(read(&baseline), "{\"version\": 1, \"findings\": []}\n");
    }
    assert_eq!(folder.names(), ["known.json", "robots.txt"]);
}

#[test]
fn what_somebody_else_wrote_meanwhile_stays() {
    let folder = Folder::new("meanwhile");
    let path = folder.file("robots.txt", BEFORE);
    let other = folder.file("other-robots.txt", BEFORE);
    let pipe = folder.0.join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let mut command = robots();
    command
        .args(["lint", "--fix"])
        .args([&path, &other, &pipe])
        .stdin(Stdio::null());
    let child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The program opens the pipe as its last file, and waits for what comes through it.
    let mut pipe = fs::OpenOptions::new().write(true).open(&pipe).unwrap();
    std::thread::sleep(Duration::from_millis(500));
    // As long as before, in the same tick of a coarse clock or not.
    let edited = BEFORE.replace("/a/b", "/c/d");
    fs::write(&path, &edited).unwrap();
    pipe.write_all(b"User-agent: *\nDisallow: /\n").unwrap();
    drop(pipe);
    let output = child.wait_with_output().unwrap();
    assert_eq!(status(&output), 2, "{output:?}");
    assert!(
        stderr(&output).contains("robots.txt: another program changed it after it was read"),
        "{output:?}"
    );
    assert_eq!(read(&path), edited);
    // The other file is corrected nevertheless.
    assert_eq!(read(&other), FIXED);
    assert_eq!(folder.names(), ["other-robots.txt", "pipe", "robots.txt"]);
}

#[test]
fn a_baseline_is_written_in_the_same_way() {
    let folder = Folder::new("baseline");
    let path = folder.file("robots.txt", BEFORE);
    let path = path.to_str().unwrap();
    let baseline = folder.0.join("known.json");
    let name = baseline.to_str().unwrap();
    // A new file has the mode that any new file has.
    let write = || run(&["lint", "--write-baseline", name, path]);
    let output = write();
    assert_eq!(status(&output), 0, "{output:?}");
    let plain = folder.0.join("plain");
    fs::write(&plain, "").unwrap();
    let modes = |path| fs::metadata(path).unwrap().mode();
    assert_eq!(modes(&baseline), modes(&plain));
    let known = read(&baseline);
    assert!(known.contains("R0"), "{known}");
    // An existing one keeps what belongs to it.
    let hard = folder.0.join("hard");
    fs::hard_link(&baseline, &hard).unwrap();
    fs::write(&baseline, "old\n").unwrap();
    set_mode(&baseline, 0o640);
    assert_eq!(status(&write()), 0);
    assert_eq!(read(&hard), known);
    fs::remove_file(hard).unwrap();
    assert_eq!(status(&write()), 0);
    assert_eq!(modes(&baseline) & 0o777, 0o640);
    assert_eq!(folder.names(), ["known.json", "plain", "robots.txt"]);
    // A pipe cannot be replaced.
    let output = run(&["lint", "--write-baseline", "/dev/stdout", path]);
    // There the file has no other name, since it is not below the folder of the baseline.
    let known = known.replace("\"robots.txt\"", &format!("{path:?}"));
    assert_eq!((status(&output), stdout(&output)), (0, &*known), "{output:?}");
    // The folder that is missing is not that of a temporary file.
    let missing = folder.0.join("no/known.json");
    let output = run(&["lint", "--write-baseline", missing.to_str().unwrap(), path]);
    assert_eq!(status(&output), 2);
    assert!(
        stderr(&output).ends_with("known.json: No such file or directory (os error 2)\n"),
        "{output:?}"
    );
}
