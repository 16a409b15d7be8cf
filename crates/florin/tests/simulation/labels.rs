//! What can change at any time: what recipients, bank accounts and wallets are called, and who is behind an address.
//! Every change of what GET would show has exactly one event, and nothing else has one.

use std::collections::{BTreeMap, BTreeSet};

use app::{App, CommandResponse, Failure, NewBankAccount, NewExternalWallet};
use rules::account::Caller;
use rules::email_address::EmailAddress;
use rules::evm_address::EvmAddress;
use rules::id::AppId;
use rules::rail::Rail;
use serde_json::Value;

use crate::database::Entry;
use crate::rng::Rng;
use crate::shadow::Shadow;

const NAMES: [&str; 3] = ["One", "Two", "joan"];

#[derive(Clone, Debug)]
pub enum Label {
    BankAccount,
    Wallet,
    Rename {
        id: String,
        name: &'static str,
    },
    Archive(String),
    Nickname {
        recipient: String,
        name: &'static str,
        by_other_app: bool,
    },
    /// A user takes another name.
    Call {
        address: &'static str,
        name: &'static str,
    },
}

/// A recipient, a bank account or a wallet.
#[derive(Clone, Debug, Default)]
struct Labelled {
    account: String,
    /// The address of a recipient.
    address: Option<String>,
    has_wallet: bool,
    name: String,
    status: String,
    counted: i64,
    /// Type and data, by number.
    events: BTreeMap<i64, (String, Value)>,
}

type Shown = Vec<Value>;

#[derive(Default)]
pub struct Labels {
    all: BTreeMap<String, Labelled>,
    /// Names by address.
    people: BTreeMap<String, String>,
    /// By app and recipient.
    nicknames: BTreeMap<(String, String), String>,
    touched: BTreeSet<String>,
}

impl Labels {
    pub fn begin(&mut self) {
        self.touched.clear();
    }

    /// Takes in a line of the journal if it is about a label.
    pub fn apply(&mut self, entry: &Entry) {
        match entry.what.as_str() {
            "recipient" => {
                let (account, address) = (entry.text(0), Some(entry.text(1)));
                let known = Labelled { account, address, counted: entry.int(2), ..Labelled::default() };
                self.all.insert(entry.id.clone(), known);
            }
            "label" => {
                let known = self.all.entry(entry.id.clone()).or_default();
                (known.account, known.name) = (entry.text(0), entry.text(1));
                assert!(known.status != "archived" || entry.text(2) == "archived", "{} came back", entry.id);
                (known.status, known.counted) = (entry.text(2), entry.int(3));
            }
            "known" => {
                let known = self.all.get_mut(&entry.id).expect("a recipient");
                (known.counted, known.has_wallet) = (entry.int(0), entry.optional_text(1).is_some());
            }
            "nickname" => _ = self.nicknames.insert((entry.text(0), entry.id.clone()), entry.text(1)),
            "person" => {
                self.people.insert(entry.text(0), entry.text(1));
                let address = Some(entry.text(0));
                let met = self.all.iter().filter(|(_, known)| known.address == address);
                self.touched.extend(met.map(|(id, _)| id.clone()));
                return;
            }
            "event" => {
                let Some(known) = self.all.get_mut(&entry.id) else { return };
                let data = serde_json::from_str(&entry.text(3)).expect("JSON");
                assert_eq!(entry.text(2), known.account, "the event of {} is its account's", entry.id);
                let before = known.events.insert(entry.int(1), (entry.text(0), data));
                assert!(before.is_none(), "{} has two events with one number", entry.id);
            }
            _ => return,
        }
        self.touched.insert(entry.id.clone());
    }

    pub fn is_archived(&self, id: &str) -> bool {
        self.all.get(id).is_some_and(|known| known.status == "archived")
    }

    /// A spare bank account or wallet, mostly of this account.
    pub fn destination(&self, rng: &mut Rng, account: &str) -> Option<String> {
        let is_any = rng.chance(10);
        let some: Vec<&String> = self
            .all
            .iter()
            .filter(|(_, known)| known.address.is_none() && (is_any || known.account == account))
            .map(|(id, _)| id)
            .collect();
        rng.pick(&some).map(|id| (*id).clone())
    }

    /// Whose it is.
    pub fn owner(&self, wish: &Label) -> Option<&str> {
        let id = match wish {
            Label::Rename { id, .. } | Label::Archive(id) | Label::Nickname { recipient: id, .. } => id,
            Label::BankAccount | Label::Wallet | Label::Call { .. } => return None,
        };
        self.account_of(id)
    }

    pub fn account_of(&self, id: &str) -> Option<&str> {
        self.all.get(id).map(|known| known.account.as_str())
    }

    /// What GET shows of what can change. An address is shown as it was first written; its case is left out here.
    fn shown(&self, shadow: &Shadow, id: &str, known: &Labelled) -> Shown {
        let Some(address) = &known.address else {
            return vec![known.name.clone().into(), known.status.clone().into()];
        };
        let account = &shadow.accounts[&known.account];
        let nickname =
            self.nicknames.get(&(account.app.clone(), id.to_owned())).filter(|text| !text.is_empty());
        // Who was paid live money is shown by name, and no one else.
        let person = self.people.get(address).filter(|_| known.has_wallet && account.mode == "live");
        let local_part = address.split('@').next().unwrap_or_default();
        let name = person.map_or(local_part, String::as_str).to_lowercase();
        vec![name.into(), known.has_wallet.into(), nickname.map_or(Value::Null, |text| text.clone().into())]
    }

    pub fn check(&self, shadow: &Shadow) {
        for id in &self.touched {
            let known = &self.all[id];
            let numbers: Vec<i64> = known.events.keys().copied().collect();
            assert_eq!(numbers, (1..=known.counted).collect::<Vec<_>>(), "the events of {id} have no gap");
            let told: Vec<(&str, Shown)> =
                known.events.values().map(|(kind, data)| (kind.as_str(), fields(known, data))).collect();
            let mut last = told.last().unwrap_or_else(|| panic!("{id} has no event")).1.clone();
            if let (Some(_), Value::String(name)) = (&known.address, &last[0]) {
                last[0] = name.to_lowercase().into();
            }
            assert_eq!(last, self.shown(shadow, id, known), "the last event of {id} shows what is there");
            assert!(told[0].0.ends_with(".created"), "{id} began with {}", told[0].0);
            for pair in told.windows(2) {
                let [(_, before), (kind, after)] = pair else { unreachable!("they are pairs") };
                assert_ne!(before, after, "{id} was told of what had not changed");
                let (_, happened) = kind.split_once('.').expect("an object and what happened");
                let expected = match (&before[1], &after[1]) {
                    (Value::Bool(false), Value::Bool(true)) => "joined",
                    (Value::String(was), Value::String(is)) if was != is => "archived",
                    _ => "updated",
                };
                assert_eq!(happened, expected, "{id}: {before:?}, then {after:?}");
            }
        }
    }
}

/// What an event shows of what can change.
fn fields(known: &Labelled, data: &Value) -> Shown {
    let fields: &[&str] = match known.address {
        Some(_) => &["display_name", "on_platform", "nickname"],
        None => &["name", "status"],
    };
    fields.iter().map(|field| data.get(*field).cloned().unwrap_or(Value::Null)).collect()
}

/// A wish of this kind, and the account it is about.
pub fn wish(rng: &mut Rng, shadow: &Shadow, any_account: String) -> (String, Label) {
    let name = *rng.pick(&NAMES).expect("some");
    // Money is on its way through the bank accounts that people began with.
    let spare = |(id, known): &(&String, &Labelled)| {
        known.address.is_none() && !shadow.bank_accounts.values().any(|used| used == *id)
    };
    let some: Vec<(&String, &Labelled)> = shadow.labels.all.iter().filter(spare).collect();
    let recipients: Vec<(&String, &Labelled)> =
        shadow.labels.all.iter().filter(|(_, known)| known.address.is_some()).collect();
    let (kind, owned, known) = (rng.below(10), rng.pick(&some).copied(), rng.pick(&recipients).copied());
    let stranger = rng.chance(5);
    let by = |known: &Labelled| if stranger { any_account.clone() } else { known.account.clone() };
    match (kind, owned, known) {
        (2..4, Some((id, known)), _) => (by(known), Label::Rename { id: id.clone(), name }),
        (4, Some((id, known)), _) => (by(known), Label::Archive(id.clone())),
        (5..8, _, Some((id, known))) => {
            let by_other_app = rng.chance(30);
            (by(known), Label::Nickname { recipient: id.clone(), name, by_other_app })
        }
        (8.., _, _) => {
            let address = *rng.pick(&crate::wishes::FOUNDERS).expect("some");
            (any_account, Label::Call { address, name })
        }
        (0, _, _) => (any_account, Label::BankAccount),
        _ => (any_account, Label::Wallet),
    }
}

pub async fn ask(app: &App, caller: &Caller, wish: Label) -> Result<CommandResponse, Failure> {
    match wish {
        Label::BankAccount => {
            let details = r#"{"pix_key":"bob@example.com"}"#.to_owned();
            let new = NewBankAccount { name: "Spare".to_owned(), rail: Rail::BrlPix, details };
            app.external_transfers.create_bank_account(caller, new, None).await
        }
        Label::Wallet => {
            let address =
                EvmAddress::parse("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed").expect("an address");
            let chain = app.accounts.chain_of(caller.mode).name().to_owned();
            let new = NewExternalWallet { name: "Cold".to_owned(), chain, address };
            app.external_transfers.create_external_wallet(caller, new, None).await
        }
        Label::Rename { id, name } if id.starts_with("ba_") => {
            app.external_transfers.rename_bank_account(caller, &id, name.to_owned()).await
        }
        Label::Rename { id, name } => {
            app.external_transfers.rename_external_wallet(caller, &id, name.to_owned()).await
        }
        Label::Archive(id) if id.starts_with("ba_") => {
            app.external_transfers.archive_bank_account(caller, &id, None).await
        }
        Label::Archive(id) => app.external_transfers.archive_external_wallet(caller, &id, None).await,
        Label::Nickname { recipient, name, by_other_app } => {
            let app_id = if by_other_app { AppId::new(1, [7; 10]) } else { caller.app };
            let caller = Caller { app: app_id, ..*caller };
            app.payouts.update_recipient(&caller, &recipient, Some(name.to_owned())).await
        }
        Label::Call { address, name } => {
            app.rename_at_once(EmailAddress::parse(address).expect("an address"), name.to_owned()).await
        }
    }
}
