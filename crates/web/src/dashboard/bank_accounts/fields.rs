//! The fields of a bank account on one rail, made from the shapes that check the API: what the form asks for, what is
//! wrong with its answers, and the details that they are. The checks of a field are those of the API.

use std::borrow::Cow;

use i18n::Locale;
use rules::external_account::bank_account::HolderType;
use rules::rail::Rail;

use super::wrong_name;
use crate::api::bank_details::NAME;
use crate::json_node::JsonNode;
use crate::page::form::Mistake;
use crate::page::{FormFields, bank_detail_problem, invalid_text, not_chosen, required};
use crate::rails::{self, FormField, HOLDER_TYPE};
use crate::shape::{Field, FieldKind, Object, check_text};

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

/// The rail object of a form in which nothing is wrong, as the API would have been sent it. What was left empty is not
/// there; what the form does not show for this kind of holder is not, either.
pub fn body(rail: Rail, inputs: &[Input], form: &FormFields) -> JsonNode<'static> {
    let mut details: Vec<(Cow<'static, str>, JsonNode<'static>)> = Vec::new();
    let mut address: Vec<(Cow<'static, str>, JsonNode<'static>)> = Vec::new();
    for input in shown(inputs, form) {
        let value = input.clean(form.get(input.name()));
        if value.is_empty() && !input.may_be_empty() {
            continue;
        }
        let into = if input.is_in_address() { &mut address } else { &mut details };
        into.push((input.field.name.into(), JsonNode::Text(value.into())));
    }
    if !address.is_empty() {
        details.push((ADDRESS.into(), JsonNode::Object(address)));
    }
    JsonNode::Object(vec![(rail.property().into(), JsonNode::Object(details))])
}

/// The fields that this kind of holder has.
fn shown<'i>(inputs: &'i [Input], form: &FormFields) -> impl Iterator<Item = &'i Input> {
    let holder = HolderType::parse(form.get(HOLDER_TYPE));
    inputs.iter().filter(move |input| {
        input.form.only_for.is_none_or(|only| holder.is_none_or(|holder| holder == only))
    })
}

/// What is wrong, field by field in the order of the form; its name is first.
pub fn mistakes(locale: Locale, rail: Rail, inputs: &[Input], form: &FormFields) -> Vec<Mistake> {
    let name = wrong_name(locale, &NAME, &form.text("name")).map(|text| ("name", text));
    let fields = shown(inputs, form).filter_map(|input| {
        let typed = input.clean(form.get(input.name()));
        mistake(locale, rail, input, &typed, form).map(|text| (input.name(), text))
    });
    let mistakes = name.into_iter().chain(fields);
    mistakes.map(|(field, text)| Mistake { field: field.to_owned(), text }).collect()
}

fn mistake(locale: Locale, rail: Rail, input: &Input, typed: &str, form: &FormFields) -> Option<String> {
    let label = || (input.form.label)(locale);
    match &input.field.kind {
        FieldKind::Choice(choices) => (!choices.contains(&typed)).then(|| not_chosen(locale, label())),
        FieldKind::Text(_) if typed.is_empty() => (!input.is_optional()).then(|| required(locale, label())),
        FieldKind::Text(text) => {
            let dependent = rails::view(rail).dependent.as_ref().filter(|field| field.name == input.name());
            let wrong = dependent.and_then(|field| (field.check)(form.get(field.depends_on), typed).err());
            let wrong = wrong.map(|problem| bank_detail_problem(locale, problem).to_owned());
            wrong.or_else(|| check_text(text, typed).err().map(|invalid| invalid_text(locale, invalid)))
        }
        FieldKind::DateTime
        | FieldKind::Boolean
        | FieldKind::Integer { .. }
        | FieldKind::Object(_)
        | FieldKind::List { .. }
        | FieldKind::NullableText
        | FieldKind::Anything => {
            unreachable!("details of a bank account are texts and choices; a test looks")
        }
    }
}

#[cfg(test)]
mod tests {
    use i18n::Locale;
    use rules::language::Language;
    use rules::rail::Rail;

    use super::{body, field_at, inputs, mistakes};
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
                let mut offered: Vec<&str> =
                    form.choices(Locale::ENGLISH).into_iter().map(|(choice, _)| choice).collect();
                let FieldKind::Choice(choices) = &field.kind else {
                    assert!(matches!(field.kind, FieldKind::Text(_)) && offered.is_empty(), "{}", form.name);
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
        let found = mistakes(Locale::ENGLISH, rail, &inputs(rail), &FormFields::parse(form.as_bytes()));
        found.into_iter().map(|mistake| (mistake.field, mistake.text)).collect()
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
        assert_eq!(found[0].1, "Enter a name.");
        assert_eq!(found[1].1, "This IBAN has a mistake. Compare it with a bank statement.");
        assert_eq!(found[2].1, "Choose an option for “Account type”.");
        assert_eq!(found[3].1, "Choose an option for “Type of account holder”.");
        assert_eq!(found[4].1, "Street and number is required.");
    }

    #[test]
    fn numbers_may_be_typed_in_groups_and_a_length_is_told_in_the_words_of_the_scheme() {
        assert_eq!(wrong(Rail::MxnSpei, "name=A&beneficiary_name=Ada&spei_clabe=032+180+00011835971+9"), []);
        let short = wrong(Rail::MxnSpei, "name=A&beneficiary_name=Ada&spei_clabe=0321800001183597");
        let text = "A CLABE has exactly 18 digits.".to_owned();
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
        assert_eq!(found[0].1, "A CVU begins with 000. For any other number, choose CBU above.");
        // Until the type is chosen, the number can have any of the shapes.
        let untyped = form.replace("cvu", "").replace("5201", "5209");
        let fields: Vec<String> =
            wrong(Rail::ArsTransfers, &untyped).into_iter().map(|(field, _)| field).collect();
        assert_eq!(fields, ["account_type"]);
    }

    #[test]
    fn labels_and_hints_are_in_the_reader_s_language() {
        let label = |language: Language| {
            let form = &rails::view(Rail::UsdAch).form;
            (form.find("account_number").expect("asked for").label)(Locale::from(language))
        };
        assert_eq!(
            Language::ALL.map(label),
            ["Account number", "Número de cuenta", "Número da conta", "Numéro de compte"]
        );
    }
}
