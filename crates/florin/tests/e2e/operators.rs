//! Live deposits and withdrawals by hand: what operators see, what they say, and that it counts once, whichever
//! operator says it how often.

mod alerts;
mod deposits;
mod four_eyes;
mod locked_owners;
mod parked;
mod proof;
mod races;
mod rate_lock;
mod refusals;
mod sent;
mod socket;
mod tariff;
mod watch;
mod withdrawals;

use rules::account::Mode;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::pages;
use crate::support::{
    Client, Ended, Engine, Server, accepted, balance, bank_account, eventually, external_wallet,
};

/// What live money costs here: as in the example that the rules check by hand.
const TARIFF: &str = r#"
[rates]
BRL = "5.43"
USD = "1"

[rails.brl_pix]
deposit_fixed = "0.50"
deposit_percent = "0.5"
withdrawal_fixed = "0.50"
withdrawal_percent = "0.5"
spread = "0.25"
beneficiary_name = "Florin Ltda"
beneficiary = { pix_key = "pay@example.com" }

[rails.usd_ach]
beneficiary_name = "Florin Inc"
beneficiary = { account_number = "000111222333" }

[chain]
withdrawal_fixed = "1.00"
"#;

/// A server with prices for live money, and the desk at which its operators sit.
struct Desk {
    server: Server,
    live: Client,
    folder: TempDir,
}

impl Desk {
    fn open(engine: Engine) -> Desk {
        Desk::open_with(engine, &[])
    }

    /// With more settings of the server.
    fn open_with(engine: Engine, settings: &[&str]) -> Desk {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("tariff.toml");
        std::fs::write(&file, TARIFF).expect("a tariff");
        let tariff = ["--tariff-file", file.to_str().expect("a path in UTF-8")];
        let server = Server::start_with(engine, &[&tariff, settings].concat());
        let live = server.live();
        Desk { server, live, folder }
    }

    /// With so many micro-units of live USDC.
    fn open_with_money(engine: Engine, micros: i64) -> Desk {
        let desk = Desk::open(engine);
        desk.server.fund_live(desk.server.info("email"), micros);
        desk
    }

    /// From now on one operator is enough up to this amount only.
    #[track_caller]
    fn limit(&self, amount: &str) {
        assert_eq!(self.done("ops", &["set-limit", amount])["outcome"], "done");
    }

    /// As if what is proposed came from another machine user than the one that this test runs as.
    fn on_another_machine_user(&self) {
        let elsewhere = "update proposals set machine_user = 'uid 4242'";
        self.server.execute_unguarded("proposals_keep", "proposals", elsewhere);
    }

    /// Gives the server another tariff, and waits until it is in force.
    fn set_tariff(&self, text: &str) {
        std::fs::write(self.folder.path().join("tariff.toml"), text).expect("a tariff");
        let published = format!("published_tariff where body = '{text}'");
        eventually("the tariff is in force", || (pages::count(&self.server, &published) == 1).then_some(()));
    }

    /// `florin ops` as an operator who only looks.
    fn look(&self, arguments: &[&str]) -> Value {
        self.server.florin_json(&[&["ops"], arguments].concat())
    }

    /// `florin ops` as this operator.
    fn act(&self, operator: &str, arguments: &[&str]) -> Ended {
        let evidence = format!("seen by {operator}");
        let own = ["--operator", operator, "--evidence", &evidence, "--json"];
        self.server.florin(&[&["ops"], arguments, &own].concat()).into()
    }

    /// The same, and what came of it; panics if it fails. A proposal is not done, and has an exit code of its own.
    #[track_caller]
    fn done(&self, operator: &str, arguments: &[&str]) -> Value {
        outcome(self.act(operator, arguments))
    }

    /// Money that came on Pix, as this operator saw it.
    #[track_caller]
    fn receive(&self, operator: &str, reference: &str, amount: &str, bank_reference: &str) -> Value {
        self.done(operator, &receipt(reference, amount, bank_reference))
    }

    fn bank_account(&self, rail: &str) -> String {
        self.live.post("/bank_accounts", &bank_account(rail)).id()
    }

    /// A deposit of so many reais that is awaited.
    #[track_caller]
    fn deposit(&self, amount: &str) -> Value {
        let body = json!({ "bank_account_id": self.bank_account("brl_pix"), "amount": amount });
        accepted(&self.live.post("/deposits", &body))
    }

    /// A withdrawal to a bank account in Brazil that is to be paid.
    #[track_caller]
    fn withdrawal(&self, amount: &str) -> Value {
        self.due(self.queued_withdrawal(amount))
    }

    /// One that can still be cancelled.
    #[track_caller]
    fn queued_withdrawal(&self, amount: &str) -> Value {
        let body = json!({ "bank_account_id": self.bank_account("brl_pix"), "amount": amount });
        accepted(&self.live.post("/withdrawals", &body))
    }

    /// A withdrawal to an address on the chain that is to be paid.
    #[track_caller]
    fn chain_withdrawal(&self, amount: &str) -> Value {
        let wallet = self.live.post("/external_wallets", &external_wallet(Mode::Live)).id();
        let body = json!({ "external_wallet_id": wallet, "amount": amount });
        self.due(accepted(&self.live.post("/withdrawals", &body)))
    }

    /// The half minute in which it can be cancelled is over.
    #[track_caller]
    fn due(&self, withdrawal: Value) -> Value {
        let id = text(&withdrawal, "id");
        self.server.execute(&format!("update external_transfers set next_at = 1 where id = '{id}'"));
        eventually("it is to be paid", || {
            let now = self.transaction(&withdrawal);
            (now["status"] == "processing").then_some(now)
        })
    }

    /// The transaction as the API shows it now.
    #[track_caller]
    fn transaction(&self, row: &Value) -> Value {
        accepted(&self.live.get(&format!("/transactions/{}", text(row, "id"))))
    }

    fn balance(&self) -> String {
        balance(&self.live)
    }

    /// The types and amounts of all transactions of the account, newest first.
    fn history(&self) -> Vec<(String, String)> {
        let page = self.live.get("/transactions?page_size=100").json();
        let rows = page["data"].as_array().expect("a list").clone();
        rows.iter().map(|row| (text(row, "type").to_owned(), text(row, "amount").to_owned())).collect()
    }

    /// Kind, operator and facts of what the log says about money, oldest first.
    fn log(&self) -> Vec<(String, String, String)> {
        let log = self.look(&["log"]);
        let lines = log["data"].as_array().expect("a list").iter().rev();
        let of = |line: &Value, field| text(line, field).to_owned();
        let about_money = lines.filter(|line| !text(line, "name").starts_with("limit:"));
        about_money.map(|line| (of(line, "kind"), of(line, "operator"), of(line, "facts"))).collect()
    }

    /// Every row explains every other.
    #[track_caller]
    fn assert_books(&self) {
        self.server.assert_books_balance();
    }
}

/// What came of a command. A proposal is not done, and has an exit code of its own.
#[track_caller]
fn outcome(ended: Ended) -> Value {
    let is_proposed = ended.code == Some(3);
    let told = Ended { code: if is_proposed { Some(0) } else { ended.code }, ..ended }.json();
    assert_eq!(told["outcome"] == "proposed", is_proposed, "{told}");
    told
}

/// The arguments for money that came on Pix, whatever amount is expected.
fn receipt<'a>(reference: &'a str, amount: &'a str, bank_reference: &'a str) -> [&'a str; 11] {
    [
        "deposits",
        "receive",
        "--rail",
        "brl_pix",
        "--reference",
        reference,
        "--amount",
        amount,
        "--bank-reference",
        bank_reference,
        "--amount-differs",
    ]
}

fn text<'a>(row: &'a Value, field: &str) -> &'a str {
    row[field].as_str().unwrap_or_else(|| panic!("no {field}: {row}"))
}

/// What the payer of a deposit must quote.
fn reference(deposit: &Value) -> &str {
    text(&deposit["transfer_instructions"], "reference")
}

/// Checks that a command said no with these words, and printed no result.
#[track_caller]
fn assert_refused(ended: &Ended, words: &[&str]) {
    assert_ended(ended, 1, words);
}

/// The same for a command that was typed wrong.
#[track_caller]
fn assert_wrong_usage(ended: &Ended, words: &[&str]) {
    assert_ended(ended, 2, words);
}

#[track_caller]
fn assert_ended(ended: &Ended, code: i32, words: &[&str]) {
    assert_eq!((ended.code, ended.stdout.as_str()), (Some(code), ""), "{ended:?}");
    for word in words {
        assert!(ended.stderr.contains(word), "no {word:?} in {}", ended.stderr);
    }
}
