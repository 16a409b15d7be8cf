//! `florin chain resume`: lets money leave again, after the books were proved and compared with the chain. It never
//! lifts a stop past books that are broken.

use app::{App, StaysStopped};
use rules::freeze::Cause;
use rules::machine_user::MachineUser;
use store::{Finding, VerifyReport};

use crate::command_error::CommandError;
use crate::failure_text::explain;
use crate::operator_commands::money;

pub async fn run(app: &App, accept: bool, by: MachineUser) -> Result<(), CommandError> {
    let seen = app.stops.stops_in_force().await.map_err(explain)?;
    let cause = seen.first().map(|stop| stop.cause);
    if let Some(report) = money::books(app, &seen).await {
        check(&report?, accept, &app.stops.accepted_findings().await.map_err(explain)?)?;
    }
    let resumed = app.chain.resume_chain(&money::ids(&seen), accept, &by.to_string()).await;
    resumed.map_err(|why| stays_stopped(&why, accept, cause))
}

/// What the chain's balances explain is accepted with them, and compared again before the stop is lifted. What an
/// operator accepted before stays accepted.
fn check(report: &VerifyReport, accept: bool, accepted: &[String]) -> Result<(), CommandError> {
    let listed_all = report.found == report.findings.len();
    let can_be_accepted = |finding: &Finding| {
        listed_all
            && (accept && finding.row.starts_with("networks ") || accepted.contains(&finding.fingerprint()))
    };
    match report.findings.iter().find(|finding| !can_be_accepted(finding)) {
        None => Ok(()),
        Some(finding) => Err(CommandError::Refused(format!(
            "outgoing money stays stopped, because the books are broken: {finding}. florin verify lists every such \
             row; repair them, then resume again"
        ))),
    }
}

fn stays_stopped(why: &StaysStopped, accept: bool, cause: Option<Cause>) -> CommandError {
    let stays = match cause {
        Some(_) => "outgoing money stays stopped: ",
        None => "money was not stopped, but ",
    };
    let remedy = match why {
        StaysStopped::Differs(_) if accept => {
            ". This can't be accepted: find out who moved the money, put back what is missing, then resume again"
        }
        StaysStopped::Differs(_) => {
            ". Check each difference. If all of them are your own actions, accept them with florin chain resume \
             --accept"
        }
        // It says itself what to do.
        StaysStopped::TooLittle { .. } => "",
        StaysStopped::Unknown(_) if cause == Some(Cause::ChainRewritten) => {
            ". If the nodes follow the right chain, these books can't continue: docs/OPERATING.md explains how to \
             restore a backup from before that block"
        }
        StaysStopped::Unknown(_) => ". Check the nodes in the chain file, then resume again",
    };
    CommandError::Refused(format!("{stays}{why}{remedy}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_reason_has_a_remedy_of_its_own() {
        let differs = || {
            StaysStopped::Differs(vec!["0x12 has 1.00 USDC on the chain, but 2.00 USDC in the books".into()])
        };
        let unknown = || StaysStopped::Unknown("the node at one.example is unreachable".into());
        let stopped = Some(Cause::ChainDiffers);
        for (why, accept, cause, said) in [
            (differs(), false, stopped, "accept them with florin chain resume --accept"),
            (differs(), true, stopped, "put back what is missing"),
            (unknown(), true, stopped, "Check the nodes in the chain file"),
            (unknown(), false, Some(Cause::ChainRewritten), "restore a backup from before that block"),
            (unknown(), false, None, "money was not stopped, but books and chain were not compared"),
        ] {
            let stop = stays_stopped(&why, accept, cause);
            assert!(stop.message().contains(said), "{stop:?} does not say {said:?}");
            assert_eq!(
                stop.message().contains("--accept"),
                !accept && matches!(why, StaysStopped::Differs(_))
            );
        }
    }

    #[test]
    fn only_what_is_about_balances_on_the_chain_can_be_accepted() {
        let finding = |row: &str| Finding::new(row.to_owned(), "1", "2".to_owned());
        let report = |rows: &[&str]| VerifyReport {
            found: rows.len(),
            findings: rows.iter().map(|row| finding(row)).collect(),
            ..VerifyReport::default()
        };
        assert_eq!(check(&report(&[]), false, &[]), Ok(()));
        assert_eq!(check(&report(&["networks base"]), true, &[]), Ok(()));
        for (rows, accept) in [
            (&["networks base"][..], false),
            (&["ledger_accounts live:fees"], true),
            (&["networks base", "ledger_accounts live:fees"], true),
        ] {
            assert!(check(&report(rows), accept, &[]).is_err(), "{rows:?}");
        }
        let known = [finding("ledger_accounts live:fees").fingerprint()];
        assert_eq!(check(&report(&["ledger_accounts live:fees"]), false, &known), Ok(()), "as it was before");
        let cut_off = VerifyReport { found: 2, ..report(&["networks base"]) };
        assert!(check(&cut_off, true, &[]).is_err());
    }
}
