//! Why a command ends without having done what it was asked to do.

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    /// Settings are missing or wrong: nothing was tried.
    Usage(String),
    /// It was tried, and refused or failed.
    Refused(String),
}

impl Stop {
    pub fn message(&self) -> &str {
        match self {
            Stop::Usage(message) | Stop::Refused(message) => message,
        }
    }

    pub const fn exit_code(&self) -> u8 {
        match self {
            Stop::Usage(_) => 2,
            Stop::Refused(_) => 1,
        }
    }
}

impl From<store::Error> for Stop {
    fn from(error: store::Error) -> Stop {
        Stop::Refused(error.to_string())
    }
}
