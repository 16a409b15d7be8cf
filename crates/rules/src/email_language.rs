//! The language and the zone of each email, from the settings of those who read it or cause it.

use crate::account::Mode;
use crate::language::{Language, negotiate};
use crate::zone::Zone;

/// The language of an email that a visitor asks for: what the user with the address has set, or that of the page.
pub fn of_requested_email(setting: Option<Language>, page: Language) -> Language {
    setting.unwrap_or(page)
}

/// The language of an email to a user about their own account.
pub fn of_account_email(setting: Option<Language>) -> Language {
    negotiate(setting, None, None, None)
}

/// The language in which an account writes to people who have set none: what it has set for them, then the language of
/// the account's owner.
pub fn of_recipients(setting: Option<Language>, of_owner: Option<Language>) -> Language {
    negotiate(setting, None, None, of_owner)
}

/// The language of a claim email: what the user with the address has set, then the sender's language for recipients.
/// Emails of a sandbox are shown to the sender, who must not learn from their language that the address has a user, so
/// only the sender's language counts there.
pub fn of_claim_email(mode: Mode, setting: Option<Language>, of_sender: Language) -> Language {
    let setting = match mode {
        Mode::Live => setting,
        Mode::Test => None,
    };
    setting.unwrap_or(of_sender)
}

/// The zone of times in a claim email: what the user with the address has set, with the same exception as above.
pub fn zone_of_claim_email(mode: Mode, setting: Option<Zone>) -> Option<Zone> {
    match mode {
        Mode::Live => setting,
        Mode::Test => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{of_account_email, of_claim_email, of_recipients, of_requested_email, zone_of_claim_email};
    use crate::account::Mode;
    use crate::language::Language::{English, French, Portuguese, Spanish};
    use crate::zone::Zone;

    #[test]
    fn times_in_a_sandbox_do_not_tell_that_an_address_has_a_user() {
        let zone = Zone::parse("Europe/Paris");
        assert_eq!(zone_of_claim_email(Mode::Live, zone), zone);
        assert_eq!(zone_of_claim_email(Mode::Test, zone), None);
    }

    #[test]
    fn an_email_is_in_the_language_of_its_reader_or_else_of_the_page_or_the_sender() {
        assert_eq!(of_requested_email(Some(French), Spanish), French);
        assert_eq!(of_requested_email(None, Spanish), Spanish);
        assert_eq!(of_account_email(Some(French)), French);
        assert_eq!(of_account_email(None), English);
        for (setting, of_sender, live, test) in [
            (None, English, English, English),
            (None, Portuguese, Portuguese, Portuguese),
            (Some(French), English, French, English),
            (Some(French), Portuguese, French, Portuguese),
            (Some(English), Portuguese, English, Portuguese),
        ] {
            assert_eq!(of_claim_email(Mode::Live, setting, of_sender), live, "{setting:?} {of_sender:?}");
            assert_eq!(of_claim_email(Mode::Test, setting, of_sender), test, "{setting:?} {of_sender:?}");
        }
    }

    #[test]
    fn an_account_writes_to_recipients_in_the_language_of_its_owner_until_it_sets_another() {
        for (setting, of_owner, expected) in [
            (None, None, English),
            (None, Some(Spanish), Spanish),
            (Some(Portuguese), None, Portuguese),
            (Some(Portuguese), Some(Spanish), Portuguese),
            (Some(English), Some(Spanish), English),
        ] {
            assert_eq!(of_recipients(setting, of_owner), expected, "{setting:?} {of_owner:?}");
        }
    }
}
