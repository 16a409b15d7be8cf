//! Names of machines that no public DNS knows, and so cannot be called outside.

/// No machine has such a name: RFC 6761, 7686, 9476, and `arpa`, which is for the network itself.
const NOWHERE: [&str; 6] = ["alt", "arpa", "example", "invalid", "onion", "localhost"];
/// Names that only private networks give: RFC 6761, 6762 (with its appendix G) and 8375, `internal` and what ICANN has
/// promised never to give away.
const PRIVATE: [&str; 11] = [
    "corp",
    "home",
    "home.arpa",
    "internal",
    "intranet",
    "lan",
    "local",
    "localdomain",
    "mail",
    "private",
    "test",
];

/// What stands before the code of a country where names are given away one level lower.
const GIVEN_AWAY: [&str; 12] =
    ["ac", "co", "com", "edu", "go", "gob", "gov", "ltd", "ne", "net", "or", "org"];

/// Of names in DNS (RFC 1035, 2.3.4).
const LONGEST_NAME: usize = 253;
const LONGEST_LABEL: usize = 63;

/// Who can be found by a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NameVisibility {
    Public,
    /// In private networks only, because it ends like this.
    Privately(&'static str),
    /// Nowhere, because it ends like this.
    Nowhere(&'static str),
}

/// The name is in lower case and has no dot at its end.
pub fn known(name: &str) -> NameVisibility {
    let ends = |end: &&&str| {
        name.strip_suffix(**end).is_some_and(|before| before.is_empty() || before.ends_with('.'))
    };
    // First, because home.arpa is in arpa.
    match (PRIVATE.iter().find(ends), NOWHERE.iter().find(ends)) {
        (Some(end), _) => NameVisibility::Privately(end),
        (None, Some(end)) => NameVisibility::Nowhere(end),
        (None, None) => NameVisibility::Public,
    }
}

/// Whether it can be looked up, and be in a certificate. Underscores are no part of host names, but some have them.
pub fn is_well_formed(name: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-_".contains(&byte);
    let is_label = |label: &str| {
        (1..=LONGEST_LABEL).contains(&label.len())
            && label.bytes().all(is_plain)
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    name.len() <= LONGEST_NAME && name.split('.').all(is_label)
}

/// The last two labels of a name, or three where the last two look like what a country gives away: `example.co.uk`.
pub fn site(name: &str) -> &str {
    let mut dots = name.rmatch_indices('.').map(|(at, _)| at);
    let (Some(last), Some(second)) = (dots.next(), dots.next()) else { return name };
    let is_of_a_country = name.len() - last == 3 && GIVEN_AWAY.contains(&&name[second + 1..last]);
    match (is_of_a_country, dots.next()) {
        (true, Some(third)) => &name[third + 1..],
        (true, None) => name,
        (false, _) => &name[second + 1..],
    }
}

#[cfg(test)]
mod tests {
    use super::site;

    #[test]
    fn names_of_one_owner_are_one_site() {
        let sites = [
            ("localhost", "localhost"),
            ("example.com", "example.com"),
            ("hooks.example.com", "example.com"),
            ("a.b.c.example.com", "example.com"),
            ("1.2.3.4.nip.io", "nip.io"),
            ("hooks.example.co.uk", "example.co.uk"),
            ("example.co.uk", "example.co.uk"),
            ("co.uk", "co.uk"),
            ("a.hooks.example.com.br", "example.com.br"),
            ("hooks.example.de", "example.de"),
        ];
        for (name, expected) in sites {
            assert_eq!(site(name), expected, "{name}");
        }
    }
}
