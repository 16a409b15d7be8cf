//! The cookies: one for forms and sessions, one that recognizes a browser, three with the visitor's language, time zone
//! and number of rows, one with the filters of lists, and one with the message that the next page shows.

use app::SignInResult;
use axum::http::{HeaderMap, HeaderValue, header};
use rules::language::Language;
use rules::zone::Zone;

use super::page_size::PageSize;

/// Browsers accept these names only with `Secure`, `Path=/` and no `Domain`: no other host can set them.
const SESSION: &str = "__Host-florin";
const DEVICE: &str = "__Host-florin-device";
const LANGUAGE: &str = "__Host-florin-lang";
const FLASH: &str = "__Host-florin-flash";
const ROWS: &str = "__Host-florin-rows";
const LISTS: &str = "__Host-florin-lists";
/// Set by `page.js`, from what the browser says.
const ZONE: &str = "__Host-florin-zone";

const SESSION_SECONDS: i64 = rules::session::LONGEST_SECONDS;
const DEVICE_SECONDS: i64 = 400 * rules::time::SECONDS_PER_DAY;
const ROWS_SECONDS: i64 = 365 * rules::time::SECONDS_PER_DAY;
/// A filter of last season would only hide what is new.
const LISTS_SECONDS: i64 = 30 * rules::time::SECONDS_PER_DAY;
const LANGUAGE_SECONDS: i64 = 365 * rules::time::SECONDS_PER_DAY;
/// The page follows at once. A message that is read much later would be about something else.
const FLASH_SECONDS: i64 = 60;

pub fn session(headers: &HeaderMap) -> Option<String> {
    let value = read(headers, SESSION)?;
    let is_ours = (20..=80).contains(&value.len()) && value.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_ours.then_some(value)
}

pub fn device(headers: &HeaderMap) -> Option<String> {
    read(headers, DEVICE)
}

/// What a visitor chose. Whatever else a cookie says is ignored.
pub fn language(headers: &HeaderMap) -> Option<Language> {
    Language::parse(&read(headers, LANGUAGE)?)
}

/// Where the browser is. Whatever else a cookie says is ignored.
pub fn zone(headers: &HeaderMap) -> Option<Zone> {
    Zone::parse(&read(headers, ZONE)?)
}

pub fn chosen_language(language: Language) -> HeaderValue {
    set(LANGUAGE, language.name(), LANGUAGE_SECONDS)
}

pub fn page_size(headers: &HeaderMap) -> Option<PageSize> {
    PageSize::parse(&read(headers, ROWS)?)
}

pub fn chosen_page_size(size: PageSize) -> HeaderValue {
    set(ROWS, &size.rows().to_string(), ROWS_SECONDS)
}

/// The filters of lists, encrypted for a user.
pub fn list_memory(headers: &HeaderMap) -> Option<String> {
    read(headers, LISTS)
}

pub fn remembered_lists(sealed: &str) -> HeaderValue {
    set(LISTS, sealed, LISTS_SECONDS)
}

pub fn flash(headers: &HeaderMap) -> Option<String> {
    read(headers, FLASH)
}

/// A message for the next page, and the proof that Florin wrote it.
pub fn flash_for(name: &str, proof: &str) -> HeaderValue {
    set(FLASH, &format!("{name}.{proof}"), FLASH_SECONDS)
}

/// For a page that shows the message.
pub fn flash_shown() -> HeaderValue {
    set(FLASH, "", 0)
}

/// For a user who signed in. A device is remembered only after the complete sign-in.
pub fn entered(entered: &SignInResult) -> Vec<HeaderValue> {
    let mut cookies = vec![set(SESSION, &entered.cookie, SESSION_SECONDS)];
    cookies.extend(entered.device.as_ref().map(|device| set(DEVICE, device, DEVICE_SECONDS)));
    cookies
}

/// For a visitor who is not signed in. It ends with the browser.
pub fn anonymous(cookie: &str) -> HeaderValue {
    value(format!("{SESSION}={cookie}; Path=/; Secure; HttpOnly; SameSite=Lax"))
}

/// For a user who signed out.
pub fn left() -> HeaderValue {
    set(SESSION, "", 0)
}

fn set(name: &str, content: &str, seconds: i64) -> HeaderValue {
    value(format!("{name}={content}; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age={seconds}"))
}

fn value(text: String) -> HeaderValue {
    HeaderValue::try_from(text).expect("cookies hold letters, digits and signs")
}

/// A cookie that is there twice was not set by us.
fn read(headers: &HeaderMap, name: &str) -> Option<String> {
    let lines = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
    let pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let mut values = pairs.filter(|(known, _)| *known == name).map(|(_, value)| value.to_owned());
    values.next().filter(|_| values.next().is_none())
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderValue, header};

    use rules::language::Language;
    use rules::zone::Zone;

    use super::{anonymous, chosen_language, flash_for, flash_shown, language, left, session, zone};

    fn asked(cookies: &[&'static str]) -> Option<String> {
        let lines = cookies.iter().map(|line| (header::COOKIE, HeaderValue::from_static(line)));
        session(&HeaderMap::from_iter(lines))
    }

    #[test]
    fn our_cookie_is_found_among_others_and_only_if_there_is_one() {
        let ours = "abcdefghijklmnopqrstuvwxyz0123456789ABCD";
        assert_eq!(
            asked(&["a=b; __Host-florin=abcdefghijklmnopqrstuvwxyz0123456789ABCD; c=d"]).as_deref(),
            Some(ours)
        );
        for none in [
            &["a=b"] as &[&'static str],
            &["__Host-florin=short"],
            &["__Host-florin=abcdefghijklmnopqrstuvwxyz\"012345"],
            &["__Host-florin=abcdefghijklmnopqrstuvwxyz; __Host-florin=abcdefghijklmnopqrstuvwxyz"],
            &["__Host-florin=abcdefghijklmnopqrstuvwxyz", "__Host-florin=abcdefghijklmnopqrstuvwxyz"],
            &["x__Host-florin=abcdefghijklmnopqrstuvwxyz"],
        ] {
            assert_eq!(asked(none), None, "{none:?}");
        }
    }

    #[test]
    fn a_language_is_one_that_florin_speaks() {
        let chosen = |line: &'static str| {
            language(&HeaderMap::from_iter([(header::COOKIE, HeaderValue::from_static(line))]))
        };
        assert_eq!(chosen("a=b; __Host-florin-lang=fr"), Some(Language::French));
        for other in [
            "__Host-florin-lang=de",
            "__Host-florin-lang=FR",
            "__Host-florin-lang=<script>",
            "__Host-florin-lang=",
            "lang=fr",
            "__Host-florin-lang=fr; __Host-florin-lang=fr",
        ] {
            assert_eq!(chosen(other), None, "{other}");
        }
    }

    #[test]
    fn a_zone_is_one_that_florin_knows() {
        let found = |line: &'static str| {
            zone(&HeaderMap::from_iter([(header::COOKIE, HeaderValue::from_static(line))]))
        };
        assert_eq!(found("a=b; __Host-florin-zone=Europe/Paris"), Zone::parse("Europe/Paris"));
        for other in [
            "__Host-florin-zone=Mars/Olympus",
            "__Host-florin-zone=<script>",
            "__Host-florin-zone=",
            "zone=Europe/Paris",
            "__Host-florin-zone=Europe/Paris; __Host-florin-zone=Europe/Paris",
        ] {
            assert_eq!(found(other), None, "{other}");
        }
    }

    #[test]
    fn cookies_are_for_this_host_alone_and_no_script_can_read_them() {
        let flash = [flash_for("renamed", "abc"), flash_shown()];
        for cookie in [anonymous("abc"), left(), chosen_language(Language::Spanish)].into_iter().chain(flash)
        {
            let text = cookie.to_str().expect("text");
            assert!(
                text.contains("; Path=/; Secure; HttpOnly; SameSite=Lax") && !text.contains("Domain"),
                "{text}"
            );
        }
    }
}
