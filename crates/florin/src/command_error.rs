//! Why a command failed.

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CommandError {
    /// Settings are missing or wrong: nothing was tried.
    Usage(String),
    /// It was tried, and refused or failed.
    Refused(String),
}

impl CommandError {
    pub fn message(&self) -> &str {
        match self {
            CommandError::Usage(message) | CommandError::Refused(message) => message,
        }
    }

    pub const fn exit_code(&self) -> u8 {
        match self {
            CommandError::Usage(_) => 2,
            CommandError::Refused(_) => 1,
        }
    }
}

impl From<store::Error> for CommandError {
    fn from(error: store::Error) -> CommandError {
        CommandError::Refused(error.to_string())
    }
}
