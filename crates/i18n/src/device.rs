//! What people call the browser and the system that a User-Agent header names. The header itself is for machines.

use crate::locale::Locale;

/// The first mark wins: Edge also calls itself Chrome, and Chrome calls itself Safari.
const BROWSERS: [(&str, &str); 5] = [
    ("Edg/", "Edge"),
    ("OPR/", "Opera"),
    ("Firefox/", "Firefox"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];

const SYSTEMS: [(&str, &str); 6] = [
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS", "Mac"),
    ("Linux", "Linux"),
];

const MAX_PROGRAM: usize = 40;

impl Locale {
    /// "Firefox on Linux", or the start of the header if it names neither.
    pub fn device(self, user_agent: &str) -> String {
        let named = |known: &[(&str, &'static str)]| {
            known.iter().find(|(mark, _)| user_agent.contains(mark)).map(|(_, name)| *name)
        };
        match (named(&BROWSERS), named(&SYSTEMS)) {
            (Some(browser), Some(system)) => {
                self.text_with("device-browser-on-system", &[("browser", &browser), ("system", &system)])
            }
            (Some(one), None) | (None, Some(one)) => one.to_owned(),
            (None, None) if user_agent.is_empty() => self.text("device-unknown").to_owned(),
            (None, None) => user_agent.chars().take(MAX_PROGRAM).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use rules::language::Language;

    use crate::locale::Locale;

    #[test]
    fn a_device_has_the_name_that_people_use() {
        let english = Locale::from(Language::English);
        for (agent, name) in [
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) \
                 Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
                "Edge on Windows",
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) \
                 Chrome/140.0.0.0 Safari/537.36 OPR/120.0.0.0",
                "Opera on Mac",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 \
                 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
                "Safari on iPhone",
            ),
            (
                "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) \
                 Chrome/140.0.0.0 Mobile Safari/537.36",
                "Chrome on Android",
            ),
            ("Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0", "Firefox on Linux"),
            ("Lynx/2.9.0 Linux", "Linux"),
            ("curl/8.5.0", "curl/8.5.0"),
            ("", "Unknown"),
        ] {
            assert_eq!(english.device(agent), name, "{agent}");
        }
        assert_eq!(Locale::from(Language::French).device("Firefox/143.0 (Linux)"), "Firefox sur Linux");
        assert_eq!(english.device(&"é".repeat(100)), "é".repeat(40));
    }
}
