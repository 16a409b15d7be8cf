//! One API request: what was asked and answered, without private values, and the objects that it names.

use app::RedactedBody;
use askama::Template;
use i18n::Locale;
use rules::api_request::ApiRequest;
use rules::id::has_form_of_id;

use super::{Credentials, status_badge, took};
use crate::dashboard::object_page::object_page;
use crate::dashboard::parts::StatusBadge;
use crate::page::shell::{Section, Shell};
use crate::page::{PageError, PageRequest, PageResponse};

/// A list names a hundred.
const MAX_OBJECTS: usize = 20;
/// How responses and problems spell the id of a request.
const URN: &str = "urn:request:";
const ID_LENGTH: usize = 22;

#[derive(Template)]
#[template(path = "dashboard/api_request.html")]
struct OnePage<'a> {
    shell: Shell<'a>,
    request: &'a ApiRequest,
    status: StatusBadge,
    credential: String,
    took: String,
    left_out: Option<String>,
    /// The id and the page of each object.
    objects: Vec<(String, String)>,
    bodies: Vec<BodyView>,
}

struct BodyView {
    title: &'static str,
    text: String,
    note: String,
}

pub async fn show(page_request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let log = &page_request.app().request_log;
    let shown = log.request(&page_request.caller()?, page_request.param("id")).await?;
    let shell = page_request.shell(Section::ApiRequests)?;
    let (locale, request) = (page_request.locale, &shown.request);
    let texts = [&request.object, &request.path, &shown.sent.text, &shown.returned.text];
    let page = OnePage {
        status: status_badge(locale, request.status),
        credential: Credentials::of(page_request).await?.name(locale, request),
        took: took(locale, request),
        left_out: (request.left_out > 0)
            .then(|| locale.text_with("api-requests-left-out", &[("count", &request.left_out)])),
        objects: objects(&shell, &texts),
        bodies: [
            BodyView::of(locale, locale.text("api-request-sent"), &shown.sent),
            BodyView::of(locale, locale.text("api-request-returned"), &shown.returned),
        ]
        .into_iter()
        .flatten()
        .collect(),
        request,
        shell,
    };
    Ok(PageResponse::page(&page))
}

impl BodyView {
    /// Nothing of a body that was empty.
    fn of(locale: Locale, title: &'static str, body: &RedactedBody) -> Option<BodyView> {
        if body.size == 0 {
            return None;
        }
        let note = match (body.text.is_empty(), body.is_cut) {
            (true, _) => locale.text_with("api-request-body-not-kept", &[("count", &body.size)]),
            (false, true) => locale.text("api-request-body-cut").to_owned(),
            (false, false) => String::new(),
        };
        Some(BodyView { title, text: body.text.clone(), note })
    }
}

/// The ids in these texts that have a page, each once.
fn objects(shell: &Shell<'_>, texts: &[&String]) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    let words = texts
        .iter()
        .flat_map(|text| text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_'));
    for id in words.filter(|word| has_form_of_id(word)) {
        if found.len() == MAX_OBJECTS {
            break;
        }
        if found.iter().any(|(known, _)| known == id) {
            continue;
        }
        found.extend(object_page(shell, id).map(|href| (id.to_owned(), href)));
    }
    found
}

/// The page of the request that a client knows by this id, if it is in the log.
pub async fn page_of_request(
    request: &PageRequest<'_>,
    shell: &Shell<'_>,
    typed: &str,
) -> Result<Option<String>, PageError> {
    let id = typed.trim().strip_prefix(URN).unwrap_or(typed.trim());
    let is_id = id.len() == ID_LENGTH && id.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if !is_id || !shell.is_business() || !request.app().request_log.has(&request.caller()?, id).await? {
        return Ok(None);
    }
    Ok(Some(format!("{}/{id}", Section::ApiRequests.href(shell.mode))))
}
