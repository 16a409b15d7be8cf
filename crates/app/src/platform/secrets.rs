//! The server's secrets: one master secret for each version, from which every key is derived.

use data_encoding::BASE64;
use zeroize::Zeroizing;

use crate::platform::dice::Dice;

/// The longest list of versions that is of any use.
const MAX_VERSIONS: usize = 16;

/// Master secrets, oldest version first. New data uses the last; all of them can read.
pub struct Secrets {
    versions: Vec<(u8, Zeroizing<[u8; 32]>)>,
}

impl Secrets {
    /// Reads `1:BASE64,2:BASE64`: a version number and 32 bytes, for each version.
    pub fn parse(text: &str) -> Result<Secrets, String> {
        let mut versions = Vec::new();
        for part in text.trim().split(',') {
            let (version, secret) = part.trim().split_once(':').ok_or(FORM)?;
            let version: u8 = version.parse().map_err(|_| FORM)?;
            let bytes = Zeroizing::new(BASE64.decode(secret.as_bytes()).map_err(|_| FORM)?);
            let secret: [u8; 32] = bytes.as_slice().try_into().map_err(|_| FORM)?;
            if version == 0 || versions.last().is_some_and(|(last, _)| *last >= version) {
                return Err("secret versions must start at 1 and ascend".to_owned());
            }
            if secret.iter().all(|byte| *byte == secret[0]) {
                return Err("this secret is a constant, not random bytes".to_owned());
            }
            versions.push((version, Zeroizing::new(secret)));
        }
        if versions.len() > MAX_VERSIONS {
            return Err(format!("at most {MAX_VERSIONS} secret versions"));
        }
        Ok(Secrets { versions })
    }

    /// A first secret in the form that [`Secrets::parse`] reads.
    pub fn generate(dice: &Dice) -> String {
        format!("1:{}", BASE64.encode(&dice.bytes::<32>()))
    }

    pub(crate) fn versions(&self) -> impl Iterator<Item = (u8, &[u8; 32])> {
        self.versions.iter().map(|(version, secret)| (*version, &**secret))
    }
}

const FORM: &str = "write secrets as VERSION:BASE64 with 32 random bytes each, separated by commas; create one \
                    with: printf '1:%s' \"$(head -c 32 /dev/urandom | base64)\"";

#[cfg(test)]
mod tests {
    use super::Secrets;
    use crate::platform::dice::Dice;

    #[test]
    fn a_generated_secret_is_readable_and_a_broken_one_says_how_to_write_it() {
        let good = Secrets::generate(&Dice::system());
        assert!(Secrets::parse(&good).is_ok());
        assert!(Secrets::parse(&format!("{good},2:{}", &good[2..])).is_ok());
        let zeros = format!("1:{}", data_encoding::BASE64.encode(&[0; 32]));
        for wrong in
            ["", "1:", "secret", &good[2..], &good[..20], &format!("{good},1:{}", &good[2..]), &zeros]
        {
            assert!(Secrets::parse(wrong).is_err(), "{wrong}");
        }
    }
}
