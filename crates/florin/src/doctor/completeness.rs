//! What a server works without, but its users or its operator will miss: prices for live money, an address for
//! questions, and backups.

use std::path::Path;

use rules::email_address::EmailAddress;
use rules::time::Timestamp;

use super::Check;
use crate::settings::{ServerSettings, tariff};

/// A backup a day, and half a day for one that is late.
const NEWEST_BACKUP_HOURS: i64 = 36;

pub fn examine(settings: &ServerSettings, backups: Option<&Path>, now: Timestamp) -> Vec<Check> {
    vec![
        tariff_check(settings.tariff_file.as_deref()),
        support(settings.brand.support_email.as_deref()),
        alerts(settings.app.alert_email.as_ref()),
        newest_backup(backups, now),
    ]
}

fn tariff_check(file: Option<&Path>) -> Check {
    let Some(file) = file else {
        return Check::incomplete(
            "tariff",
            "tariff_file is not set: live deposits and withdrawals are closed",
        );
    };
    let shown = file.display();
    let read = std::fs::read_to_string(file).map_err(|error| error.to_string());
    match read.and_then(|text| tariff::parse(&text)) {
        Err(problem) => Check::bad("tariff", format!("{shown}: {problem}")),
        Ok(tariff) if tariff.rails.is_empty() && tariff.chain.is_none() => Check::incomplete(
            "tariff",
            format!("{shown} opens no rail: live deposits and withdrawals are closed"),
        ),
        Ok(tariff) => {
            let rails = tariff.rails.keys().map(|rail| rail.payment_rail());
            let open: Vec<&str> = rails.chain(tariff.chain.as_ref().map(|_| "chain")).collect();
            Check::good("tariff", format!("{shown} opens {}", open.join(", ")))
        }
    }
}

fn support(address: Option<&str>) -> Check {
    match address {
        Some(address) => Check::good("support", format!("users are told to write to {address}")),
        None => Check::incomplete(
            "support",
            "support_email is not set: pages and emails don't tell users where to get help",
        ),
    }
}

fn alerts(address: Option<&EmailAddress>) -> Check {
    match address {
        Some(address) => Check::good("alerts", format!("operators are emailed at {address}")),
        None => Check::incomplete(
            "alerts",
            "alert_email is not set: operators get no email when a withdrawal waits or money is stopped",
        ),
    }
}

/// Whatever makes the backups, the newest file tells when it last did.
fn newest_backup(folder: Option<&Path>, now: Timestamp) -> Check {
    let Some(folder) = folder else {
        return Check::incomplete("backups", "backup_folder is not set, so Florin can't check your backups");
    };
    let shown = folder.display();
    match newest_file(folder) {
        Err(error) => Check::bad("backups", format!("{shown}: {error}")),
        Ok(None) => Check::incomplete("backups", format!("{shown} has no backup")),
        Ok(Some(at)) => {
            let newest = format!("the newest backup in {shown} is from {at}");
            if at.plus_seconds(NEWEST_BACKUP_HOURS * 3_600) < now {
                let late = format!("more than {NEWEST_BACKUP_HOURS} hours ago; check the backup job");
                Check::incomplete("backups", format!("{newest}, {late}"))
            } else {
                Check::good("backups", newest)
            }
        }
    }
}

/// When the newest file of a folder was written. An empty file is no backup.
fn newest_file(folder: &Path) -> std::io::Result<Option<Timestamp>> {
    let mut newest = None;
    for entry in folder.read_dir()? {
        let metadata = entry?.metadata()?;
        if !metadata.is_file() || metadata.len() == 0 {
            continue;
        }
        let since = metadata.modified()?.duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        let at = i64::try_from(since.as_micros()).map(Timestamp::from_micros).ok();
        newest = newest.max(at);
    }
    Ok(newest)
}

#[cfg(test)]
mod tests {
    use super::{NEWEST_BACKUP_HOURS, alerts, newest_backup, newest_file, support, tariff_check};
    use crate::doctor::{Check, State};
    use std::fs;

    fn found(check: &Check, state: State, words: &str) {
        assert_eq!(check.state, state, "{}", check.detail);
        assert!(check.detail.contains(words), "{}", check.detail);
    }

    #[test]
    fn a_tariff_that_is_missing_or_opens_nothing_is_incomplete_and_an_invalid_one_fails() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("tariff.toml");
        found(&tariff_check(None), State::Incomplete, "tariff_file is not set");
        found(&tariff_check(Some(&file)), State::Failed, "tariff.toml");
        fs::write(&file, "# [chain]\n").unwrap();
        found(&tariff_check(Some(&file)), State::Incomplete, "opens no rail");
        fs::write(&file, "[rails.brl_pix]\n").unwrap();
        found(&tariff_check(Some(&file)), State::Failed, "requires a rate");
        fs::write(&file, "[rates]\nBRL = \"5.43\"\n[rails.brl_pix]\n[chain]\n").unwrap();
        found(&tariff_check(Some(&file)), State::Ok, "opens brl_pix, chain");
    }

    #[test]
    fn an_address_for_questions_is_shown_or_missed() {
        found(&support(Some("help@example.com")), State::Ok, "help@example.com");
        found(&support(None), State::Incomplete, "support_email is not set");
    }

    #[test]
    fn an_address_for_alerts_is_shown_or_missed() {
        let address = rules::email_address::EmailAddress::parse("ops@example.com").unwrap();
        found(&alerts(Some(&address)), State::Ok, "ops@example.com");
        found(&alerts(None), State::Incomplete, "alert_email is not set");
    }

    #[test]
    fn backups_are_missed_when_there_are_none_or_the_newest_is_old() {
        let folder = tempfile::tempdir().unwrap();
        let now = rules::time::Timestamp::parse("2026-11-19T12:00:00Z").unwrap();
        found(&newest_backup(None, now), State::Incomplete, "backup_folder is not set");
        found(&newest_backup(Some(&folder.path().join("none")), now), State::Failed, "none");
        fs::create_dir(folder.path().join("a folder")).unwrap();
        fs::write(folder.path().join("empty"), "").unwrap();
        found(&newest_backup(Some(folder.path()), now), State::Incomplete, "has no backup");
        fs::write(folder.path().join("florin.db"), "rows").unwrap();
        let written = newest_file(folder.path()).unwrap().expect("a file");
        let at = |hours: i64| newest_backup(Some(folder.path()), written.plus_seconds(hours * 3_600));
        found(&at(NEWEST_BACKUP_HOURS - 1), State::Ok, "the newest backup");
        found(&at(NEWEST_BACKUP_HOURS + 1), State::Incomplete, "the newest backup");
    }
}
