//! Which mail server, and how to talk to it: what `smtp_url` says. Complaints never repeat it, because it
//! holds a password.

use std::net::IpAddr;

use lettre::transport::smtp::authentication::Credentials;
use percent_encoding::percent_decode_str;

const FORM: &str =
    "use smtps://USER:PASSWORD@HOST:465, or smtp://USER:PASSWORD@HOST:587, where STARTTLS is required";
const LOGIN_FORM: &str = "put USER:PASSWORD before the @, and encode @ as %40, : as %3A, / as %2F and ? as %3F in \
                          the user and the password";
const LOCAL_ONLY: &str = "tls=none works only for a mail server on this machine (127.0.0.1, [::1] or localhost), \
                          because the network could read passwords and the links in emails. Use smtps://, or \
                          smtp:// with STARTTLS";

/// A mail server that takes our emails.
#[derive(Clone)]
pub struct SmtpServer {
    pub(super) host: String,
    pub(super) port: u16,
    pub(super) security: Security,
    pub(super) login: Option<Credentials>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Security {
    /// TLS from the first byte.
    Tls,
    /// TLS before anything that matters.
    StartTls,
    /// Nothing leaves this machine.
    Local,
}

impl SmtpServer {
    pub fn parse(url: &str) -> Result<SmtpServer, &'static str> {
        let (scheme, rest) = url.split_once("://").ok_or(FORM)?;
        let (rest, query) = rest.split_once('?').map_or((rest, None), |(rest, query)| (rest, Some(query)));
        let (security, port) = match (scheme, query) {
            ("smtps", None) => (Security::Tls, 465),
            ("smtp", None) => (Security::StartTls, 587),
            ("smtp", Some("tls=none")) => (Security::Local, 25),
            ("smtp" | "smtps", Some(_)) => {
                return Err("the only parameter is tls=none, and only for smtp://");
            }
            _ => return Err(FORM),
        };
        let authority = rest.strip_suffix('/').unwrap_or(rest);
        let (login, place) = match authority.rsplit_once('@') {
            Some((login, place)) => (Some(credentials(login)?), place),
            None => (None, authority),
        };
        let (host, port) = host_and_port(place, port)?;
        if security == Security::Local && !is_this_machine(&host) {
            return Err(LOCAL_ONLY);
        }
        Ok(SmtpServer { host, port, security, login })
    }

    /// Where it is, for the operator; without the login.
    pub fn place(&self) -> String {
        match self.host.contains(':') {
            true => format!("[{}]:{}", self.host, self.port),
            false => format!("{}:{}", self.host, self.port),
        }
    }
}

fn credentials(login: &str) -> Result<Credentials, &'static str> {
    let (user, password) = login.split_once(':').ok_or(LOGIN_FORM)?;
    let decoded = |text: &str| -> Result<String, &'static str> {
        let is_fine = |text: &str| !text.is_empty() && !text.chars().any(char::is_control);
        let text =
            percent_decode_str(text).decode_utf8().ok().filter(|text| is_fine(text)).ok_or(LOGIN_FORM)?;
        Ok(text.into_owned())
    };
    if login.contains(['/', '#']) {
        return Err(LOGIN_FORM);
    }
    Ok(Credentials::new(decoded(user)?, decoded(password)?))
}

fn host_and_port(place: &str, usual: u16) -> Result<(String, u16), &'static str> {
    let (host, port) = match place.strip_prefix('[') {
        Some(rest) => {
            let (host, behind) = rest.split_once(']').ok_or(FORM)?;
            host.parse::<std::net::Ipv6Addr>().map_err(|_| FORM)?;
            (host, if behind.is_empty() { None } else { Some(behind.strip_prefix(':').ok_or(FORM)?) })
        }
        None => place.split_once(':').map_or((place, None), |(host, port)| (host, Some(port))),
    };
    let is_host = |byte: u8| byte.is_ascii_alphanumeric() || b".-:".contains(&byte);
    if host.is_empty() || !host.bytes().all(is_host) {
        return Err(FORM);
    }
    let port = port.map_or(Ok(usual), str::parse).ok().filter(|port| *port != 0).ok_or(FORM)?;
    Ok((host.to_ascii_lowercase(), port))
}

fn is_this_machine(host: &str) -> bool {
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::{Security, SmtpServer};
    use lettre::transport::smtp::authentication::Credentials;

    #[test]
    fn a_url_says_where_how_and_as_whom() {
        let login = |user: &str, password: &str| Some(Credentials::new(user.to_owned(), password.to_owned()));
        for (url, place, security, credentials) in [
            ("smtps://u:p@mail.example.com:465", "mail.example.com:465", Security::Tls, login("u", "p")),
            ("smtps://mail.example.com", "mail.example.com:465", Security::Tls, None),
            ("smtp://u:p@Mail.Example.com/", "mail.example.com:587", Security::StartTls, login("u", "p")),
            ("smtp://me%40x.com:p%3A%2F%20@h:25", "h:25", Security::StartTls, login("me@x.com", "p:/ ")),
            ("smtp://u:a:b@h", "h:587", Security::StartTls, login("u", "a:b")),
            ("smtp://u:p@192.0.2.1", "192.0.2.1:587", Security::StartTls, login("u", "p")),
            ("smtp://127.0.0.1:25?tls=none", "127.0.0.1:25", Security::Local, None),
            ("smtp://127.1.2.3?tls=none", "127.1.2.3:25", Security::Local, None),
            ("smtp://[::1]:1025/?tls=none", "[::1]:1025", Security::Local, None),
            ("smtp://u:p@localhost?tls=none", "localhost:25", Security::Local, login("u", "p")),
        ] {
            let server = SmtpServer::parse(url).unwrap_or_else(|problem| panic!("{url}: {problem}"));
            assert_eq!((server.place().as_str(), server.security), (place, security), "{url}");
            assert!(server.login == credentials, "{url}");
        }
    }

    #[test]
    fn anything_else_is_refused_without_being_repeated() {
        for url in [
            "",
            "s3cr3t",
            "mail.example.com:465",
            "https://u:s3cr3t@h",
            "smtps://",
            "smtps://:465",
            "smtps://u:s3cr3t@",
            "smtps://s3cr3t@h",
            "smtps://u:@h",
            "smtps://:s3cr3t@h",
            "smtps://u:s3cr3t/x@h",
            "smtps://u:s3cr3t%00@h",
            "smtps://u:s3cr3t%0d%0a@h",
            "smtps://u:s3cr3t%ff@h",
            "smtps://u:s3cr3t@h:port",
            "smtps://u:s3cr3t@h:0",
            "smtps://u:s3cr3t@h:70000",
            "smtps://u:s3cr3t@h/path",
            "smtps://u:s3cr3t@h#x",
            "smtps://u:s3cr3t@h h",
            "smtps://u:s3cr3t@::1",
            "smtps://u:s3cr3t@[::1",
            "smtps://u:s3cr3t@[h]",
            "smtps://u:s3cr3t@h?tls=none",
            "smtp://u:s3cr3t@h?tls=off",
            "smtp://u:s3cr3t@h?",
        ] {
            let problem = SmtpServer::parse(url).err().unwrap_or_else(|| panic!("{url} was accepted"));
            assert!(!problem.contains("s3cr3t"), "{problem}");
        }
    }

    #[test]
    fn nothing_goes_in_clear_to_another_machine() {
        for url in [
            "smtp://u:p@mail.example.com?tls=none",
            "smtp://mail.example.com?tls=none",
            "smtp://192.0.2.1:25?tls=none",
            "smtp://0.0.0.0?tls=none",
            "smtp://localhost.example.com?tls=none",
            "smtp://127.0.0.1.example.com?tls=none",
        ] {
            let problem = SmtpServer::parse(url).err().unwrap_or_else(|| panic!("{url} was accepted"));
            assert!(problem.contains("on this machine") && problem.contains("smtps://"), "{problem}");
        }
    }
}
