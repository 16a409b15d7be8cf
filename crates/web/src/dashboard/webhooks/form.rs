//! Adding an endpoint and changing one: where to, and what it is told.

use app::{Failure, NewEndpoint};
use askama::Template;
use axum::http::StatusCode;
use i18n::Locale;
use rules::delivery::KEPT_SECONDS;
use rules::endpoint::{EnabledEvents, Endpoint};
use rules::event_type::EventType;
use rules::refusal::{Limit, Refusal};

use super::url_problem::url_problem;
use super::{endpoint_of, home};
use crate::page::form::Form;
use crate::page::shell::{Section, Shell};
use crate::page::{Flash, PageError, PageRequest, PageResponse, made, refusal_text, wrong_text};

const LONGEST_DESCRIPTION: usize = 200;
const ALL: &str = "all";
const SOME: &str = "some";
/// No endpoint subscribes to test events: they go where they were asked to go.
const NOT_OFFERED: &str = "webhook";

#[derive(Template)]
#[template(path = "dashboard/webhook_form.html")]
struct EndpointForm<'a> {
    shell: Shell<'a>,
    form: Form<'a>,
    groups: Vec<Group>,
    needs_tls: bool,
    kept_for: String,
    /// The endpoint that is changed; none, if it is a new one.
    known: Option<String>,
    action: String,
    back: String,
}

/// All that can happen to one kind of thing.
struct Group {
    noun: &'static str,
    types: Vec<EventType>,
}

impl Group {
    /// The names of its events, without the noun: `created, completed`.
    fn changes(&self) -> String {
        let names = self.types.iter().filter_map(|kind| kind.name().split_once('.'));
        names.map(|(_, change)| change).collect::<Vec<_>>().join(", ")
    }
}

impl EndpointForm<'_> {
    /// For a checkbox among many of one name.
    fn box_id(&self, name: &str) -> String {
        self.form.at(&name.replace('.', "-"))
    }
}

fn offered() -> impl Iterator<Item = EventType> {
    EventType::ALL.iter().copied().filter(|kind| noun(*kind) != NOT_OFFERED)
}

/// What an event is about: the part of its name before the dot.
fn noun(kind: EventType) -> &'static str {
    kind.name().split('.').next().unwrap_or_default()
}

fn groups() -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for kind in offered() {
        match groups.iter_mut().find(|group| group.noun == noun(kind)) {
            Some(group) => group.types.push(kind),
            None => groups.push(Group { noun: noun(kind), types: vec![kind] }),
        }
    }
    groups
}

pub async fn ask(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    page(request, empty(request).with("events", ALL), None)
}

pub async fn add(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let new = match read(request)? {
        Ok(new) => new,
        Err(form) => return wrong(request, form, None),
    };
    let (person, account) = (request.person()?, request.account()?);
    let (app, client_info) = (request.app(), &request.visitor.client_info);
    match app.webhooks.create_endpoint(person, account, new, client_info, request.idempotency()?).await {
        Ok(answered) => {
            let list = Section::Webhooks.href(request.mode()?);
            Ok(PageResponse::goto(format!("{list}/{}", made(&answered)?)).saying(Flash::EndpointAdded))
        }
        Err(Failure::Refused(refusal)) => match refused(request.locale, &refusal) {
            Some((field, text)) => wrong(request, typed(request).wrong(field, text), None),
            None => Err(Failure::Refused(refusal).into()),
        },
        Err(failure) => Err(failure.into()),
    }
}

pub async fn edit(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let endpoint = endpoint_of(request).await?;
    let form = empty(request)
        .with("url", endpoint.url.clone())
        .with("description", endpoint.description.clone())
        .with("events", if endpoint.wants == EnabledEvents::Everything { ALL } else { SOME });
    let EnabledEvents::These(types) = &endpoint.wants else { return page(request, form, Some(&endpoint)) };
    // A group that is chosen as a whole is one tick, so that taking it away is one, too.
    let form = groups().into_iter().fold(form, |form, group| {
        match group.types.iter().all(|kind| types.contains(kind)) {
            true => form.with("group", group.noun),
            false => group.types.iter().filter(|kind| types.contains(kind)).fold(form, ticked),
        }
    });
    page(request, form, Some(&endpoint))
}

fn ticked<'a>(form: Form<'a>, kind: &EventType) -> Form<'a> {
    form.with("type", kind.name())
}

pub async fn save(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let endpoint = endpoint_of(request).await?;
    let new = match read(request)? {
        Ok(new) => new,
        Err(form) => return wrong(request, form, Some(&endpoint)),
    };
    let (person, account, client_info) =
        (request.person()?, request.account()?, &request.visitor.client_info);
    match request
        .app()
        .webhooks
        .describe_endpoint(person, account, request.param("id"), new, client_info)
        .await
    {
        Ok(_) => Ok(PageResponse::goto(home(request)?).saying(Flash::Changed)),
        Err(Failure::Refused(refusal)) => match refused(request.locale, &refusal) {
            Some((field, text)) => wrong(request, typed(request).wrong(field, text), Some(&endpoint)),
            None => Err(Failure::Refused(refusal).into()),
        },
        Err(failure) => Err(failure.into()),
    }
}

/// A refusal that the form can be changed for: the field it is about, if it is about one, and what it says.
fn refused(locale: Locale, refusal: &Refusal) -> Option<(&'static str, String)> {
    let field = match refusal {
        Refusal::EndpointExists | Refusal::LimitExceeded(Limit::UnverifiedAtHost) => "url",
        Refusal::LimitExceeded(Limit::UnverifiedEndpoints | Limit::Endpoints) => "",
        _ => return None,
    };
    Some((field, refusal_text(locale, refusal)))
}

fn empty<'a>(request: &'a PageRequest<'_>) -> Form<'a> {
    Form::post(request.locale, "endpoint", request.csrf(), &request.form_key)
}

/// Everything as it was sent.
fn typed<'a>(request: &'a PageRequest<'_>) -> Form<'a> {
    let form = empty(request)
        .with("url", request.form.text("url"))
        .with("description", request.form.text("description"))
        .with("events", request.form.get("events"));
    let form = request.form.all("group").fold(form, |form, noun| form.with("group", noun));
    request.form.all("type").fold(form, |form, name| form.with("type", name))
}

/// What was asked for, or the form with what is wrong about it.
fn read<'a>(request: &'a PageRequest<'_>) -> Result<Result<NewEndpoint, Form<'a>>, PageError> {
    let mut form = typed(request);
    let url = request.app().webhooks.webhook_url(request.account()?, form.value("url"));
    if let Err(wrong) = &url {
        form = match form.value("url") {
            "" => form.wrong("url", request.locale.text("webhook-url-missing")),
            _ => form.wrong("url", url_problem(request.locale, wrong)),
        };
    }
    let description = form.value("description").to_owned();
    if let Some(wrong) = wrong_text(request.locale, &description, 0, LONGEST_DESCRIPTION) {
        form = form.wrong("description", wrong);
    }
    let wants = read_wants(request);
    if let Err((field, words)) = wants {
        form = form.wrong(field, words);
    }
    Ok(match (url, wants) {
        (Ok(url), Ok(wants)) if form.mistakes().is_empty() => Ok(NewEndpoint { url, description, wants }),
        _ => Err(form),
    })
}

fn read_wants(request: &PageRequest<'_>) -> Result<EnabledEvents, (&'static str, &'static str)> {
    let locale = request.locale;
    match request.form.get("events") {
        ALL => return Ok(EnabledEvents::Everything),
        SOME => {}
        _ => return Err(("events", locale.text("endpoint-choose-events"))),
    }
    let names: Vec<&str> = request.form.all("type").collect();
    let nouns: Vec<&str> = request.form.all("group").collect();
    let is_known = names.iter().all(|name| offered().any(|kind| kind.name() == *name))
        && nouns.iter().all(|wanted| offered().any(|kind| noun(kind) == *wanted));
    if !is_known {
        return Err(("type", locale.text("endpoint-unknown-event")));
    }
    let is_chosen = |kind: &EventType| names.contains(&kind.name()) || nouns.contains(&noun(*kind));
    let types: Vec<EventType> = offered().filter(is_chosen).collect();
    match types.is_empty() {
        true => Err(("type", locale.text("endpoint-no-event"))),
        false => Ok(EnabledEvents::These(types)),
    }
}

fn wrong(
    request: &PageRequest<'_>,
    form: Form<'_>,
    known: Option<&Endpoint>,
) -> Result<PageResponse, PageError> {
    Ok(page(request, form, known)?.with_status(StatusCode::UNPROCESSABLE_ENTITY))
}

fn page(
    request: &PageRequest<'_>,
    form: Form<'_>,
    known: Option<&Endpoint>,
) -> Result<PageResponse, PageError> {
    let shell = request.shell(Section::Webhooks)?;
    let (action, back) = match known {
        Some(_) => (format!("{}/edit", home(request)?), home(request)?),
        None => (shell.below("new"), Section::Webhooks.href(request.mode()?)),
    };
    let page = EndpointForm {
        form,
        groups: groups(),
        needs_tls: rules::sandbox::webhooks_need_tls(shell.mode),
        kept_for: request.locale.duration(KEPT_SECONDS),
        known: known.map(|endpoint| endpoint.url.clone()),
        action,
        back,
        shell,
    };
    Ok(PageResponse::page(&page))
}

#[cfg(test)]
mod tests {
    use rules::event_type::EventType;

    use super::{NOT_OFFERED, groups, noun};

    #[test]
    fn every_event_but_the_test_is_offered_once_in_its_group() {
        let offered: Vec<EventType> = groups().into_iter().flat_map(|group| group.types).collect();
        for kind in EventType::ALL {
            let times = offered.iter().filter(|offered| *offered == kind).count();
            assert_eq!(times, usize::from(noun(*kind) != NOT_OFFERED), "{}", kind.name());
        }
        let nouns: Vec<&str> = groups().iter().map(|group| group.noun).collect();
        let mut distinct = nouns.clone();
        distinct.dedup();
        assert_eq!(nouns, distinct);
    }
}
