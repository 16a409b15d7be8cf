//! The fields of a bank account on one rail, made from the shapes that check the API: what the form asks for, the body
//! that its answers are, and what is wrong with them. There is no second check.

use std::borrow::Cow;

use rules::external_account::bank_account::HolderType;
use rules::rail::Rail;

use crate::api::bank_details::{CREATE_BANK_ACCOUNT, check_together};
use crate::json_node::JsonNode;
use crate::page::FormFields;
use crate::page::form::Mistake;
use crate::problem::Detail;
use crate::rails::{self, FormField, HOLDER_TYPE};
use crate::shape::{self, Field, FieldKind, Object};

const ADDRESS: &str = "owner_address";

/// One question of the form: how it is asked, and what the API wants to hear.
pub struct Input {
    pub form: &'static FormField,
    field: &'static Field,
    /// Another field that decides what this one must look like.
    pub depends_on: Option<&'static str>,
}

impl Input {
    pub fn name(&self) -> &'static str {
        self.form.name
    }

    pub fn is_optional(&self) -> bool {
        !self.field.required || self.may_be_empty()
    }

    /// Whether the API wants it even if there is nothing to say.
    fn may_be_empty(&self) -> bool {
        self.field.required && matches!(&self.field.kind, FieldKind::Text(text) if text.min == 0)
    }

    fn is_in_address(&self) -> bool {
        self.name().starts_with(ADDRESS)
    }

    /// What was typed, as the rail wants it: numbers are often copied with spaces between their groups.
    fn clean(&self, typed: &str) -> String {
        let any_text = rules::text::NON_BLANK_PATTERN;
        let is_code = matches!(&self.field.kind, FieldKind::Text(text) if text.pattern != any_text);
        let text: String = match is_code {
            true => typed.chars().filter(|letter| !letter.is_whitespace()).collect(),
            false => typed.trim().to_owned(),
        };
        if self.form.is_uppercase { text.to_ascii_uppercase() } else { text }
    }
}

/// Everything that the form of this rail asks for, in its order.
pub fn inputs(rail: Rail) -> Vec<Input> {
    let view = rails::view(rail);
    let depends_on = |form: &FormField| {
        let on_choice = view.dependent.as_ref().filter(|dependent| dependent.name == form.name);
        on_choice.map(|dependent| dependent.depends_on).or(form.only_for.map(|_| HOLDER_TYPE))
    };
    let input = |form: &'static FormField| Input {
        form,
        field: field_at(view.details, form.name).expect("every question is about a field; a test looks"),
        depends_on: depends_on(form),
    };
    view.form.all().map(input).collect()
}

/// The field at a place such as `owner_address.city`.
fn field_at(object: &'static Object, place: &str) -> Option<&'static Field> {
    let (name, rest) = place.split_once('.').map_or((place, None), |(name, rest)| (name, Some(rest)));
    let field = object.fields.iter().find(|field| field.name == name)?;
    match (&field.kind, rest) {
        (_, None) => Some(field),
        (FieldKind::Object(inner), Some(rest)) => field_at(inner, rest),
        (_, Some(_)) => None,
    }
}

/// What the form says, as the body that the API would have been sent. What was left empty is not there; what the form
/// does not show for this kind of holder is not, either.
pub fn body(rail: Rail, inputs: &[Input], form: &FormFields) -> JsonNode<'static> {
    let holder = HolderType::parse(form.get(HOLDER_TYPE));
    let mut details: Vec<(Cow<'static, str>, JsonNode<'static>)> = Vec::new();
    let mut address: Vec<(Cow<'static, str>, JsonNode<'static>)> = Vec::new();
    for input in inputs {
        let is_shown = input.form.only_for.is_none_or(|only| holder.is_none_or(|holder| holder == only));
        let value = input.clean(form.get(input.name()));
        if value.is_empty() && !input.may_be_empty() || !is_shown {
            continue;
        }
        let into = if input.is_in_address() { &mut address } else { &mut details };
        into.push((input.field.name.into(), JsonNode::Text(value.into())));
    }
    // An address that is missing is told field by field.
    if inputs.iter().any(Input::is_in_address) {
        details.push((ADDRESS.into(), JsonNode::Object(address)));
    }
    let text = |text: String| JsonNode::Text(text.into());
    let mut body: Vec<(Cow<'static, str>, JsonNode<'static>)> = vec![
        ("currency".into(), text(rail.currency().code().to_owned())),
        ("payment_rail".into(), text(rail.payment_rail().to_owned())),
        (rail.property().into(), JsonNode::Object(details)),
    ];
    let name = form.text("name");
    if !name.is_empty() {
        body.push(("name".into(), text(name)));
    }
    JsonNode::Object(body)
}

/// Everything that is wrong, beside the fields of the form.
pub fn mistakes(rail: Rail, inputs: &[Input], body: &JsonNode<'_>) -> Vec<Mistake> {
    let mut problems = Vec::new();
    shape::check(&CREATE_BANK_ACCOUNT, body, "body", &mut problems);
    check_together(body, &mut problems);
    let mut mistakes: Vec<Mistake> = Vec::new();
    for problem in &problems {
        let field = place(rail, &problem.location);
        // The first thing that is wrong with a field is enough.
        if mistakes.iter().all(|known| known.field != field) {
            let text = sentence(inputs.iter().find(|input| input.name() == field), body, rail, problem);
            mistakes.push(Mistake { field: field.to_owned(), text });
        }
    }
    // As they stand on the form; its name is first.
    mistakes.sort_by_key(|wrong| inputs.iter().position(|input| input.name() == wrong.field));
    mistakes
}

/// `body.usd_ach.owner_address.city` is `owner_address.city` in the form, `body.name` is `name`.
fn place(rail: Rail, location: &str) -> &str {
    let location = location.strip_prefix("body.").unwrap_or_default();
    let inside = location.strip_prefix(rail.property()).and_then(|rest| rest.strip_prefix('.'));
    inside.unwrap_or(location)
}

/// What the API says, for a user who sees a form and not a body.
fn sentence(input: Option<&Input>, body: &JsonNode<'_>, rail: Rail, problem: &Detail) -> String {
    let label = input.map_or("Name", |input| input.form.label);
    let message = problem.message.as_str();
    if message.starts_with("is required") {
        return match input.is_some_and(|input| !input.form.choices.is_empty()) {
            true => format!("Choose one: {}", in_the_middle(label)),
            false => format!("{label} is needed."),
        };
    }
    let Some(input) = input else { return said(message) };
    let details = body.get(rail.property());
    let parent = if input.is_in_address() { details.and_then(|node| node.get(ADDRESS)) } else { details };
    let value = parent.and_then(|node| node.text(input.field.name)).unwrap_or_default();
    match &input.field.kind {
        FieldKind::Choice(_) => format!("Choose one: {}", in_the_middle(label)),
        // A scheme says better than a length what its numbers look like.
        FieldKind::Text(text) if message.starts_with("the text is too") => match text.reads.read(value) {
            Err(better) => said(better),
            Ok(_) => format!("{label} must have {} to {} characters.", text.min, text.max),
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

    use super::{Input, body, field_at, inputs, mistakes};
    use crate::page::FormFields;
    use crate::rails;
    use crate::shape::{FieldKind, Object};

    fn places(object: &Object, before: &str) -> Vec<String> {
        let place = |field: &crate::shape::Field| match field.kind {
            FieldKind::Object(inner) => places(inner, &format!("{before}{}.", field.name)),
            _ => vec![format!("{before}{}", field.name)],
        };
        object.fields.iter().flat_map(place).collect()
    }

    #[test]
    fn the_form_of_a_rail_asks_for_every_field_once_and_offers_every_choice() {
        for rail in Rail::ALL {
            let view = rails::view(rail);
            let mut asked: Vec<&str> = view.form.all().map(|field| field.name).collect();
            let mut wanted = places(view.details, "");
            asked.sort_unstable();
            wanted.sort_unstable();
            assert_eq!(asked, wanted, "{}", rail.payment_rail());
            for form in view.form.all() {
                let field = field_at(view.details, form.name).expect("asked for");
                let mut offered: Vec<&str> = form.choices.iter().map(|(choice, _)| *choice).collect();
                let FieldKind::Choice(choices) = &field.kind else {
                    assert!(offered.is_empty(), "{} is written", form.name);
                    continue;
                };
                let mut choices = choices.to_vec();
                offered.sort_unstable();
                choices.sort_unstable();
                assert_eq!(offered, choices, "{}", form.name);
            }
            for name in view.dependent.iter().flat_map(|dependent| [dependent.name, dependent.depends_on]) {
                assert!(view.form.find(name).is_some(), "{name} is asked for");
            }
            assert!(view.form.find(rail.spec().account_field).is_some(), "the account is known by a field");
        }
    }

    fn wrong(rail: Rail, form: &str) -> Vec<(String, String)> {
        let asked: Vec<Input> = inputs(rail);
        let body = body(rail, &asked, &FormFields::parse(form.as_bytes()));
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
            let body = body(Rail::CadEft, &inputs, &FormFields::parse(form.as_bytes()));
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
