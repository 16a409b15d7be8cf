//! Emails as files, to be looked at on the machine on which they were made. They hold secrets, so only their
//! owner can read them, and no half of one is ever there.

use std::fs::{self, DirBuilder, OpenOptions};
use std::io::Write;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::Path;

use super::NotSent;
use super::message::ComposedEmail;

/// An email that is written again replaces itself.
pub fn write(folder: &Path, message: &ComposedEmail) -> Result<(), NotSent> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    if message.name.is_empty() || !message.name.bytes().all(is_plain) {
        return Err(NotSent::Never("the message ID is not a valid file name".to_owned()));
    }
    let path = folder.join(format!("{}.eml", message.name));
    let written = make(folder).and_then(|()| replace(&path, &message.bytes));
    written.map_err(|error| NotSent::Later(format!("cannot write to the email folder: {}", error.kind())))
}

fn make(folder: &Path) -> std::io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

fn replace(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let unfinished = path.with_extension("new");
    let mut file =
        OpenOptions::new().create(true).truncate(true).write(true).mode(0o600).open(&unfinished)?;
    file.write_all(bytes)?;
    drop(file);
    fs::rename(&unfinished, path)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    use crate::email::templates::tests::{claim_letter, room};
    use crate::email::{EmailTransport, Letter, NotSent};

    #[tokio::test]
    async fn an_email_is_one_private_file_however_often_it_is_sent() {
        let folder = tempfile::tempdir().expect("a folder");
        let inner = folder.path().join("data/mail");
        let room = room(EmailTransport::Folder(inner.clone()));
        for sender in ["Acme", "Other"] {
            assert_eq!(room.send(&claim_letter(sender)).await, Ok(()));
        }
        let files: Vec<_> =
            fs::read_dir(&inner).expect("a folder").map(|file| file.expect("a file")).collect();
        let [file] = &files[..] else { panic!("{} files", files.len()) };
        assert_eq!(file.file_name(), "email_01m7fn2fvne0w86zhbs5y8ptqj.eml");
        let mode =
            |path: &std::path::Path| fs::metadata(path).expect("it is there").permissions().mode() & 0o777;
        assert_eq!((mode(&inner), mode(&file.path())), (0o700, 0o600));
        let text = fs::read_to_string(file.path()).expect("ASCII");
        assert!(text.contains("Subject: Other sent you 25.00 USDC\r\n") && !text.contains("Acme"));
    }

    #[tokio::test]
    async fn a_folder_that_cannot_be_written_to_is_tried_again_and_no_file_is_written_elsewhere() {
        let file = tempfile::NamedTempFile::new().expect("a file");
        let blocked = room(EmailTransport::Folder(file.path().join("email")));
        assert!(matches!(blocked.send(&claim_letter("Acme")).await, Err(NotSent::Later(_))));
        let folder = tempfile::tempdir().expect("a folder");
        let room = room(EmailTransport::Folder(folder.path().join("email")));
        for message_id in ["../escaped@example.com", "@example.com", "a/b@example.com", ""] {
            let letter = Letter { message_id: message_id.to_owned(), ..claim_letter("Acme") };
            assert!(matches!(room.send(&letter).await, Err(NotSent::Never(_))), "{message_id}");
        }
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
    }

    #[tokio::test]
    async fn without_a_way_out_an_email_waits() {
        let room = room(EmailTransport::Off);
        assert!(room.post.is_off());
        assert!(matches!(room.send(&claim_letter("Acme")).await, Err(NotSent::Later(_))));
        assert!(room.post.check().await.is_ok_and(|words| words.contains("smtp_url")));
    }
}
