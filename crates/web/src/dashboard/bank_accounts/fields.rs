//! The fields of a bank account on one rail, made from the shapes that check the API: what the form asks for, what is
//! wrong with its answers, and the details that they are. The checks of a field are those of the API.

use std::borrow::Cow;

use i18n::Locale;
use rules::bank_identifiers::{iban, typed};
use rules::external_account::bank_account::HolderType;
use rules::rail::Rail;
use rules::rail::ars_transfers::{ArsAccountType, typed_account};
use rules::rail::brl_pix::{TypedPixKey, typed_key};
use rules::rail::cop_pse::{CopDocumentType, typed_document};

use super::wrong_name;
use crate::api::bank_details::NAME;
use crate::json_node::JsonNode;
use crate::page::form::Mistake;
use crate::page::{FormFields, bank_detail_problem, invalid_text, not_chosen, required};
use crate::rails::{self, FormField, HOLDER_TYPE, Reading, Unasked};
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
        !self.field.required || may_be_empty(self.field)
    }

    /// What was typed, as the API would have been sent it.
    pub fn answer(&self, form: &FormFields) -> Answer {
        let typed = form.get(self.name());
        let choice = self.depends_on.map_or("", |other| form.get(other));
        Answer::One(match self.form.reading {
            Reading::AsTyped => typed.trim().to_owned(),
            Reading::Grouped => typed::ungrouped(typed),
            Reading::Iban => typed::iban(typed),
            Reading::ArgentineAccount => typed_account(ArsAccountType::parse(choice), typed),
            Reading::ColombianDocument => typed_document(CopDocumentType::parse(choice), typed),
            Reading::PixKey => match typed_key(typed) {
                TypedPixKey::Key(key) => key,
                TypedPixKey::Either { document, phone } => return Answer::Either { document, phone },
            },
        })
    }
}

/// What a field was filled in with.
pub enum Answer {
    One(String),
    /// Text that may be either. The user is asked, and answers by typing one of these.
    Either {
        document: String,
        phone: String,
    },
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
    view.form.all().filter(|form| form.unasked.is_none()).map(input).collect()
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
/// there; what the form does not show for this kind of holder is not, either. What the API requires and the form
/// doesn't ask for is what [`Unasked`] says.
pub fn body(rail: Rail, inputs: &[Input], form: &FormFields) -> JsonNode<'static> {
    let mut details: Vec<(Cow<'static, str>, JsonNode<'static>)> = Vec::new();
    let mut address: Vec<(Cow<'static, str>, JsonNode<'static>)> = Vec::new();
    let answered = shown(inputs, form).filter_map(|input| match input.answer(form) {
        Answer::One(value) => Some((input.form, input.field, value)),
        Answer::Either { .. } => None,
    });
    for (form, field, value) in answered.chain(unasked(rail, inputs, form)) {
        if value.is_empty() && !may_be_empty(field) {
            continue;
        }
        let into = if is_in_address(form) { &mut address } else { &mut details };
        into.push((field.name.into(), JsonNode::Text(value.into())));
    }
    if !address.is_empty() {
        details.push((ADDRESS.into(), JsonNode::Object(address)));
    }
    JsonNode::Object(vec![(rail.property().into(), JsonNode::Object(details))])
}

type Given = (&'static FormField, &'static Field, String);

/// The fields that the form doesn't ask for, with what stands in the details instead.
fn unasked(rail: Rail, inputs: &[Input], form: &FormFields) -> Vec<Given> {
    let view = rails::view(rail);
    let country = || {
        let iban = inputs.iter().find(|input| input.form.reading == Reading::Iban)?;
        match iban.answer(form) {
            Answer::One(iban) => iban::country(&iban),
            Answer::Either { .. } => None,
        }
    };
    let given = |field: &'static FormField| {
        let value = match field.unasked? {
            Unasked::Value(value) => value,
            Unasked::CountryOfIban => country().unwrap_or_default(),
        };
        Some((field, field_at(view.details, field.name)?, value.to_owned()))
    };
    view.form.all().filter_map(given).collect()
}

/// Whether the API wants it even if there is nothing to say.
fn may_be_empty(field: &Field) -> bool {
    field.required && matches!(&field.kind, FieldKind::Text(text) if text.min == 0)
}

fn is_in_address(form: &FormField) -> bool {
    form.name.starts_with(ADDRESS)
}

/// The fields that this kind of holder has.
fn shown<'i>(inputs: &'i [Input], form: &FormFields) -> impl Iterator<Item = &'i Input> {
    let holder = HolderType::parse(form.get(HOLDER_TYPE));
    inputs.iter().filter(move |input| {
        input.form.only_for.is_none_or(|only| holder.is_none_or(|holder| holder == only))
    })
}

/// What is wrong, field by field in the order of the form; its name is first. Without a name, the account gets one.
pub fn mistakes(locale: Locale, rail: Rail, inputs: &[Input], form: &FormFields) -> Vec<Mistake> {
    let name = Some(form.text("name")).filter(|name| !name.is_empty());
    let name = name.and_then(|name| wrong_name(locale, &NAME, &name)).map(|text| ("name", text));
    let fields = shown(inputs, form).filter_map(|input| {
        let wrong = match input.answer(form) {
            Answer::One(read) => mistake(locale, rail, input, &read, form),
            Answer::Either { document, phone } => {
                Some(locale.text_with("bank-number-either", &[("document", &document), ("phone", &phone)]))
            }
        };
        wrong.map(|text| (input.name(), text))
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
    use crate::api::bank_details::render_details;
    use crate::json_node::JsonNode;
    use crate::page::FormFields;
    use crate::rails;
    use crate::shape::{self, FieldKind, Object};

    fn places(object: &Object, before: &str) -> Vec<String> {
        let place = |field: &crate::shape::Field| match field.kind {
            FieldKind::Object(inner) => places(inner, &format!("{before}{}.", field.name)),
            _ => vec![format!("{before}{}", field.name)],
        };
        object.fields.iter().flat_map(place).collect()
    }

    #[test]
    fn the_form_of_a_rail_has_every_field_once_and_offers_every_choice() {
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
        let found =
            wrong(Rail::UsdAch, "routing_number=021000022&account_number=1234&owner_address.country=DEU");
        let fields: Vec<&str> = found.iter().map(|(field, _)| field.as_str()).collect();
        assert_eq!(
            fields,
            [
                "routing_number",
                "bank_account_type",
                "bank_account_holder_type",
                "owner_address.line1",
                "owner_address.city",
                "owner_address.postal_code",
            ]
        );
        assert_eq!(found[0].1, "This routing number has a mistake. Compare it with a bank statement.");
        assert_eq!(found[1].1, "Choose an option for “Account type”.");
        assert_eq!(found[2].1, "Choose an option for “Type of account holder”.");
        assert_eq!(found[3].1, "Street and number is required.");
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
    fn a_pix_key_that_may_be_two_is_a_question() {
        let text =
            "This could be a document number or a phone number. Enter 119.876.543-74 or +55 11 98765-4374.";
        assert_eq!(
            wrong(Rail::BrlPix, "name=A&pix_key=11987654374"),
            [("pix_key".to_owned(), text.to_owned())]
        );
        for answer in ["119.876.543-74", "%2B55+11+98765-4374"] {
            assert_eq!(wrong(Rail::BrlPix, &format!("name=A&pix_key={answer}")), []);
        }
    }

    #[test]
    fn sepa_is_asked_for_what_it_needs_and_the_api_gets_what_it_requires() {
        let asked: Vec<&str> = inputs(Rail::EurSepa).iter().map(super::Input::name).collect();
        let names = ["owner_business_name", "owner_first_name", "owner_last_name"];
        assert_eq!(asked, [&["iban", "bank_account_holder_type"][..], &names[..]].concat());
        let form = "name=A&iban=gb29+nwbk+6016+1331+9268+19&bank_account_holder_type=business\
                    &owner_business_name=Ltd&owner_address.city=London&bank_account_type=savings";
        assert_eq!(wrong(Rail::EurSepa, form), []);
        let body = body(Rail::EurSepa, &inputs(Rail::EurSepa), &FormFields::parse(form.as_bytes()));
        // Nothing that the form doesn't ask for is taken from it.
        let expected = r#"{"iban":"GB29NWBK60161331926819","bank_account_type":"checking",
            "bank_account_holder_type":"business","owner_address":{"country":"GBR","line1":"NOTPROVIDED",
            "city":"NOTPROVIDED","state":"","postal_code":"NOTPROVIDED"},"owner_business_name":"Ltd"}"#;
        let expected: String = expected.split_whitespace().collect();
        assert_eq!(render_details(Rail::EurSepa, &body), expected);
        let mut problems = Vec::new();
        let node = JsonNode::parse(expected.as_bytes()).expect("JSON");
        shape::check(rails::view(Rail::EurSepa).details, &node, "body", &mut problems);
        assert!(problems.is_empty(), "the API would have taken it");
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
