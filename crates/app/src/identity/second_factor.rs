//! The second factor: codes of an authenticator (TOTP, RFC 6238), and recovery codes for when it is lost.

use data_encoding::{BASE32_NOPAD, BASE64URL_NOPAD};
use rules::decisions::user::{Edit, Factor};
use rules::refusal::Refusal;
use rules::security::ClientInfo;
use rules::time::MICROS_PER_SECOND;
use rules::user::{SecondFactor, User};
use totp_rs::{Builder, Totp};

use crate::identity::Identity;
use crate::platform::failure::Failure;
use crate::platform::session::SignedIn;

const SECRET_LENGTH: usize = 20;
const RECOVERY_CODES: usize = 10;
const RECOVERY_LENGTH: usize = 12;

/// A secret that is offered to an authenticator, and not yet in use.
pub struct Enrolment {
    /// For typing.
    pub secret: String,
    /// For a QR code.
    pub address: String,
    /// Carried by the form until the first code proves that the authenticator has the secret.
    pub sealed: String,
}

impl Identity {
    pub fn offer_second_factor(&self, signed_in: &SignedIn, issuer: &str) -> Enrolment {
        let secret: [u8; SECRET_LENGTH] = self.platform.dice.bytes();
        self.enrolment(signed_in, issuer, &secret)
    }

    /// The same offer once more, if the first code was wrong.
    pub fn repeat_offer(&self, signed_in: &SignedIn, issuer: &str, sealed: &str) -> Option<Enrolment> {
        Some(self.enrolment(signed_in, issuer, &self.open_offer(signed_in, sealed)?))
    }

    fn enrolment(&self, signed_in: &SignedIn, issuer: &str, secret: &[u8; SECRET_LENGTH]) -> Enrolment {
        let text = BASE32_NOPAD.encode(secret);
        let encode = |text: &str| percent(text);
        let (issuer, email) = (encode(issuer), encode(signed_in.user.email.as_str()));
        let address = format!("otpauth://totp/{issuer}:{email}?secret={text}&issuer={issuer}");
        let sealed = self.platform.vault.seal(&self.platform.dice, &offer_place(signed_in), secret);
        Enrolment { secret: text, address, sealed: BASE64URL_NOPAD.encode(&sealed) }
    }

    fn open_offer(&self, signed_in: &SignedIn, sealed: &str) -> Option<[u8; SECRET_LENGTH]> {
        let sealed = BASE64URL_NOPAD.decode(sealed.as_bytes()).ok()?;
        self.platform.vault.open(&offer_place(signed_in), &sealed)?.try_into().ok()
    }

    /// Turns the second factor on, and returns the recovery codes: the only time they are shown.
    pub async fn turn_on_second_factor(
        &self,
        signed_in: &SignedIn,
        sealed: &str,
        code: &str,
        client_info: &ClientInfo,
    ) -> Result<Vec<String>, Failure> {
        let secret = self.open_offer(signed_in, sealed).ok_or(Refusal::SignInFailed)?;
        let step = self.step_of(&secret, code).ok_or(Refusal::SignInFailed)?;
        let (codes, recovery) = self.recovery_codes();
        let sealed_secret = self.platform.vault.seal(&self.platform.dice, &place(&signed_in.user), &secret);
        let edit = Edit::SecondFactor(SecondFactor { sealed_secret, last_step: step, recovery });
        self.edit(signed_in, edit, client_info).await?;
        Ok(codes)
    }

    pub async fn turn_off_second_factor(
        &self,
        signed_in: &SignedIn,
        client_info: &ClientInfo,
    ) -> Result<(), Failure> {
        self.edit(signed_in, Edit::NoSecondFactor, client_info).await
    }

    /// New recovery codes instead of those that are left.
    pub async fn new_recovery_codes(
        &self,
        signed_in: &SignedIn,
        client_info: &ClientInfo,
    ) -> Result<Vec<String>, Failure> {
        let (codes, hashes) = self.recovery_codes();
        self.edit(signed_in, Edit::RecoveryCodes(hashes), client_info).await?;
        Ok(codes)
    }

    fn recovery_codes(&self) -> (Vec<String>, Vec<[u8; 32]>) {
        let code = || {
            let bytes: [u8; RECOVERY_LENGTH] = self.platform.dice.bytes();
            BASE32_NOPAD.encode(&bytes)[..RECOVERY_LENGTH].to_ascii_lowercase()
        };
        let codes: Vec<String> = std::iter::repeat_with(code).take(RECOVERY_CODES).collect();
        let hashes = codes.iter().map(|code| self.platform.vault.hash_credential(code).0).collect();
        (codes, hashes)
    }

    /// What a user typed, as far as it fits the user's second factor.
    pub(super) fn factor(&self, user: &User, code: &str) -> Option<Factor> {
        let second = user.second_factor.as_ref()?;
        let typed: String = code.chars().filter(|letter| !letter.is_whitespace() && *letter != '-').collect();
        let typed = typed.to_ascii_lowercase();
        if typed.len() == RECOVERY_LENGTH {
            let hash =
                self.platform.vault.credential_hashes(&typed).find(|hash| second.recovery.contains(hash));
            return hash.map(Factor::Recovery);
        }
        let secret = self.platform.vault.open(&place(user), &second.sealed_secret)?;
        self.step_of(&secret, &typed).map(Factor::Step)
    }

    /// The step of time that a code belongs to: this one, the one before or the one after.
    fn step_of(&self, secret: &[u8], code: &str) -> Option<i64> {
        let typed: String = code.chars().filter(|letter| !letter.is_whitespace()).collect();
        let seconds = u64::try_from(self.platform.clock.now().micros() / MICROS_PER_SECOND).ok()?;
        let step = totp(secret)?.check(&typed, seconds)?;
        i64::try_from(step).ok()
    }
}

fn totp(secret: &[u8]) -> Option<Totp> {
    Builder::new().with_secret(secret.to_vec()).build().ok()
}

fn place(user: &User) -> String {
    format!("users.factor_secret {}", user.id)
}

fn offer_place(signed_in: &SignedIn) -> String {
    format!("second factor offered to {}", signed_in.session.id)
}

/// Everything but letters and digits, percent-encoded.
fn percent(text: &str) -> String {
    let encode = |byte: u8| {
        if byte.is_ascii_alphanumeric() { char::from(byte).to_string() } else { format!("%{byte:02X}") }
    };
    text.bytes().map(encode).collect()
}
