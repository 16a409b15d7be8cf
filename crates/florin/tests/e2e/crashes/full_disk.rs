//! No room left for SQLite: every write is refused with a 503, nothing is half done, reads go on, and it heals by
//! itself once there is room again.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::process::Command;

use serde_json::json;
use tempfile::TempDir;

use crate::support::{Client, Dev, Reply};

const MAX_WRITES: usize = 5_000;

/// A place that can be full.
trait Place {
    fn data(&self) -> &Path;
    fn start(&self) -> Dev;
    fn fill(&self, florin: &Dev);
    fn make_room(&self, florin: &Dev);
}

#[test]
fn a_file_that_must_not_grow_refuses_writes_until_it_may() {
    survive(&Limited { data: tempfile::tempdir().expect("a data folder") });
}

#[test]
fn a_full_disk_refuses_writes_until_there_is_room() {
    match Disk::mount() {
        Some(disk) => survive(&disk),
        // Where nothing may be mounted, the limit of a process is the nearest thing to a small disk.
        None => survive(&Limited { data: tempfile::tempdir().expect("a data folder") }),
    }
}

fn write(client: &Client, number: usize) -> Reply {
    let body = json!({ "email": format!("full{number}@example.com"), "nickname": "x".repeat(255) });
    client.post_once("/recipients", &format!("full-{number}"), &body)
}

fn survive(place: &impl Place) {
    let florin = place.start();
    let sandbox = florin.sandbox();
    let first = write(&sandbox, 0);
    assert_eq!(first.status, 200);
    place.fill(&florin);

    // What still fits is accepted, until nothing does.
    let mut accepted = vec![first];
    let refused = (1..MAX_WRITES).find(|number| {
        let reply = write(&sandbox, *number);
        if reply.status == 200 {
            accepted.push(reply);
            return false;
        }
        reply.assert_problem(503, "unavailable");
        true
    });
    let refused = refused.expect("the place is full at some time");
    for number in refused..refused + 10 {
        write(&sandbox, number).assert_problem(503, "unavailable");
        assert_eq!(sandbox.get("/balance").status, 200, "reading needs no room");
    }
    assert_eq!(count(&sandbox), accepted.len());

    place.make_room(&florin);
    for number in refused..refused + 10 {
        let reply = write(&sandbox, number);
        assert_eq!((reply.status, reply.header("Idempotent-Replayed")), (200, None), "{reply:?}");
        accepted.push(reply);
    }
    assert_eq!(count(&sandbox), accepted.len());

    // And it is all on the disk.
    florin.process.end("KILL");
    let florin = place.start();
    for (number, accepted) in accepted.iter().enumerate() {
        let again = write(&florin.sandbox(), number);
        assert_eq!((again.header("Idempotent-Replayed"), &again.body), (Some("true"), &accepted.body));
    }
}

/// All recipients.
fn count(client: &Client) -> usize {
    let (mut count, mut path) = (0, "/recipients".to_owned());
    loop {
        let page = client.get(&path).json();
        count += page["data"].as_array().expect("a page").len();
        match page["next_cursor"].as_str() {
            Some(cursor) => path = format!("/recipients?cursor={cursor}"),
            None => return count,
        }
    }
}

/// A process whose files may not grow beyond a size.
struct Limited {
    data: TempDir,
}

impl Place for Limited {
    fn data(&self) -> &Path {
        self.data.path()
    }

    fn start(&self) -> Dev {
        let florin = Dev::command(self.data(), None);
        let mut command = Command::new("sh");
        // A file that is too large is an error, not a reason to die; `exec` keeps the process id.
        command
            .args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\""])
            .arg(florin.get_program())
            .args(florin.get_args());
        Dev::start(command)
    }

    fn fill(&self, florin: &Dev) {
        let log = std::fs::metadata(self.data().join("florin.db-wal")).expect("SQLite's log");
        limit(florin, &format!("{}:unlimited", log.len()));
    }

    fn make_room(&self, florin: &Dev) {
        limit(florin, "unlimited");
    }
}

fn limit(florin: &Dev, size: &str) {
    let process = florin.process.pid().to_string();
    let limited = Command::new("prlimit").args(["--pid", &process, &format!("--fsize={size}")]).status();
    assert!(limited.expect("prlimit runs").success());
}

/// A small disk in memory; gone when it is dropped.
struct Disk {
    mounted: TempDir,
}

impl Disk {
    /// `None` where this process may not mount.
    fn mount() -> Option<Disk> {
        let mounted = tempfile::tempdir().expect("a folder");
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", "size=16m,mode=0700", "tmpfs"]).arg(mounted.path());
        let done = mount.output().is_ok_and(|output| output.status.success());
        done.then_some(Disk { mounted })
    }

    fn ballast(&self) -> std::path::PathBuf {
        self.mounted.path().join("ballast")
    }
}

impl Place for Disk {
    fn data(&self) -> &Path {
        self.mounted.path()
    }

    fn start(&self) -> Dev {
        Dev::start(Dev::command(self.data(), None))
    }

    fn fill(&self, _: &Dev) {
        let mut ballast = File::create(self.ballast()).expect("a file");
        while ballast.write_all(&[0; 4096]).is_ok() {}
    }

    fn make_room(&self, _: &Dev) {
        std::fs::remove_file(self.ballast()).expect("the ballast");
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.mounted.path()).status();
    }
}
