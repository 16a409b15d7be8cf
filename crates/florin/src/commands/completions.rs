//! `florin completions`: a script that completes commands and flags in a shell.

use std::process::ExitCode;

use clap::{Args, Command, ValueEnum};
use clap_complete::Shell;

use crate::command_error::CommandError;
use crate::output;

/// The shells that the tests know.
#[derive(Clone, Copy, ValueEnum)]
enum CompletedShell {
    Bash,
    Zsh,
    Fish,
}

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    florin completions bash > /usr/share/bash-completion/completions/florin\n  \
    florin completions zsh > /usr/local/share/zsh/site-functions/_florin\n  \
    florin completions fish > ~/.config/fish/completions/florin.fish")]
pub struct CompletionsFlags {
    /// The shell
    shell: CompletedShell,
}

pub fn run(flags: &CompletionsFlags, mut command: Command) -> Result<ExitCode, CommandError> {
    let shell = match flags.shell {
        CompletedShell::Bash => Shell::Bash,
        CompletedShell::Zsh => Shell::Zsh,
        CompletedShell::Fish => Shell::Fish,
    };
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "florin", &mut script);
    output::text(String::from_utf8(script).expect("names and texts are UTF-8").trim_end());
    Ok(ExitCode::SUCCESS)
}
