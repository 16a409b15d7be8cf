//! Rows of a list that a user selected, and one action for all of them: what is asked first, and what became of each.
//! Nothing is asked or done before every row was found in the user's own account.

use app::Failure;
use askama::Template;
use futures_util::future::join_all;
use rules::refusal::Refusal;

use crate::page::form::Form;
use crate::page::shell::{Section, Shell};
use crate::page::{Flash, FormFields, PageError, PageRequest, PageResponse, SelectionTally};
use crate::rate_limits::Spender;

/// As many as the longest page of a list has.
pub const MAX_SELECTED: usize = 100;
/// At the same time.
const AT_ONCE: usize = 20;
/// The field of a row's checkbox.
const ID: &str = "id";
/// In the address of a list whose rows are all selected.
const SELECT: &str = "select";

/// What can be done with the selected rows of a list.
pub struct Selection {
    /// The same list with all of its rows selected.
    pub all: String,
    pub is_all: bool,
    pub actions: Vec<SelectionAction>,
}

pub struct SelectionAction {
    /// Where the ids are sent.
    pub href: String,
    pub text: &'static str,
}

/// For a list of which nothing can be selected.
pub const NO_SELECTION: Option<Selection> = None;

impl Selection {
    /// `path` is the list, and `filters` are those of its query that are kept.
    pub fn of(
        request: &PageRequest<'_>,
        path: &str,
        filters: &[&str],
        actions: Vec<SelectionAction>,
    ) -> Selection {
        let all = request.list_href_at(path, filters, Some(request.query.get("cursor")));
        let mark = if all.contains('?') { '&' } else { '?' };
        Selection {
            all: format!("{all}{mark}{SELECT}=all"),
            is_all: request.query.get(SELECT) == "all",
            actions,
        }
    }
}

/// The ids that were selected, each once.
pub fn selected_ids(fields: &FormFields) -> Result<Vec<String>, PageError> {
    let mut ids: Vec<String> = Vec::new();
    for id in fields.all(ID) {
        if !ids.iter().any(|known| known == id) {
            ids.push(id.to_owned());
        }
        if ids.len() > MAX_SELECTED {
            return Err(PageError::TooLarge);
        }
    }
    Ok(ids)
}

/// One of the rows that a question is about.
pub struct SelectedRow {
    pub id: String,
    pub name: String,
    pub below: String,
}

/// What is about to be done.
pub struct Question {
    pub section: Section,
    /// What the button says, with the number of rows.
    pub action: String,
    /// What that means.
    pub text: String,
    pub is_dangerous: bool,
    /// Where the list is.
    pub back: String,
    pub rows: Vec<SelectedRow>,
}

#[derive(Template)]
#[template(path = "dashboard/selected.html")]
struct SelectedPage<'a> {
    shell: Shell<'a>,
    form: Form<'a>,
    here: &'a str,
    question: Question,
}

/// Asks before anything is done. The answer is sent to the same address.
pub fn ask(request: &PageRequest<'_>, question: Question) -> Result<PageResponse, PageError> {
    if question.rows.is_empty() {
        return Ok(PageResponse::goto(question.back).saying(Flash::NothingSelected));
    }
    let shell = request.shell(question.section)?;
    let form = Form::post(request.locale, "selected", request.csrf(), &request.form_key);
    Ok(PageResponse::page(&SelectedPage { shell, form, here: request.path, question }))
}

/// Does something to each row, and counts what became of them. When the server can't go on, the rest is left.
pub async fn for_each<'i, T, F: Future<Output = Result<T, Failure>>>(
    ids: &'i [String],
    act: impl Fn(&'i str) -> F,
) -> Result<SelectionTally, PageError> {
    let mut tally = SelectionTally::default();
    for some in ids.chunks(AT_ONCE) {
        let acts: Vec<F> = some.iter().map(|id| act(id)).collect();
        for done in join_all(acts).await {
            match done {
                Ok(_) => tally.done += 1,
                Err(Failure::Refused(
                    refusal @ (Refusal::NotFound(_) | Refusal::IdempotencyKeyReused { .. }),
                )) => return Err(refusal.into()),
                Err(Failure::Refused(_)) => tally.refused += 1,
                Err(Failure::Busy | Failure::Unavailable | Failure::Internal | Failure::InvalidCursor) => {
                    tally.left += 1;
                }
            }
        }
        if tally.left > 0 {
            break;
        }
    }
    tally.left = ids.len() - tally.done - tally.refused;
    Ok(tally)
}

/// Each row is a write. The request has spent the first.
pub fn spend_writes(request: &PageRequest<'_>, rows: usize) -> Result<(), PageError> {
    if let Some(more @ 1..) = rows.checked_sub(1) {
        let (account, spender) = (request.account()?, Spender::Session(request.person()?.session.id));
        let _ = request.web.write_limits.reserve(account.mode, account.charged(), spender, more)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use app::Failure;
    use rules::refusal::{Noun, Refusal};

    use super::{MAX_SELECTED, for_each, selected_ids};
    use crate::page::{FormFields, PageError};

    #[test]
    fn each_row_counts_once_and_there_are_not_more_than_on_a_page() {
        let ids = |text: &str| selected_ids(&FormFields::parse(text.as_bytes()));
        assert_eq!(ids("id=b&id=a&other=c&id=b"), Ok(vec!["b".to_owned(), "a".to_owned()]));
        assert_eq!(ids(""), Ok(Vec::new()));
        let many = |count: usize| (0..count).map(|number| format!("id={number}&")).collect::<String>();
        assert_eq!(ids(&many(MAX_SELECTED)).map(|ids| ids.len()), Ok(MAX_SELECTED));
        assert_eq!(ids(&many(MAX_SELECTED + 1)), Err(PageError::TooLarge));
    }

    #[tokio::test]
    async fn what_became_of_each_row_is_counted_and_a_busy_server_ends_it() {
        let ids: Vec<String> = (0..50).map(|number| number.to_string()).collect();
        let count = async |answer: fn(usize) -> Result<(), Failure>| {
            let tally = for_each(&ids, |id| std::future::ready(answer(id.parse().expect("a number")))).await;
            tally.map(|tally| (tally.done, tally.refused, tally.left))
        };
        assert_eq!(count(|_| Ok(())).await, Ok((50, 0, 0)));
        let refused = |id| if id % 2 == 0 { Ok(()) } else { Err(Failure::Refused(Refusal::NothingToClaim)) };
        assert_eq!(count(refused).await, Ok((25, 25, 0)));
        assert_eq!(count(|id| if id == 25 { Err(Failure::Busy) } else { Ok(()) }).await, Ok((39, 0, 11)));
        assert_eq!(count(|id| if id == 0 { Err(Failure::Busy) } else { Ok(()) }).await, Ok((19, 0, 31)));
        let unknown = count(|_| Err(Failure::Refused(Refusal::NotFound(Noun::Payout)))).await;
        assert_eq!(unknown, Err(PageError::NotFound));
    }
}
