//! The settings of email: which server sends it, and its sender. The address of that server holds a
//! password, so nothing here repeats it.

use app::email::{EmailBrand, EmailRoom, EmailTransport, Smtp, SmtpServer};
use rules::email_address::EmailAddress;

use super::storage::dev_data;
use super::{Reader, ServerKind, ServerSettings};

/// Stands on emails that never leave the machine: no domain ends like this (RFC 6761).
const SENDER_AT_HOME: &str = "mail@florin.localhost";

pub struct EmailSettings {
    post: EmailTransport,
    from: EmailAddress,
}

impl EmailSettings {
    /// After a complaint the values are placeholders; they are not used.
    pub fn read(reader: &mut Reader<'_>, kind: ServerKind) -> EmailSettings {
        let server = reader.optional("smtp_url", SmtpServer::parse);
        let from = if reader.sources.has("smtp_url") {
            let example = "for example mail@pay.example.com";
            reader.required("email_from", "The address that emails come from", example, EmailAddress::parse)
        } else {
            reader.optional("email_from", EmailAddress::parse)
        };
        let from = from.unwrap_or_else(|| EmailAddress::parse(SENDER_AT_HOME).expect("an address"));
        let post = match (server, kind) {
            (Some(server), ServerKind::Dev | ServerKind::Serve) => by_smtp(reader, server, &from),
            (None, ServerKind::Dev) => EmailTransport::Folder(dev_data(reader.sources).join("emails")),
            (None, ServerKind::Serve) => EmailTransport::Off,
        };
        EmailSettings { post, from }
    }

    /// Whether emails stay where they are.
    pub fn is_off(&self) -> bool {
        self.post.is_off()
    }
}

/// Everything that writing and sending emails needs, for a server that is found at `origin`.
pub fn email_room(settings: &ServerSettings, origin: String) -> EmailRoom {
    let web::Brand { name, support_email, accent } = settings.brand.clone();
    let EmailSettings { post, from } = &settings.email;
    EmailRoom {
        post: post.clone(),
        brand: EmailBrand { name, support_email, accent },
        from: from.clone(),
        origin,
    }
}

fn by_smtp(reader: &mut Reader<'_>, server: SmtpServer, from: &EmailAddress) -> EmailTransport {
    match Smtp::new(server, from) {
        Ok(smtp) => EmailTransport::Smtp(Box::new(smtp)),
        Err(problem) => {
            reader.complain(problem);
            EmailTransport::Off
        }
    }
}
