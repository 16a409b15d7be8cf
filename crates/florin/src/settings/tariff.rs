//! The tariff of live money: a TOML file with rates, fees and the accounts that deposits go to.

use std::path::Path;

use rules::arrival::TransferTime;
use rules::money::{Amount, AmountError, Currency};
use rules::pricing::{BasisPoints, Rate, Terms, parse_percent, parse_rate};
use rules::rail::Rail;
use rules::rate_lock::RateLockPolicy;
use rules::tariff::{Beneficiary, RailTariff, Tariff};
use toml::{Table, Value};

use super::toml_file::{known, section, text};

pub fn read(path: &Path) -> Result<Tariff, String> {
    let shown = path.display();
    let text = std::fs::read_to_string(path).map_err(|error| format!("can't read {shown}: {error}"))?;
    parse(&text).map_err(|problem| format!("{shown}: {problem}"))
}

pub fn parse(text: &str) -> Result<Tariff, String> {
    let file: Table = toml::from_str(text).map_err(|error| error.to_string())?;
    let mut tariff = Tariff::default();
    known(&file, "the file", &["rates", "rails", "chain"])?;
    let rates = file.get("rates").map(rates).transpose()?.unwrap_or_default();
    for (name, value) in section(&file, "rails")?.into_iter().flatten() {
        let rail = Rail::parse(name).ok_or_else(|| {
            format!(
                "rails.{name}: unknown rail; the rails are {}",
                Rail::ALL.map(Rail::payment_rail).join(", ")
            )
        })?;
        let on = value.as_table().ok_or_else(|| format!("rails.{name} must be a section"))?;
        let currency = rail.currency();
        let rate = rates.iter().find(|(known, _)| *known == currency).map(|(_, rate)| *rate);
        let rate =
            rate.ok_or_else(|| format!("rails.{name} requires a rate: set {} in [rates]", currency.code()))?;
        let read = rail_tariff(rail, on, rate).map_err(|problem| format!("rails.{name}.{problem}"))?;
        tariff.rails.insert(rail, read);
    }
    if let Some(value) = file.get("chain") {
        let on = value.as_table().ok_or("chain must be a section")?;
        known(on, "chain", &["withdrawal_fixed", "withdrawal_percent"])?;
        let fixed = amount(on, "withdrawal_fixed").map_err(|problem| format!("chain.{problem}"))?;
        let percentage = percent(on, "withdrawal_percent").map_err(|problem| format!("chain.{problem}"))?;
        tariff.chain = Some(Terms { rate: None, fixed, percentage, spread: BasisPoints::default() });
    }
    Ok(tariff)
}

fn rates(value: &Value) -> Result<Vec<(Currency, Rate)>, String> {
    let table = value.as_table().ok_or("rates must be a section")?;
    let one = |(code, value): (&String, &Value)| {
        let fiat = Currency::parse(code).filter(|currency| currency.decimals() == 2);
        let currency = fiat.ok_or_else(|| format!("rates.{code}: unknown fiat currency"))?;
        let text =
            value.as_str().ok_or_else(|| format!("rates.{code} must be a string, such as \"5.43\""))?;
        Ok((currency, parse_rate(text).map_err(|problem| format!("rates.{code}: {problem}"))?))
    };
    table.iter().map(one).collect()
}

fn rail_tariff(rail: Rail, on: &Table, rate: Rate) -> Result<RailTariff, String> {
    const FIELDS: [&str; 10] = [
        "deposit_fixed",
        "deposit_percent",
        "withdrawal_fixed",
        "withdrawal_percent",
        "withdrawal_time",
        "spread",
        "beneficiary_name",
        "beneficiary",
        "rate_lock_minutes",
        "rate_lock_tolerance",
    ];
    known(on, "it", &FIELDS)?;
    let spread = percent(on, "spread")?;
    let terms = |fixed: &str, percentage: &str| {
        Ok::<_, String>(Terms {
            rate: Some(rate),
            fixed: amount(on, fixed)?,
            percentage: percent(on, percentage)?,
            spread,
        })
    };
    if ["deposit_percent", "withdrawal_percent"]
        .into_iter()
        .map(|field| percent(on, field))
        .any(|share| share.is_ok_and(|share| share.get() + spread.get() > BasisPoints::MOST))
    {
        return Err("spread: the percentage and the spread must add up to at most 50 percent".to_owned());
    }
    Ok(RailTariff {
        deposit: Some(terms("deposit_fixed", "deposit_percent")?),
        beneficiary: beneficiary(on)?,
        withdrawal: Some(terms("withdrawal_fixed", "withdrawal_percent")?),
        withdrawal_time: withdrawal_time(rail, on)?,
        rate_lock: rate_lock(on)?,
    })
}

/// The longest time that a withdrawal usually takes. Defaults to the time of the rail.
fn withdrawal_time(rail: Rail, on: &Table) -> Result<TransferTime, String> {
    let Some(text) = text(on, "withdrawal_time")? else { return Ok(rail.spec().transfer_time) };
    TransferTime::parse(text).ok_or_else(|| {
        format!(
            "withdrawal_time: use \"1 business day\" to \"{} business days\", or \"1 minute\" to \"{} minutes\"",
            TransferTime::MAX_BUSINESS_DAYS,
            TransferTime::MAX_MINUTES
        )
    })
}

/// The rate lock of deposits. Defaults to an hour, and one percent more than the deposit's amount.
fn rate_lock(on: &Table) -> Result<RateLockPolicy, String> {
    const MINUTES: &str = "rate_lock_minutes: use a whole number of minutes from 1 to 1440, such as \"60\"";
    let minutes = text(on, "rate_lock_minutes")?.unwrap_or("60");
    let minutes: i64 = minutes.parse().map_err(|_| MINUTES)?;
    let tolerance = match text(on, "rate_lock_tolerance")? {
        Some(_) => percent(on, "rate_lock_tolerance")?,
        None => parse_percent("1")?,
    };
    if tolerance.get() > RateLockPolicy::HIGHEST_TOLERANCE {
        return Err("rate_lock_tolerance: use at most 10 percent".to_owned());
    }
    RateLockPolicy::new(minutes.saturating_mul(60), tolerance).ok_or_else(|| MINUTES.to_owned())
}

/// Without an account to send them to, deposits are closed.
fn beneficiary(on: &Table) -> Result<Option<Beneficiary>, String> {
    let (name, details) = (text(on, "beneficiary_name")?, on.get("beneficiary"));
    let (name, details) = match (name, details) {
        (None, None) => return Ok(None),
        (Some(name), Some(details)) => (name, details),
        _ => return Err("set beneficiary_name and beneficiary together".to_owned()),
    };
    let details = details.as_table().ok_or("beneficiary must be a section of strings")?;
    let mut shown = serde_json::Map::new();
    for (field, value) in details {
        let value = value.as_str().ok_or_else(|| format!("beneficiary.{field} must be a string"))?;
        shown.insert(field.clone(), value.into());
    }
    let details = serde_json::Value::Object(shown).to_string();
    Ok(Some(Beneficiary { name: name.to_owned(), details }))
}

/// Nothing, if it is left out.
fn amount(table: &Table, field: &str) -> Result<Amount, String> {
    match text(table, field)? {
        None | Some("0") => Ok(Amount::ZERO),
        Some(text) => Amount::parse(text, Currency::Usdc)
            .map_err(|error: AmountError| format!("{field}: {}", error.message())),
    }
}

fn percent(table: &Table, field: &str) -> Result<BasisPoints, String> {
    let text = text(table, field)?.unwrap_or("0");
    parse_percent(text).map_err(|problem| format!("{field}: {problem}"))
}

#[cfg(test)]
mod tests {
    use super::parse;
    use rules::arrival::TransferTime;
    use rules::external_transfer::Route;
    use rules::pricing::BasisPoints;
    use rules::rail::Rail;
    use rules::rate_lock::RateLockPolicy;
    use rules::tariff::Tariff;

    const GOOD: &str = r#"
        [rates]
        BRL = "5.43"
        [rails.brl_pix]
        deposit_percent = "0.5"
        withdrawal_fixed = "0.20"
        spread = "0.25"
        beneficiary_name = "Florin Ltda"
        beneficiary = { pix_key = "pay@example.com" }
        [chain]
        withdrawal_fixed = "1.00"
    "#;

    #[test]
    fn rates_fees_and_accounts_are_read() {
        let tariff = parse(GOOD).expect("a tariff");
        let (terms, beneficiary) = tariff.deposit(Rail::BrlPix).expect("open");
        assert_eq!(terms.rate.map(|rate| rate.to_string()).as_deref(), Some("5.43"));
        assert_eq!((terms.percentage.get(), terms.spread.get(), terms.fixed.micros()), (50, 25, 0));
        assert_eq!(beneficiary.details, r#"{"pix_key":"pay@example.com"}"#);
        assert_eq!(tariff.withdrawal(Rail::BrlPix).map(|terms| terms.fixed.micros()), Ok(200_000));
        assert!(tariff.deposit(Rail::EurSepa).is_err() && tariff.chain().is_ok());
        assert_eq!(tariff.rate_lock(Rail::BrlPix), RateLockPolicy::DEFAULT);
        let own = "spread = \"0.25\"\nrate_lock_minutes = \"1440\"\nrate_lock_tolerance = \"0\"";
        let tariff_of_own = parse(&GOOD.replace("spread = \"0.25\"", own)).expect("a tariff");
        let expected = RateLockPolicy::new(86_400, BasisPoints::default()).expect("a policy");
        assert_eq!(tariff_of_own.rate_lock(Rail::BrlPix), expected);
        let time_of = |tariff: &Tariff, rail| tariff.withdrawal_time(Route::Bank(rail));
        assert_eq!(time_of(&tariff, Rail::BrlPix), Rail::BrlPix.spec().transfer_time);
        assert_eq!(
            time_of(&tariff, Rail::UsdAch),
            Rail::UsdAch.spec().transfer_time,
            "closed, but not forgotten"
        );
        let slow = "spread = \"0.25\"\nwithdrawal_time = \"3 business days\"";
        let slow = parse(&GOOD.replace("spread = \"0.25\"", slow)).expect("a tariff");
        assert_eq!(time_of(&slow, Rail::BrlPix), TransferTime::BusinessDays(3));
        assert!(parse("").is_ok_and(|empty| empty.rails.is_empty() && empty.chain().is_err()));
    }

    #[test]
    fn what_is_wrong_is_named_with_its_place() {
        for (change, complaint) in [
            (("BRL", "USDC"), "rates.USDC"),
            (("\"5.43\"", "5.43"), "rates.BRL"),
            (("\"5.43\"", "\"-5\""), "rates.BRL"),
            (("brl_pix", "brl_pax"), "rails.brl_pax"),
            (("brl_pix", "eur_sepa"), "rails.eur_sepa requires a rate"),
            (("spread", "spraed"), "unknown field spraed"),
            (("\"0.25\"", "\"60\""), "rails.brl_pix.spread"),
            (("\"0.20\"", "0.2"), "rails.brl_pix.withdrawal_fixed"),
            (("beneficiary_name = \"Florin Ltda\"", ""), "set beneficiary_name and beneficiary together"),
            (("[chain]", "[chian]"), "unknown field chian"),
            (("spread", "withdrawal_time"), "rails.brl_pix.withdrawal_time"),
            (("spread = \"0.25\"", "withdrawal_time = 2"), "rails.brl_pix.withdrawal_time"),
            (("spread", "rate_lock_minutes"), "rails.brl_pix.rate_lock_minutes"),
            (("spread = \"0.25\"", "rate_lock_minutes = \"1441\""), "rails.brl_pix.rate_lock_minutes"),
            (("spread = \"0.25\"", "rate_lock_minutes = \"0\""), "rails.brl_pix.rate_lock_minutes"),
            (("spread = \"0.25\"", "rate_lock_tolerance = \"10.01\""), "rails.brl_pix.rate_lock_tolerance"),
        ] {
            let broken = GOOD.replace(change.0, change.1);
            let said = parse(&broken).expect_err(complaint);
            assert!(said.contains(complaint), "{said:?} does not say {complaint:?}");
        }
    }
}
