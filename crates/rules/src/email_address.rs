//! Email addresses: the plain ASCII ones every mail server understands.
//!
//! What is stored is, byte for byte, what is mailed to. An address is never folded, decoded or corrected
//! on its way there: two addresses that only look alike must not become one (that is how reset emails went
//! to strangers).

use std::fmt;

/// The shape of an address, as an ECMA-262 pattern. The lengths (64 before the `@`, 254 in all) and the
/// validity of `xn--` labels come on top.
pub const PATTERN: &str = concat!(
    r"^[A-Za-z0-9!#$%&'*+\/=?^_`\{\|\}~\-]+(?:\.[A-Za-z0-9!#$%&'*+\/=?^_`\{\|\}~\-]+)*@",
    r"(?:[A-Za-z0-9](?:[A-Za-z0-9\-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9\-]{0,61}[A-Za-z0-9]$"
);

/// RFC 5321 allows a path of 256 characters, two of which are its angle brackets.
const MAX_LENGTH: usize = 254;
const MAX_LOCAL_LENGTH: usize = 64;
const MAX_LABEL_LENGTH: usize = 63;

/// A checked address, in the case in which it was sent.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct EmailAddress(String);

/// Where people live who exist in the sandbox only.
pub const SIMULATED_DOMAIN: &str = "@simulated.invalid";

/// Why a text is no address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EmailProblem {
    NotAscii,
    TooLong,
    NoAt,
    LocalTooLong,
    LocalCharacters,
    DomainLabels,
    DomainWithoutDot,
    DomainEnding,
    DomainEncoding,
}

impl EmailProblem {
    pub const fn message(self) -> &'static str {
        match self {
            EmailProblem::NotAscii => {
                "the address must be ASCII; write an international domain in its xn-- form"
            }
            EmailProblem::TooLong => "the address is too long: use at most 254 characters",
            EmailProblem::NoAt => "an email address needs an @ between the mailbox and the domain",
            EmailProblem::LocalTooLong => "the part before the @ is too long: use at most 64 characters",
            EmailProblem::LocalCharacters => {
                "the part before the @ can contain letters, digits, !#$%&'*+-/=?^_`{|}~ and single dots between them"
            }
            EmailProblem::DomainLabels => {
                "the domain must have labels of 1 to 63 letters, digits and inner hyphens, separated by dots"
            }
            EmailProblem::DomainWithoutDot => "the domain must have at least two labels, such as example.com",
            EmailProblem::DomainEnding => {
                "the domain must end in a top-level domain such as com, not in a number"
            }
            EmailProblem::DomainEncoding => {
                "a label of the domain begins with xn-- but isn't a valid international name"
            }
        }
    }
}

impl EmailAddress {
    /// The same as [`EmailAddress::check`], for readers of English.
    pub fn parse(text: &str) -> Result<EmailAddress, &'static str> {
        EmailAddress::check(text).map_err(EmailProblem::message)
    }

    pub fn check(text: &str) -> Result<EmailAddress, EmailProblem> {
        if !text.is_ascii() {
            return Err(EmailProblem::NotAscii);
        }
        if text.len() > MAX_LENGTH {
            return Err(EmailProblem::TooLong);
        }
        let Some((local, domain)) = text.rsplit_once('@') else {
            return Err(EmailProblem::NoAt);
        };
        check_local(local)?;
        check_domain(domain)?;
        Ok(EmailAddress(text.to_owned()))
    }

    /// The address to email to.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The part before the `@`.
    pub fn local_part(&self) -> &str {
        self.0.split_once('@').expect("a parsed address holds an @").0
    }

    /// Whether it belongs to a person made up for a simulated claim: no email arrives there.
    pub fn is_simulated(&self) -> bool {
        self.lookup_key().ends_with(SIMULATED_DOMAIN)
    }

    /// What makes two addresses the same recipient. Addresses are ASCII, so no letter folds into another's
    /// place.
    pub fn lookup_key(&self) -> String {
        self.0.to_ascii_lowercase()
    }
}

/// A mail provider at which several addresses reach one mailbox.
struct Provider {
    /// A mailbox has the same name at all of them.
    domains: &'static [&'static str],
    /// Characters before the `@` that make no other mailbox.
    ignored: &'static [char],
    /// What begins a tag.
    tags: &'static [char],
    /// Whether `anything@ada.example.com` reaches `ada@example.com`.
    has_subdomains: bool,
}

const COMMON: Provider = Provider { domains: &[], ignored: &[], tags: &['+'], has_subdomains: false };
const PROVIDERS: [Provider; 6] = [
    Provider { domains: &["gmail.com", "googlemail.com"], ignored: &['.'], ..COMMON },
    Provider { domains: &["proton.me", "protonmail.com", "pm.me"], ignored: &['.', '-', '_'], ..COMMON },
    Provider { domains: &["icloud.com", "me.com", "mac.com"], ..COMMON },
    Provider { domains: &["yahoo.com"], tags: &['+', '-'], ..COMMON },
    Provider { domains: &["fastmail.com"], has_subdomains: true, ..COMMON },
    Provider { domains: &["fastmail.fm"], has_subdomains: true, ..COMMON },
];

/// How an address names a mailbox.
struct Mailbox {
    name: String,
    domain: String,
    /// Whether this is how the owner would write the address.
    is_plain: bool,
    is_tagged: bool,
}

impl EmailAddress {
    /// The mailbox that gets the email, as far as an address tells: `ada+anything@example.com` is `ada@example.com`.
    /// Only for counting emails; it is never written to, and it makes no two recipients one.
    pub fn mailbox_key(&self) -> String {
        let Mailbox { name, domain, .. } = self.mailbox();
        format!("{name}@{domain}")
    }

    /// Whether the address has no tag and nothing else that makes no other mailbox, so that it is the one its owner
    /// uses. A mailbox can have several, one for each of its provider's domains.
    pub fn is_plain(&self) -> bool {
        self.mailbox().is_plain
    }

    /// Whether it has a tag: `ada+anything@example.com` is another spelling of `ada@example.com`.
    pub fn is_tagged(&self) -> bool {
        self.mailbox().is_tagged
    }

    fn mailbox(&self) -> Mailbox {
        let key = self.lookup_key();
        let (local, domain) = key.rsplit_once('@').expect("a parsed address holds an @");
        let of = |domain: &str| PROVIDERS.iter().find(|known| known.domains.contains(&domain));
        if let Some((name, above)) = domain.split_once('.')
            && of(above).is_some_and(|known| known.has_subdomains)
        {
            let (name, domain) = (name.to_owned(), above.to_owned());
            return Mailbox { name, domain, is_plain: false, is_tagged: true };
        }
        let provider = of(domain).unwrap_or(&COMMON);
        let untagged = local.split(provider.tags).next().unwrap_or_default();
        let domain = (*provider.domains.first().unwrap_or(&domain)).to_owned();
        match untagged.replace(provider.ignored, "") {
            // A mailbox whose name begins with a plus.
            name if name.is_empty() => {
                Mailbox { name: local.to_owned(), domain, is_plain: true, is_tagged: false }
            }
            name => Mailbox { is_plain: name == local, is_tagged: untagged != local, name, domain },
        }
    }
}

impl fmt::Display for EmailAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A dot-atom of RFC 5322. Quoted strings and comments are legal there and refused here: hardly anyone has
/// one, and every parser reads them differently.
fn check_local(local: &str) -> Result<(), EmailProblem> {
    if local.len() > MAX_LOCAL_LENGTH {
        return Err(EmailProblem::LocalTooLong);
    }
    let is_atom = |atom: &str| !atom.is_empty() && atom.bytes().all(is_atom_character);
    if !local.split('.').all(is_atom) {
        return Err(EmailProblem::LocalCharacters);
    }
    Ok(())
}

fn is_atom_character(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~".contains(&byte)
}

fn check_domain(domain: &str) -> Result<(), EmailProblem> {
    if !domain.split('.').all(is_host_label) {
        return Err(EmailProblem::DomainLabels);
    }
    let Some((_, top)) = domain.rsplit_once('.') else {
        return Err(EmailProblem::DomainWithoutDot);
    };
    // No top-level domain is one letter or begins with a digit; what does is an IP address in disguise.
    if top.len() < 2 || !top.as_bytes()[0].is_ascii_alphabetic() {
        return Err(EmailProblem::DomainEnding);
    }
    let domain = domain.to_ascii_lowercase();
    if domain.split('.').any(|label| label.starts_with("xn--")) && !is_canonical_idna(&domain) {
        return Err(EmailProblem::DomainEncoding);
    }
    Ok(())
}

fn is_host_label(label: &str) -> bool {
    (1..=MAX_LABEL_LENGTH).contains(&label.len())
        && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        && !label.starts_with('-')
        && !label.ends_with('-')
}

/// Whether every `xn--` label decodes to a valid name that encodes to the same label again.
fn is_canonical_idna(domain: &str) -> bool {
    use idna::uts46::{AsciiDenyList, DnsLength, Hyphens, Uts46};
    Uts46::new()
        .to_ascii(domain.as_bytes(), AsciiDenyList::STD3, Hyphens::CheckFirstLast, DnsLength::Verify)
        .is_ok_and(|ascii| ascii == domain)
}
