//! A statement for bookkeeping programs: OFX 2.1.1, XML. Fees are transactions of their own, because OFX has no other
//! place for them, so the amounts add up to the difference between the balances.

use i18n::Locale;
use rules::language::Language;
use rules::money::Amount;
use rules::time::Timestamp;

use super::{Movement, MovementKind, Statement};

/// ISO 4217 for "no currency": OFX takes no other code that would be true.
const CURRENCY: &str = "XXX";
const MAX_NAME: usize = 32;
const MAX_MEMO: usize = 255;
const MAX_BANK_ID: usize = 9;
const MAX_ACCOUNT_ID: usize = 22;

/// Writes a file part by part: the head, any number of movements, and the end.
#[derive(Clone, Copy, Debug)]
pub struct OfxStatement {
    locale: Locale,
    is_test: bool,
}

impl OfxStatement {
    pub fn new(statement: &Statement) -> (OfxStatement, Vec<u8>) {
        let file = OfxStatement { locale: statement.locale, is_test: statement.is_test };
        let end = statement.as_of.unwrap_or(statement.ends_at);
        let head = format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n\
             <?OFX OFXHEADER=\"200\" VERSION=\"211\" SECURITY=\"NONE\" OLDFILEUID=\"NONE\" NEWFILEUID=\"NONE\"?>\n\
             <OFX>\n<SIGNONMSGSRSV1><SONRS><STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS>\
             <DTSERVER>{end}</DTSERVER><LANGUAGE>{language}</LANGUAGE></SONRS></SIGNONMSGSRSV1>\n\
             <BANKMSGSRSV1><STMTTRNRS><TRNUID>0</TRNUID>\
             <STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS>\n\
             <STMTRS><CURDEF>{CURRENCY}</CURDEF>\
             <BANKACCTFROM><BANKID>{bank}</BANKID><ACCTID>{account}</ACCTID><ACCTTYPE>CHECKING</ACCTTYPE>\
             </BANKACCTFROM>\n<BANKTRANLIST><DTSTART>{start}</DTSTART><DTEND>{end}</DTEND>\n",
            end = date_time(end),
            language = language(statement.locale.language()),
            start = date_time(statement.starts_at),
            bank = bank_id(&statement.brand.name),
            account = file.account_id(&statement.holder.account),
        );
        (file, head.into_bytes())
    }

    pub fn movement(self, movement: &Movement) -> Vec<u8> {
        let mut entries = String::new();
        let id = match movement.kind {
            MovementKind::Return => format!("{}:return", movement.transaction),
            MovementKind::Payout
            | MovementKind::InboundTransfer
            | MovementKind::Deposit
            | MovementKind::Withdrawal => movement.transaction.clone(),
        };
        let memo = match movement.reference.as_str() {
            "" => movement.description.clone(),
            reference => format!("{} \u{b7} {reference}", movement.description),
        };
        self.entry(
            &mut entries,
            Entry { id: &id, name: &movement.description, memo: &memo, ..Entry::of(movement) },
        );
        if movement.fee != Amount::ZERO {
            let fee = Amount::from_micros(-movement.fee.micros());
            let entry = Entry {
                id: &format!("{id}:fee"),
                kind: "FEE",
                name: self.locale.text("label-fee"),
                memo: &memo,
                ..Entry::of(movement)
            };
            self.entry(&mut entries, Entry { amount: fee, ..entry });
        }
        entries.into_bytes()
    }

    /// A file without this was broken off, and is no XML.
    pub fn end(self, at: Timestamp, closing: Amount) -> Vec<u8> {
        let currency = self.locale.text("statement-ofx-currency");
        let note = match self.is_test {
            true => format!("{} {currency}", self.locale.text("document-test-note")),
            false => currency.to_owned(),
        };
        format!(
            "</BANKTRANLIST>\n<LEDGERBAL><BALAMT>{closing}</BALAMT><DTASOF>{}</DTASOF></LEDGERBAL>\n\
             <MKTGINFO>{}</MKTGINFO></STMTRS></STMTTRNRS></BANKMSGSRSV1>\n</OFX>\n",
            date_time(at),
            escaped(&note),
        )
        .into_bytes()
    }

    fn entry(self, entries: &mut String, entry: Entry<'_>) {
        let text = |text: &str, most: usize| match self.is_test {
            true => escaped(&shortened(&format!("{} {text}", self.locale.text("document-test")), most)),
            false => escaped(&shortened(text, most)),
        };
        entries.push_str(&format!(
            "<STMTTRN><TRNTYPE>{}</TRNTYPE><DTPOSTED>{}</DTPOSTED><TRNAMT>{}</TRNAMT><FITID>{}</FITID>\
             <NAME>{}</NAME><MEMO>{}</MEMO></STMTTRN>\n",
            entry.kind,
            date_time(entry.at),
            entry.amount,
            escaped(entry.id),
            text(entry.name, MAX_NAME),
            text(entry.memo, MAX_MEMO),
        ));
    }

    /// OFX has room for 22 letters: the end of an id tells accounts apart.
    fn account_id(self, account: &str) -> String {
        let prefix = if self.is_test { "TEST" } else { "" };
        let own = account.split_once('_').map_or(account, |(_, own)| own);
        let room = MAX_ACCOUNT_ID - prefix.len();
        let start = own.char_indices().rev().nth(room - 1).map_or(0, |(at, _)| at);
        format!("{prefix}{}", escaped(&own[start..]))
    }
}

#[derive(Clone, Copy)]
struct Entry<'a> {
    id: &'a str,
    kind: &'static str,
    at: Timestamp,
    amount: Amount,
    name: &'a str,
    memo: &'a str,
}

impl<'a> Entry<'a> {
    fn of(movement: &'a Movement) -> Entry<'a> {
        let kind = match movement.kind {
            MovementKind::Deposit => "DEP",
            MovementKind::Payout | MovementKind::Withdrawal => "DEBIT",
            MovementKind::InboundTransfer | MovementKind::Return => "CREDIT",
        };
        Entry { id: "", kind, at: movement.at, amount: movement.amount, name: "", memo: "" }
    }
}

/// As ISO 639-2 names it.
const fn language(language: Language) -> &'static str {
    match language {
        Language::English => "ENG",
        Language::Spanish => "SPA",
        Language::Portuguese => "POR",
        Language::French => "FRA",
    }
}

/// `20260305070809.123[0:UTC]`
fn date_time(at: Timestamp) -> String {
    let text = at.to_string();
    let digits: String = text[..19].chars().filter(char::is_ascii_digit).collect();
    format!("{digits}.{}[0:UTC]", &text[20..23])
}

/// The letters and digits of the brand's name that a bank's number may hold.
fn bank_id(brand: &str) -> String {
    let letters = brand.chars().filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_uppercase());
    let id: String = letters.take(MAX_BANK_ID).collect();
    if id.is_empty() { "FLORIN".to_owned() } else { id }
}

fn shortened(text: &str, most: usize) -> String {
    text.chars().take(most).collect::<String>().trim_end().to_owned()
}

/// What XML takes for markup, and the characters that it cannot hold.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '\0'..='\x1f' | '\u{fffe}' | '\u{ffff}' => safe.push(' '),
            letter => safe.push(letter),
        }
    }
    safe
}
