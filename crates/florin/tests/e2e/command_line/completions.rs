//! `florin completions`, and the examples in `--help`.

use std::process::{Command, Stdio};

use crate::support::{florin, run};

#[test]
fn each_shell_gets_a_script_with_all_commands() {
    for (shell, word) in [("bash", "complete -F"), ("zsh", "#compdef florin"), ("fish", "complete -c florin")]
    {
        let printed = run(&mut florin(&["completions", shell]));
        assert_eq!((printed.code, printed.stderr.as_str()), (Some(0), ""), "{shell}");
        for expected in [word, "doctor", "withdrawals", "evidence", "completions"] {
            assert!(printed.stdout.contains(expected), "{shell}: no {expected}");
        }
    }
    let unknown = run(&mut florin(&["completions", "cmd"]));
    assert_eq!((unknown.code, unknown.stdout.as_str()), (Some(2), ""));
}

/// A script that is longer than an argument can be.
fn file(text: &str) -> tempfile::NamedTempFile {
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), text).expect("it is written");
    file
}

#[test]
fn bash_completes_a_command_and_a_flag() {
    let script = run(&mut florin(&["completions", "bash"])).stdout;
    let complete = |words: &str| {
        let count = words.split(' ').count() - 1;
        let ask = format!(
            "{script}\nCOMP_WORDS=({words}); COMP_CWORD={count}; _florin florin \"${{COMP_WORDS[{count}]}}\" \
             \"${{COMP_WORDS[{}]}}\"; echo \"${{COMPREPLY[@]}}\"",
            count - 1
        );
        let script = file(&ask);
        let ran =
            Command::new("bash").arg(script.path()).stderr(Stdio::inherit()).output().expect("bash runs");
        String::from_utf8(ran.stdout).expect("UTF-8").trim().to_owned()
    };
    assert_eq!(complete("florin doc"), "doctor");
    assert_eq!(complete("florin user lo"), "lock");
    assert_eq!(complete("florin user lock --rea"), "--reason");
}

#[test]
fn the_help_of_common_commands_has_examples() {
    for command in [
        &["init"][..],
        &["dev"],
        &["doctor"],
        &["listen"],
        &["trigger"],
        &["completions"],
        &["user", "create"],
        &["user", "find"],
        &["user", "lock"],
        &["key", "create"],
        &["money", "stop"],
        &["ops", "deposits", "receive"],
        &["ops", "withdrawals", "complete"],
        &["ops", "reject"],
    ] {
        let help = run(&mut florin(&[command, &["--help"]].concat()));
        let example = format!("florin {}", command.join(" "));
        let examples = help.stdout.split("Example").nth(1).unwrap_or_default();
        assert!(examples.contains(&example), "{example}: {help:?}");
    }
}
