//! A pgbouncer in front of a PostgreSQL server.

use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

use crate::patience::eventually;

/// Stopped when it is dropped.
pub struct Pooler {
    process: Child,
    port: u16,
    _folder: TempDir,
}

impl Pooler {
    /// Serves every database of the server with this URL.
    pub fn before(url: &str, pool_mode: &str) -> Pooler {
        let (server, _) = url.rsplit_once('/').expect("the URL names a database");
        let (_, port) = server.rsplit_once(':').expect("the URL has a port");
        let folder = tempfile::tempdir().expect("a folder");
        // Freed right away: a port that another process takes in between makes the start below fail.
        let free = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
        let listen_port = free.expect("a free port").port();
        let users = folder.path().join("users.txt");
        std::fs::write(&users, "\"postgres\" \"\"\n").expect("a file");
        let settings = format!(
            "[databases]\n* = host=127.0.0.1 port={port}\n[pgbouncer]\nlisten_addr = 127.0.0.1\n\
             listen_port = {listen_port}\nunix_socket_dir =\nauth_type = trust\nauth_file = {}\n\
             pool_mode = {pool_mode}\n",
            users.display()
        );
        let file = folder.path().join("pgbouncer.ini");
        std::fs::write(&file, settings).expect("a file");
        for path in [folder.path(), users.as_path(), file.as_path()] {
            std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).expect("a mode");
        }
        let process = program(&file).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let pooler = Pooler {
            process: process.expect("pgbouncer is installed: apt-get install pgbouncer"),
            port: listen_port,
            _folder: folder,
        };
        eventually("pgbouncer listens", || std::net::TcpStream::connect(("127.0.0.1", listen_port)).ok());
        pooler
    }

    /// A URL of the server, through the pooler.
    pub fn through(&self, url: &str) -> String {
        let (server, database) = url.rsplit_once('/').expect("the URL names a database");
        let (host, _) = server.rsplit_once(':').expect("the URL has a port");
        format!("{host}:{}/{database}", self.port)
    }
}

/// It refuses to run as root.
fn program(file: &Path) -> Command {
    let is_root =
        std::fs::metadata("/proc/self").is_ok_and(|this| std::os::unix::fs::MetadataExt::uid(&this) == 0);
    let mut command = Command::new(if is_root { "setpriv" } else { "pgbouncer" });
    if is_root {
        command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups", "/usr/sbin/pgbouncer"]);
    }
    command.arg(file).stdin(Stdio::null()).current_dir("/");
    command
}

impl Drop for Pooler {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
