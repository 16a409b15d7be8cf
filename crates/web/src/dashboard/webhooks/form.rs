//! Adding an endpoint and changing one: where to, and what it is told.

use app::{Failure, NewEndpoint};
use askama::Template;
use axum::http::StatusCode;
use rules::delivery::KEPT_SECONDS;
use rules::endpoint::{Endpoint, Wants};
use rules::event::EventType;
use rules::refusal::{Limit, Refusal};
use rules::time::SECONDS_PER_DAY;

use super::words::fault;
use super::{endpoint_of, home};
use crate::dashboard::form::Form;
use crate::dashboard::parts;
use crate::dashboard::shell::{Section, Shell};
use crate::visit::{Answer, Trouble, Visit, made};

const LONGEST_DESCRIPTION: usize = 200;
const ALL: &str = "all";
const SOME: &str = "some";
/// Nobody asks for test events: they go where they were asked to go.
const NOT_OFFERED: &str = "webhook";

#[derive(Template)]
#[template(path = "dashboard/webhook_form.html")]
struct EndpointForm<'a> {
    shell: Shell<'a>,
    form: Form<'a>,
    groups: Vec<Group>,
    needs_tls: bool,
    kept_days: i64,
    /// The endpoint that is changed; none, if it is a new one.
    known: Option<String>,
    action: String,
    back: String,
}

/// All that can happen to one kind of thing.
struct Group {
    noun: &'static str,
    title: String,
    types: Vec<EventType>,
}

impl Group {
    /// What can happen, without to what: `created, completed`.
    fn deeds(&self) -> String {
        let deeds = self.types.iter().filter_map(|kind| kind.name().split_once('.'));
        deeds.map(|(_, deed)| deed.replace('_', " ")).collect::<Vec<_>>().join(", ")
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
            None => {
                let noun = noun(kind);
                groups.push(Group { noun, title: parts::words(noun), types: vec![kind] });
            }
        }
    }
    groups
}

pub async fn ask(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    page(visit, empty(visit).with("events", ALL), None)
}

pub async fn add(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    let new = match read(visit)? {
        Ok(new) => new,
        Err(form) => return wrong(visit, form, None),
    };
    let (person, account) = (visit.person()?, visit.account()?);
    let (app, whence) = (visit.app(), &visit.visitor.whence);
    match app.create_endpoint(person, account, new, whence, visit.claim()?).await {
        Ok(answered) => {
            let list = Section::Webhooks.href(visit.mode()?);
            Ok(Answer::goto(format!("{list}/{}?said=endpoint_added", made(&answered)?)))
        }
        Err(Failure::Refused(refusal)) => match field_of(&refusal) {
            Some(field) => wrong(visit, typed(visit).wrong(field, refusal.to_string()), None),
            None => Err(Failure::Refused(refusal).into()),
        },
        Err(failure) => Err(failure.into()),
    }
}

pub async fn edit(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    let endpoint = endpoint_of(visit).await?;
    let form = empty(visit)
        .with("url", endpoint.url.clone())
        .with("description", endpoint.description.clone())
        .with("events", if endpoint.wants == Wants::Everything { ALL } else { SOME });
    let Wants::These(types) = &endpoint.wants else { return page(visit, form, Some(&endpoint)) };
    // A group that is chosen as a whole is one tick, so that taking it away is one, too.
    let form = groups().into_iter().fold(form, |form, group| {
        match group.types.iter().all(|kind| types.contains(kind)) {
            true => form.with("group", group.noun),
            false => group.types.iter().filter(|kind| types.contains(kind)).fold(form, ticked),
        }
    });
    page(visit, form, Some(&endpoint))
}

fn ticked<'a>(form: Form<'a>, kind: &EventType) -> Form<'a> {
    form.with("type", kind.name())
}

pub async fn save(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    let endpoint = endpoint_of(visit).await?;
    let new = match read(visit)? {
        Ok(new) => new,
        Err(form) => return wrong(visit, form, Some(&endpoint)),
    };
    let (person, account, whence) = (visit.person()?, visit.account()?, &visit.visitor.whence);
    match visit.app().describe_endpoint(person, account, visit.param("id"), new, whence).await {
        Ok(_) => Ok(Answer::goto(format!("{}?said=changed", home(visit)?))),
        Err(Failure::Refused(refusal)) => match field_of(&refusal) {
            Some(field) => wrong(visit, typed(visit).wrong(field, refusal.to_string()), Some(&endpoint)),
            None => Err(Failure::Refused(refusal).into()),
        },
        Err(failure) => Err(failure.into()),
    }
}

/// Which field of the form a refusal is about; none in particular, if it is empty.
fn field_of(refusal: &Refusal) -> Option<&'static str> {
    match refusal {
        Refusal::EndpointExists | Refusal::LimitExceeded(Limit::UnverifiedAtHost) => Some("url"),
        Refusal::LimitExceeded(_) => Some(""),
        _ => None,
    }
}

fn empty<'a>(visit: &'a Visit<'_>) -> Form<'a> {
    Form::post("endpoint", visit.csrf(), &visit.form_key)
}

/// Everything as it was sent.
fn typed<'a>(visit: &'a Visit<'_>) -> Form<'a> {
    let form = empty(visit)
        .with("url", visit.form.text("url"))
        .with("description", visit.form.text("description"))
        .with("events", visit.form.get("events"));
    let form = visit.form.all("group").fold(form, |form, noun| form.with("group", noun));
    visit.form.all("type").fold(form, |form, name| form.with("type", name))
}

/// What was asked for, or the form with what is wrong about it.
fn read<'a>(visit: &'a Visit<'_>) -> Result<Result<NewEndpoint, Form<'a>>, Trouble> {
    let mut form = typed(visit);
    let url = visit.app().webhook_url(visit.account()?, form.value("url"));
    if let Err(wrong) = &url {
        form = match form.value("url") {
            "" => form.wrong("url", "An address is needed."),
            _ => form.wrong("url", fault(wrong)),
        };
    }
    let description = form.value("description").to_owned();
    if rules::text::check(&description, 0, LONGEST_DESCRIPTION).is_err() {
        let words = format!("Write one line of at most {LONGEST_DESCRIPTION} characters.");
        form = form.wrong("description", words);
    }
    let wants = read_wants(visit);
    if let Err((field, words)) = wants {
        form = form.wrong(field, words);
    }
    Ok(match (url, wants) {
        (Ok(url), Ok(wants)) if form.mistakes().is_empty() => Ok(NewEndpoint { url, description, wants }),
        _ => Err(form),
    })
}

fn read_wants(visit: &Visit<'_>) -> Result<Wants, (&'static str, &'static str)> {
    match visit.form.get("events") {
        ALL => return Ok(Wants::Everything),
        SOME => {}
        _ => return Err(("events", "Choose all events, or some of them.")),
    }
    let names: Vec<&str> = visit.form.all("type").collect();
    let nouns: Vec<&str> = visit.form.all("group").collect();
    let is_known = names.iter().all(|name| offered().any(|kind| kind.name() == *name))
        && nouns.iter().all(|wanted| offered().any(|kind| noun(kind) == *wanted));
    if !is_known {
        return Err(("type", "One of these events does not exist. Choose from the list."));
    }
    let is_chosen = |kind: &EventType| names.contains(&kind.name()) || nouns.contains(&noun(*kind));
    let types: Vec<EventType> = offered().filter(is_chosen).collect();
    if types.is_empty() { Err(("type", "Tick at least one event.")) } else { Ok(Wants::These(types)) }
}

fn wrong(visit: &Visit<'_>, form: Form<'_>, known: Option<&Endpoint>) -> Result<Answer, Trouble> {
    Ok(page(visit, form, known)?.with_status(StatusCode::UNPROCESSABLE_ENTITY))
}

fn page(visit: &Visit<'_>, form: Form<'_>, known: Option<&Endpoint>) -> Result<Answer, Trouble> {
    let shell = visit.shell(Section::Webhooks)?;
    let (action, back) = match known {
        Some(_) => (format!("{}/edit", home(visit)?), home(visit)?),
        None => (shell.below("new"), Section::Webhooks.href(visit.mode()?)),
    };
    let page = EndpointForm {
        form,
        groups: groups(),
        needs_tls: rules::sandbox::webhooks_need_tls(shell.mode),
        kept_days: KEPT_SECONDS / SECONDS_PER_DAY,
        known: known.map(|endpoint| endpoint.url.clone()),
        action,
        back,
        shell,
    };
    Ok(Answer::page(&page))
}

#[cfg(test)]
mod tests {
    use rules::event::EventType;

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
