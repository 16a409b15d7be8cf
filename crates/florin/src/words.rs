//! What a failed use-case means to an operator, in a sentence.

use app::Failure;
use rules::refusal::{Noun, Refusal};

use crate::stop::Stop;

pub fn explain(failure: Failure) -> Stop {
    let words = match failure {
        Failure::Refused(Refusal::NotFound(Noun::User)) => {
            "there is no user with this e-mail address; make one with: florin user create --email ADDRESS"
                .to_owned()
        }
        Failure::Refused(Refusal::NotFound(Noun::ApiKey)) => {
            "there is no API key with this id; see the ids with: florin key list --email ADDRESS".to_owned()
        }
        Failure::Refused(Refusal::EmailTaken) => {
            "there is already a user with this e-mail address".to_owned()
        }
        Failure::Refused(refusal) => refusal.to_string(),
        Failure::InvalidCursor => "this cursor belongs to another list".to_owned(),
        Failure::Busy => {
            "the database has too much to do right now; nothing was changed, try again".to_owned()
        }
        Failure::Unavailable => {
            "the database does not answer; check with: florin doctor (--log warn shows the cause)".to_owned()
        }
        Failure::Internal => "something went wrong inside Florin; --log warn shows what".to_owned(),
    };
    Stop::Refused(words)
}
