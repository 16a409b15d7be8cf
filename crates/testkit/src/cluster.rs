//! A PostgreSQL cluster of a test's own, to be crashed as often as it likes. The one that all tests share must live.

use std::fs::{File, OpenOptions, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use postgres::{Client, NoTls};
use tempfile::TempDir;

use crate::database::Database;
use crate::patience::eventually;

/// Stopped and removed when it is dropped.
pub struct Cluster {
    folder: PathBuf,
    log: TempDir,
    url: String,
}

impl Cluster {
    pub fn start() -> Cluster {
        Cluster::make("start", None)
    }

    /// A standby of this one. It streams what this one commits, and does not hold commits back.
    pub fn standby(&self) -> Cluster {
        Cluster::make("standby", Some(&self.url))
    }

    fn make(verb: &str, primary: Option<&str>) -> Cluster {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        // Not below a private folder of ours, which the user that PostgreSQL runs as could not enter.
        let folder = std::env::temp_dir().join(format!("florin-cluster-{}-{number}", std::process::id()));
        let mut cluster = Cluster { folder, log: tempfile::tempdir().expect("a folder"), url: String::new() };
        let log = cluster.log.path().join("log");
        let mut starting = script(verb);
        starting.arg(&cluster.folder).arg(&log).args(primary).stderr(Stdio::inherit());
        let started = starting.output().expect("the script runs");
        assert!(started.status.success(), "{}", std::fs::read_to_string(log).unwrap_or_default());
        cluster.url = String::from_utf8(started.stdout).expect("an address").trim().to_owned();
        cluster
    }

    /// Writes a file into its data folder that only the server can read.
    pub fn write(&self, name: &str, text: &str) {
        let data = self.folder.join("data");
        let (path, owner) = (data.join(name), std::fs::metadata(&data).expect("the data"));
        std::fs::write(&path, text).expect("a file");
        std::fs::set_permissions(&path, Permissions::from_mode(0o600)).expect("a mode");
        std::os::unix::fs::chown(&path, Some(owner.uid()), Some(owner.gid())).expect("an owner");
    }

    /// Changes settings of the running server.
    pub fn alter(&self, settings: &[(&str, &str)]) {
        let mut admin = self.connect();
        for (name, value) in settings {
            admin.batch_execute(&format!("alter system set {name} = '{value}'")).expect("a setting");
        }
        admin.batch_execute("select pg_reload_conf()").expect("it reloads");
        // Another session gets them when the server has read them.
        let (name, value) = settings.last().expect("a setting");
        eventually("the setting is in force", || {
            let shown = self.connect().query_one(&format!("show {name}"), &[]).expect("a setting");
            (shown.get::<_, &str>(0) == *value).then_some(())
        });
    }

    /// The port that it listens on.
    pub fn port(&self) -> u16 {
        let port = self.url.rsplit_once('/').and_then(|(server, _)| server.rsplit_once(':'));
        port.and_then(|(_, port)| port.parse().ok()).expect("the URL has a port")
    }

    /// A standby becomes a primary.
    pub fn promote(&self) {
        self.connect().batch_execute("select pg_promote()").expect("it is a standby");
    }

    pub fn url(&self) -> &str {
        &self.url
    }

    /// Its database, which is dropped with the cluster.
    pub fn database(&self) -> Database {
        Database::Postgres { url: self.url.clone(), name: None }
    }

    pub fn connect(&self) -> Client {
        Client::connect(&self.url, NoTls).expect("the cluster is up")
    }

    /// `kill -9` for the server and everything it started, at one moment.
    pub fn crash(&self) {
        let lock = self.folder.join("data/postmaster.pid");
        let text = std::fs::read_to_string(&lock).expect("it runs");
        let postmaster = text.lines().next().expect("its process id").to_owned();
        // Stopped first, so that it starts nothing that would be missed.
        kill("STOP", std::slice::from_ref(&postmaster));
        eventually("the server stands still", || (state(&postmaster) == Some('T')).then_some(()));
        let children = std::fs::read_to_string(format!("/proc/{postmaster}/task/{postmaster}/children"));
        let children = children.expect("its children");
        let mut all: Vec<String> = children.split_whitespace().map(str::to_owned).collect();
        all.push(postmaster);
        kill("KILL", &all);
        eventually("they are all gone", || {
            all.iter().all(|process| matches!(state(process), None | Some('Z'))).then_some(())
        });
        // They name a process that may be a zombie for as long as its parent has not reaped it.
        let files =
            std::fs::read_dir(&self.folder).expect("its folder").map(|entry| entry.expect("an entry").path());
        let locks = files.filter(|path| path.extension().is_some_and(|extension| extension == "lock"));
        for file in locks.chain([lock]) {
            std::fs::remove_file(file).expect("it left its lock file behind");
        }
    }

    /// On the same data and port, through crash recovery.
    pub fn start_again(&self) {
        let data = self.folder.join("data");
        let how = std::fs::read_to_string(data.join("postmaster.opts")).expect("how it was started");
        let mut words = how.split_whitespace().map(|word| word.trim_matches('"'));
        let program = Path::new(words.next().expect("its program"));
        let port = words.skip_while(|word| *word != "-p").nth(1).expect("its port").to_owned();
        let log = OpenOptions::new().append(true).open(self.log.path().join("log")).expect("the log");
        let mut command = self.as_owner(&program.with_file_name("pg_ctl"));
        command.args(["start", "--silent", "--wait", "--timeout=60", "--options"]).arg(format!("-p {port}"));
        command.arg("--pgdata").arg(&data).current_dir("/").stdin(Stdio::null());
        let started = command.stdout(copy(&log)).stderr(copy(&log)).status().expect("pg_ctl runs");
        assert!(
            started.success(),
            "{}",
            std::fs::read_to_string(self.log.path().join("log")).unwrap_or_default()
        );
    }

    /// PostgreSQL refuses to run as root, so the script lent it to another user.
    fn as_owner(&self, program: &Path) -> Command {
        let owner = std::fs::metadata(self.folder.join("data")).expect("the data").uid();
        if owner == std::fs::metadata("/proc/self").expect("this process").uid() {
            return Command::new(program);
        }
        let mut command = Command::new("runuser");
        command.args(["-u", "postgres", "--"]).arg(program);
        command
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let _ = script("stop").arg(&self.folder).output();
    }
}

fn script(verb: &str) -> Command {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the root of the repository");
    let mut command = Command::new(root.join("scripts/postgres"));
    command.arg(verb).stdin(Stdio::null());
    command
}

fn copy(file: &File) -> File {
    file.try_clone().expect("one more handle")
}

fn kill(signal: &str, processes: &[String]) {
    let sent = Command::new("kill").arg(format!("-{signal}")).args(processes).stderr(Stdio::null()).status();
    // A session may have ended by itself a moment ago.
    sent.expect("kill runs");
}

/// The state letter of a process; `None` if there is none.
pub fn state(process: &str) -> Option<char> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name before it is in brackets, and may hold anything.
    stat.rsplit_once(") ")?.1.chars().next()
}
