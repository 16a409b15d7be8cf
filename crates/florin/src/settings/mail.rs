//! The settings of mail: which server takes it, and who it is from. The address of that server holds a
//! password, so nothing here repeats it.

use app::mail::{Brand, MailRoom, Post, Smtp, SmtpServer};
use rules::email::Email;

use super::place::dev_data;
use super::{Kind, Reader, ServerSettings};

/// Stands on mails that never leave the machine: no domain ends like this (RFC 6761).
const SENDER_AT_HOME: &str = "mail@florin.localhost";

pub struct MailSettings {
    post: Post,
    from: Email,
}

impl MailSettings {
    /// After a complaint the values are placeholders; nobody uses them.
    pub fn read(reader: &mut Reader<'_>, kind: Kind) -> MailSettings {
        let server = reader.optional("smtp_url", SmtpServer::parse);
        let from = if reader.sources.has("smtp_url") {
            let example = "for example mail@pay.example.com";
            reader.required("mail_from", "The address that mails come from", example, Email::parse)
        } else {
            reader.optional("mail_from", Email::parse)
        };
        let from = from.unwrap_or_else(|| Email::parse(SENDER_AT_HOME).expect("an address"));
        let post = match (server, kind) {
            (Some(server), Kind::Dev | Kind::Serve) => by_smtp(reader, server, &from),
            (None, Kind::Dev) => Post::Folder(dev_data(reader.sources).join("mail")),
            (None, Kind::Serve) => Post::Off,
        };
        MailSettings { post, from }
    }

    /// Whether mails stay where they are.
    pub fn is_off(&self) -> bool {
        self.post.is_off()
    }
}

/// Everything that writing and sending mails needs, for a server that is found at `origin`.
pub fn mail_room(settings: &ServerSettings, origin: String) -> MailRoom {
    let web::Brand { name, support_email, accent } = settings.brand.clone();
    let MailSettings { post, from } = &settings.mail;
    MailRoom { post: post.clone(), brand: Brand { name, support_email, accent }, from: from.clone(), origin }
}

fn by_smtp(reader: &mut Reader<'_>, server: SmtpServer, from: &Email) -> Post {
    match Smtp::new(server, from) {
        Ok(smtp) => Post::Smtp(Box::new(smtp)),
        Err(problem) => {
            reader.complain(problem);
            Post::Off
        }
    }
}
