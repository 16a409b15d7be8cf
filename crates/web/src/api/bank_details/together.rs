//! Checks that involve several fields of a bank account.

use rules::money::Currency;
use rules::rail::Rail;

use super::rail_of;
use crate::json_node::JsonNode;
use crate::problem::Detail;
use crate::rails;

/// What the shape cannot say: that rail, currency and object belong together, and the rules inside the object.
pub fn check_together(body: &JsonNode<'_>, problems: &mut Vec<Detail>) {
    let Some(rail) = rail_of(body) else { return };
    let (currency, property) = (rail.currency().code(), rail.property());
    if body.text("currency").is_some_and(|sent| Currency::parse(sent).is_some() && sent != currency) {
        let message = format!("must be {currency} for payment_rail {}", rail.payment_rail());
        let value = body.text("currency").map(Into::into);
        problems.push(Detail { location: "body.currency".to_owned(), message, value });
    }
    for other in Rail::ALL.into_iter().filter(|other| other.property() != property) {
        if body.get(other.property()).is_some() {
            let message = format!("does not belong to payment_rail {}; remove it", rail.payment_rail());
            problems.push(Detail::new(format!("body.{}", other.property()), message));
        }
    }
    match body.get(property) {
        Some(details) => check_inside(rail, details, &format!("body.{property}"), problems),
        None => {
            let message = format!("is required for payment_rail {}", rail.payment_rail());
            problems.push(Detail::new(format!("body.{property}"), message));
        }
    }
}

/// The message never repeats the value: it identifies a person or their money.
fn check_inside(rail: Rail, details: &JsonNode<'_>, place: &str, problems: &mut Vec<Detail>) {
    let Some(dependent) = &rails::view(rail).dependent else { return };
    if let (Some(choice), Some(value)) = (details.text(dependent.depends_on), details.text(dependent.name))
        && let Err(problem) = (dependent.check)(choice, value)
    {
        let location = format!("{place}.{}", dependent.name);
        let message = problem.message().to_owned();
        problems.push(Detail { location, message, value: Some("[redacted]".into()) });
    }
}

#[cfg(test)]
mod tests {
    use super::super::CREATE_BANK_ACCOUNT;
    use super::check_together;
    use crate::json_node::JsonNode;
    use crate::shape;

    fn problems(body: &str) -> Vec<String> {
        let node = JsonNode::parse(body.as_bytes()).expect("JSON");
        let mut problems = Vec::new();
        shape::check(&CREATE_BANK_ACCOUNT, &node, "body", &mut problems);
        check_together(&node, &mut problems);
        problems.into_iter().map(|detail| detail.location).collect()
    }

    #[test]
    fn every_problem_of_a_body_is_found_at_once() {
        let body = r#"{"name":"","currency":"USD","payment_rail":"mxn_spei","surprise":1,
            "mxn_spei":{"beneficiary_name":"Ada","spei_clabe":"032180000118359718","extra":"x"},
            "brl_pix":{"pix_key":5}}"#;
        let expected = [
            "body.name",
            "body.brl_pix.pix_key",
            "body.mxn_spei.spei_clabe",
            "body.mxn_spei.extra",
            "body.surprise",
            "body.currency",
            "body.brl_pix",
        ];
        assert_eq!(problems(body), expected);
    }
}
