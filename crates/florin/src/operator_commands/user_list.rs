//! `florin user list` and `florin user find`: users, newest first.

use std::collections::BTreeMap;
use std::process::ExitCode;

use app::clock::Clock;
use app::{ListedUser, LockReason, UserLock};
use clap::Args;
use rules::id::UserId;
use serde_json::{Value, json};

use super::Backend;
use crate::command_error::CommandError;
use crate::flags::OperatorFlags;
use crate::output;
use crate::passwd;
use crate::table::{self, age, quoted};

/// The locks of users who are locked.
pub type Locks = BTreeMap<UserId, UserLock>;

/// Which part of a list is shown.
#[derive(Args)]
struct PageFlags {
    /// Number of users
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u16).range(1..=1_000))]
    limit: u16,
    /// Only users after this ID, usr_…, such as the last one shown
    #[arg(long, value_name = "ID")]
    after: Option<String>,
}

impl PageFlags {
    fn after(&self) -> Result<Option<UserId>, CommandError> {
        let parse = |text: &String| {
            UserId::parse(text).ok_or_else(|| {
                CommandError::Usage(format!("--after: {text:?} is not the ID of a user, usr_…"))
            })
        };
        self.after.as_ref().map(parse).transpose()
    }
}

#[derive(Args)]
pub struct UserListFlags {
    #[command(flatten)]
    page: PageFlags,
    #[command(flatten)]
    pub operator: OperatorFlags,
}

#[derive(Args)]
#[command(after_help = "Examples:\n  florin user find ada@example.com\n  florin user find acme\n  \
                        florin user find acct_01m7fn2fvne0w86zhbs5y8ptqj")]
pub struct UserFindFlags {
    /// Part of an email address or name, or the ID of a user or account
    text: String,
    #[command(flatten)]
    page: PageFlags,
    #[command(flatten)]
    pub operator: OperatorFlags,
}

pub async fn list(flags: UserListFlags, backend: &Backend) -> Result<ExitCode, CommandError> {
    let (after, limit, given) = (flags.page.after()?, usize::from(flags.page.limit), flags.operator.given());
    let listing = backend.with_app("florin user list", given, async |app| {
        let users = app.identity.list_users(after, limit + 1).await?;
        let locks = app.identity.locks_of(users.iter().map(|listed| &listed.user)).await?;
        Ok((users, locks))
    });
    let (users, locks) = listing.await?;
    let is_more = users.len() > limit;
    let shown = &users[..users.len().min(limit)];
    show(shown, &locks, is_more, ("There are no users.", "florin user list"), flags.operator.json);
    Ok(ExitCode::SUCCESS)
}

pub async fn find(flags: UserFindFlags, backend: &Backend) -> Result<ExitCode, CommandError> {
    let (text, given) = (flags.text.trim().to_owned(), flags.operator.given());
    let (after, limit) = (flags.page.after()?, usize::from(flags.page.limit));
    if text.is_empty() {
        return Err(CommandError::Usage(
            "florin user find: enter part of an email address or name".to_owned(),
        ));
    }
    let finding = backend.with_app("florin user find", given, async |app| {
        let found = app.identity.find_users(&text, after, limit + 1).await?;
        let locks = app.identity.locks_of(found.iter().map(|listed| &listed.user)).await?;
        Ok((found, locks))
    });
    let (found, locks) = finding.await?;
    if found.is_empty() && !flags.operator.json {
        return Err(CommandError::Refused(format!("no user's address, name or ID matches {text:?}")));
    }
    let is_more = found.len() > limit;
    let command = format!("florin user find {}", quoted(&text));
    show(&found[..found.len().min(limit)], &locks, is_more, ("", &command), flags.operator.json);
    Ok(ExitCode::SUCCESS)
}

/// When, by whom and why a user was locked.
pub fn locked(lock: &UserLock) -> String {
    let LockReason { machine_user, reason } = &lock.by;
    format!("locked at {} by {}: {reason}", lock.since, passwd::described(*machine_user))
}

/// `command` is the command that lists the next page.
fn show(users: &[ListedUser], locks: &Locks, is_more: bool, (nothing, command): (&str, &str), as_json: bool) {
    let last = users.last().map(|listed| listed.user.id).filter(|_| is_more);
    if as_json {
        let data: Vec<Value> = users.iter().map(|listed| record(listed, locks)).collect();
        return output::json(&json!({ "data": data, "next_after": last.map(|id| id.to_string()) }));
    }
    if users.is_empty() {
        return output::text(nothing);
    }
    let now = Clock::system().now();
    let rows: Vec<[String; 6]> = users
        .iter()
        .map(|ListedUser { user, live, .. }| {
            [
                user.id.to_string(),
                user.name.clone(),
                user.email.to_string(),
                user.account_type.name().to_owned(),
                match user.locked_at {
                    Some(at) => format!("{} (locked {})", age(user.created_at, now), age(at, now)),
                    None => age(user.created_at, now),
                },
                live.map(|id| id.to_string()).unwrap_or_default(),
            ]
        })
        .collect();
    table::show(["ID", "NAME", "EMAIL", "TYPE", "CREATED", "LIVE ACCOUNT"], &rows);
    for (user, lock) in users.iter().filter_map(|listed| Some((&listed.user, locks.get(&listed.user.id)?))) {
        output::text(&format!("{} was {}", user.email, locked(lock)));
    }
    if let Some(last) = last {
        output::text(&format!("There are more. List the next ones with: {command} --after {last}"));
    }
}

/// Never the password's hash, nor the second factor.
fn record(listed: &ListedUser, locks: &Locks) -> Value {
    let ListedUser { user, live, test } = listed;
    let lock = locks.get(&user.id);
    json!({
        "id": user.id.to_string(),
        "name": user.name,
        "email": user.email.as_str(),
        "account_type": user.account_type.name(),
        "live_account_id": live.map(|id| id.to_string()),
        "test_account_id": test.map(|id| id.to_string()),
        "has_second_factor": user.second_factor.is_some(),
        "created_at": user.created_at.to_string(),
        "locked_at": user.locked_at.map(|at| at.to_string()),
        "locked_by": lock.map(|lock| lock.by.machine_user.to_string()),
        "lock_reason": lock.map(|lock| &lock.by.reason),
    })
}
