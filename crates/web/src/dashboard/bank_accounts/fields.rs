//! The fields of a bank account on one rail, made from the shapes that check the API: what the form asks for, the body
//! that its answers are, and what is wrong with them. There is no second check.

use std::borrow::Cow;

use rules::bank_account::HolderType;
use rules::rail::Rail;

use super::labels::{self, Words};
use crate::api::bank_details::{CREATE_BANK_ACCOUNT, RAIL_FIELDS, check_together};
use crate::dashboard::form::Mistake;
use crate::node::Node;
use crate::page::Fields;
use crate::problem::Detail;
use crate::shape::{self, Field, Kind, Object};

pub const HOLDER: &str = "bank_account_holder_type";
const ADDRESS: &str = "owner_address";

/// One question of the form.
pub struct Input {
    /// Its name, which is its place in the rail object: `iban`, `owner_address.city`.
    pub name: String,
    field: &'static Field,
    words: &'static Words,
}

impl Input {
    pub fn label(&self) -> &'static str {
        self.words.label
    }

    pub fn hint(&self) -> &'static str {
        self.words.hint
    }

    pub fn keys(&self) -> &'static str {
        self.words.keys
    }

    /// What can be chosen; nothing where something is to be written.
    pub fn choices(&self) -> Option<&'static [&'static str]> {
        match &self.field.kind {
            Kind::Choice(choices) => Some(choices),
            _ => None,
        }
    }

    pub fn is_optional(&self) -> bool {
        !self.field.required || self.may_be_empty()
    }

    /// Whether the API wants it even if there is nothing to say.
    fn may_be_empty(&self) -> bool {
        self.field.required && matches!(&self.field.kind, Kind::Text(text) if text.min == 0)
    }

    /// Whose accounts have it, if not everybody's.
    pub fn only_for(&self) -> Option<HolderType> {
        match self.name.as_str() {
            "owner_business_name" => Some(HolderType::Business),
            "owner_first_name" | "owner_last_name" => Some(HolderType::Individual),
            _ => None,
        }
    }

    pub fn part(&self) -> Part {
        const OF_HOLDERS: [&str; 4] = ["owner_", "beneficiary_", "document_", "email"];
        if self.name.starts_with("owner_address.") {
            Part::Address
        } else if self.name == HOLDER || OF_HOLDERS.iter().any(|start| self.name.starts_with(start)) {
            Part::Holder
        } else {
            Part::Account
        }
    }

    /// Whether it needs the whole width of the form.
    pub fn is_long(&self) -> bool {
        matches!(self.name.as_str(), "iban" | "pix_key" | "owner_business_name" | "owner_address.line1")
    }

    /// Another field that decides what this one must look like.
    pub fn depends_on(&self) -> Option<&'static str> {
        match self.name.as_str() {
            "account_value" => Some("account_type"),
            "document_id" => Some("document_type"),
            _ => self.only_for().map(|_| HOLDER),
        }
    }

    /// What was typed, as the rail wants it: numbers are often copied with spaces between their groups.
    fn clean(&self, typed: &str) -> String {
        let is_code =
            matches!(&self.field.kind, Kind::Text(text) if text.pattern != rules::text::NON_BLANK_PATTERN);
        let text: String = match is_code {
            true => typed.chars().filter(|letter| !letter.is_whitespace()).collect(),
            false => typed.trim().to_owned(),
        };
        if self.name == "iban" { text.to_ascii_uppercase() } else { text }
    }
}

/// Where on the form a field stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Part {
    Account,
    Holder,
    Address,
}

/// Everything that the form of this rail asks for, in the order of the form.
pub fn inputs(rail: Rail) -> Vec<Input> {
    let input = |name: String, field: &'static Field| Input {
        words: labels::words(&name).expect("every field has words; a test looks"),
        name,
        field,
    };
    let mut inputs = Vec::new();
    for field in object_of(rail).fields {
        match field.kind {
            Kind::Object(inner) => {
                let within = |inner: &'static Field| input(format!("{}.{}", field.name, inner.name), inner);
                inputs.extend(inner.fields.iter().map(within));
            }
            _ => inputs.push(input(field.name.to_owned(), field)),
        }
    }
    // Within its part, each stays where the API has it, but for what follows from another, or comes last on a letter.
    const LATER: [&str; 5] = ["city", "state", "postal_code", "document_id", "email"];
    inputs.sort_by_key(|input| (input.part(), LATER.contains(&input.field.name)));
    inputs
}

fn object_of(rail: Rail) -> &'static Object {
    match RAIL_FIELDS[rail as usize].kind {
        Kind::Object(object) => object,
        _ => unreachable!("rail fields are objects"),
    }
}

/// What the form says, as the body that the API would have been sent. What was left empty is not there; what the form
/// does not show for this kind of holder is not, either.
pub fn body(rail: Rail, inputs: &[Input], form: &Fields) -> Node<'static> {
    let holder = HolderType::parse(form.get(HOLDER));
    let mut details: Vec<(Cow<'static, str>, Node<'static>)> = Vec::new();
    let mut address: Vec<(Cow<'static, str>, Node<'static>)> = Vec::new();
    for input in inputs {
        let is_shown = input.only_for().is_none_or(|only| holder.is_none_or(|holder| holder == only));
        let value = input.clean(form.get(&input.name));
        if value.is_empty() && !input.may_be_empty() || !is_shown {
            continue;
        }
        let into = if input.name.starts_with(ADDRESS) { &mut address } else { &mut details };
        into.push((input.field.name.into(), Node::Text(value.into())));
    }
    // An address that is missing is told field by field.
    if inputs.iter().any(|input| input.name.starts_with(ADDRESS)) {
        details.push((ADDRESS.into(), Node::Object(address)));
    }
    let text = |text: String| Node::Text(text.into());
    let mut body: Vec<(Cow<'static, str>, Node<'static>)> = vec![
        ("currency".into(), text(rail.currency().code().to_owned())),
        ("payment_rail".into(), text(rail.payment_rail().to_owned())),
        (rail.property().into(), Node::Object(details)),
    ];
    let name = form.text("name");
    if !name.is_empty() {
        body.push(("name".into(), text(name)));
    }
    Node::Object(body)
}

/// Everything that is wrong, beside the fields of the form.
pub fn mistakes(rail: Rail, inputs: &[Input], body: &Node<'_>) -> Vec<Mistake> {
    let mut problems = Vec::new();
    shape::check(&CREATE_BANK_ACCOUNT, body, "body", &mut problems);
    check_together(body, &mut problems);
    let mut mistakes: Vec<Mistake> = Vec::new();
    for problem in &problems {
        let field = place(rail, &problem.location);
        // The first thing that is wrong with a field is enough.
        if mistakes.iter().all(|known| known.field != field) {
            let text = sentence(inputs.iter().find(|input| input.name == field), body, rail, problem);
            mistakes.push(Mistake { field: field.to_owned(), text });
        }
    }
    // As they stand on the form; its name is first.
    mistakes.sort_by_key(|wrong| inputs.iter().position(|input| input.name == wrong.field));
    mistakes
}

/// `body.usd_ach.owner_address.city` is `owner_address.city` in the form, `body.name` is `name`.
fn place(rail: Rail, location: &str) -> &str {
    let location = location.strip_prefix("body.").unwrap_or_default();
    let inside = location.strip_prefix(rail.property()).and_then(|rest| rest.strip_prefix('.'));
    inside.unwrap_or(location)
}

/// What the API says, for somebody who sees a form and not a body.
fn sentence(input: Option<&Input>, body: &Node<'_>, rail: Rail, problem: &Detail) -> String {
    let label = input.map_or("Name", Input::label);
    let message = problem.message.as_str();
    if message.starts_with("is required") {
        return match input.and_then(Input::choices) {
            Some(_) => format!("Choose one: {}", in_the_middle(label)),
            None => format!("{label} is needed."),
        };
    }
    let Some(input) = input else { return said(message) };
    let details = body.get(rail.property());
    let parent =
        if input.name.starts_with(ADDRESS) { details.and_then(|node| node.get(ADDRESS)) } else { details };
    let value = parent.and_then(|node| node.text(input.field.name)).unwrap_or_default();
    match &input.field.kind {
        Kind::Choice(_) => format!("Choose one: {}", in_the_middle(label)),
        // A scheme says better than a length what its numbers look like.
        Kind::Text(text) if message.starts_with("the text is too") => match (text.check)(value) {
            Err(better) => said(better),
            Ok(()) => format!("{label} must have {} to {} characters.", text.min, text.max),
        },
        _ => said(message),
    }
}

/// A label within a sentence, which it ends.
fn in_the_middle(label: &str) -> String {
    let mut letters = label.trim_end_matches('?').chars();
    let first = letters.next().into_iter().flat_map(char::to_lowercase);
    first.chain(letters).chain(['.']).collect()
}

/// A message as a sentence.
pub fn said(message: &str) -> String {
    let mut letters = message.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    let end = if message.ends_with('.') { "" } else { "." };
    first.chain(letters).chain(end.chars()).collect::<String>().replace("send it with the", "choose the")
}

#[cfg(test)]
mod tests {
    use rules::rail::Rail;

    use super::{Input, body, inputs, mistakes, object_of};
    use crate::api::bank_details::RAIL_FIELDS;
    use crate::dashboard::bank_accounts::labels::words;
    use crate::page::Fields;
    use crate::shape::Kind;

    #[test]
    fn every_field_of_every_rail_has_words() {
        for (rail, field) in Rail::ALL.into_iter().zip(RAIL_FIELDS) {
            assert_eq!(field.name, rail.property());
            for field in object_of(rail).fields {
                assert!(words(field.name).is_some(), "{}", field.name);
                if let Kind::Object(inner) = field.kind {
                    inner
                        .fields
                        .iter()
                        .for_each(|field| assert!(words(field.name).is_some(), "{}", field.name));
                }
            }
        }
    }

    fn wrong(rail: Rail, form: &str) -> Vec<(String, String)> {
        let asked: Vec<Input> = inputs(rail);
        let body = body(rail, &asked, &Fields::parse(form.as_bytes()));
        mistakes(rail, &asked, &body).into_iter().map(|mistake| (mistake.field, mistake.text)).collect()
    }

    #[test]
    fn everything_that_is_wrong_is_told_beside_its_field() {
        let found = wrong(Rail::EurSepa, "iban=DE89370400440532013001&owner_address.country=DEU");
        let fields: Vec<&str> = found.iter().map(|(field, _)| field.as_str()).collect();
        assert_eq!(
            fields,
            [
                "name",
                "iban",
                "bank_account_type",
                "bank_account_holder_type",
                "owner_address.line1",
                "owner_address.city",
                "owner_address.postal_code",
            ]
        );
        assert_eq!(found[0].1, "Name is needed.");
        assert_eq!(
            found[1].1,
            "The check digits do not match: compare the IBAN with the bank's own statement."
        );
        assert_eq!(found[2].1, "Choose one: kind of account.");
        assert_eq!(found[3].1, "Choose one: who holds the account.");
    }

    #[test]
    fn numbers_may_be_typed_in_groups_and_a_length_is_told_in_the_words_of_the_scheme() {
        assert_eq!(wrong(Rail::MxnSpei, "name=A&beneficiary_name=Ada&spei_clabe=032+180+00011835971+9"), []);
        let short = wrong(Rail::MxnSpei, "name=A&beneficiary_name=Ada&spei_clabe=0321800001183597");
        let text = "A CLABE is exactly 18 digits, without spaces or hyphens.".to_owned();
        assert_eq!(short, [("spei_clabe".to_owned(), text)]);
    }

    #[test]
    fn names_of_the_other_kind_of_holder_are_not_sent_and_none_is_required() {
        let names = "name=A&account_number=12345&transit_number=00022&institution_number=003\
                     &bank_account_type=checking&owner_business_name=Ltd";
        for (kind, is_sent) in [("business", true), ("individual", false)] {
            let form = format!("{names}&bank_account_holder_type={kind}");
            assert_eq!(wrong(Rail::CadEft, &form), []);
            let inputs = inputs(Rail::CadEft);
            let body = body(Rail::CadEft, &inputs, &Fields::parse(form.as_bytes()));
            let sent = body.get("cad_eft").and_then(|details| details.text("owner_business_name"));
            assert_eq!(sent.is_some(), is_sent, "{kind}");
        }
    }

    #[test]
    fn an_argentine_number_is_checked_as_what_it_is_said_to_be() {
        let form = "name=A&beneficiary_name=Ada&account_type=cvu&account_value=2850590940090418135201";
        let found = wrong(Rail::ArsTransfers, form);
        assert_eq!(found[0].0, "account_value");
        assert!(found[0].1.contains("choose the account type cbu"), "{found:?}");
    }
}
