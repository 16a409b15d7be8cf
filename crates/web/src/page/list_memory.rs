//! The filters and the order that a user last chose in each list, so that a list is as they left it when they return
//! from the menu, from one of its rows or after a new sign-in. A query that says anything about the list wins.
//!
//! They are kept in a cookie and not in the database: choosing a filter writes nothing. The cookie is encrypted for its
//! user, because filters contain addresses and references, and several users may share a browser.

use app::App;
use axum::http::HeaderMap;
use axum::http::HeaderValue;
use rules::id::UserId;
use rules::zone::end_of_day;

use super::sorting::is_choice;
use super::{FormFields, PageRequest, PageResponse, cookies};
use crate::api::Method;

/// The filters that are days.
const DAYS: [&str; 2] = ["from", "to"];
/// Of all lists together. The lists that were not used for the longest time are forgotten first.
const MAX_BYTES: usize = 1_500;
/// A filter that is longer isn't remembered.
const LONGEST_QUERY: usize = 400;

/// What was chosen, the newest first: the path of each list and its query.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
struct ListMemory {
    lists: Vec<(String, String)>,
}

impl ListMemory {
    fn read(text: &str) -> ListMemory {
        let list = |line: &str| line.split_once('?').map(|(path, query)| (path.to_owned(), query.to_owned()));
        ListMemory { lists: text.lines().filter_map(list).collect() }
    }

    fn write(&self) -> String {
        self.lists.iter().map(|(path, query)| format!("{path}?{query}\n")).collect()
    }

    fn of(app: &App, headers: &HeaderMap, user: UserId) -> ListMemory {
        let opened =
            cookies::list_memory(headers).and_then(|sealed| app.identity.open_list_memory(user, &sealed));
        opened.map(|text| ListMemory::read(&text)).unwrap_or_default()
    }

    fn query(&self, path: &str) -> Option<&str> {
        self.lists.iter().find(|(known, _)| known == path).map(|(_, query)| query.as_str())
    }

    /// The same with this as the newest. An empty query forgets the list.
    fn with(mut self, path: &str, query: String) -> ListMemory {
        self.lists.retain(|(known, _)| known != path);
        if !query.is_empty() && query.len() <= LONGEST_QUERY {
            self.lists.insert(0, (path.to_owned(), query));
        }
        while self.write().len() > MAX_BYTES {
            self.lists.pop();
        }
        self
    }
}

/// What a query chooses, in one spelling. Nothing if it says nothing about the list.
fn chosen(filters: &[&str], query: &FormFields) -> Option<String> {
    let is_explicit = filters.iter().chain(&["cursor"]).any(|name| query.count(name) > 0);
    let mut text = form_urlencoded::Serializer::new(String::new());
    for name in filters {
        let is_day = || end_of_day(query.get(name), None).is_some();
        // What is no day narrows nothing, and the form would say so at every visit.
        if is_choice(name, query.get(name)) && (!DAYS.contains(name) || is_day()) {
            text.append_pair(name, query.get(name));
        }
    }
    is_explicit.then(|| text.finish())
}

/// What a request for a list does with the memory.
pub enum Recalled {
    /// Its address says nothing about the list, which was filtered when the user left it.
    Elsewhere(PageResponse),
    /// The list is shown as its address says, and this cookie remembers it.
    Here(Option<HeaderValue>),
}

pub fn recall(request: &PageRequest<'_>, headers: &HeaderMap) -> Recalled {
    let filters = request.page.remembered_filters;
    let Some(person) = request.signed_in.as_ref().filter(|_| !filters.is_empty()) else {
        return Recalled::Here(None);
    };
    if request.page.method != Method::Get {
        return Recalled::Here(None);
    }
    let (app, user) = (request.app(), person.user.id);
    let memory = ListMemory::of(app, headers, user);
    let known = memory.query(request.path);
    match chosen(filters, &request.query) {
        None => {
            // In the spelling of today, in case another version of Florin wrote it.
            let fields = known.map(|known| FormFields::parse(known.as_bytes()));
            let query = fields.and_then(|fields| chosen(filters, &fields)).filter(|query| !query.is_empty());
            match query {
                Some(query) => Recalled::Elsewhere(PageResponse::goto(format!("{}?{query}", request.path))),
                None => Recalled::Here(None),
            }
        }
        Some(query) if known.unwrap_or_default() == query => Recalled::Here(None),
        Some(query) => {
            let text = memory.with(request.path, query).write();
            let sealed = app.identity.seal_list_memory(user, &text);
            Recalled::Here(Some(cookies::remembered_lists(&sealed)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{ListMemory, MAX_BYTES, chosen};
    use crate::page::FormFields;

    const FILTERS: [&str; 4] = ["status", "email", "from", "order"];

    #[test]
    fn a_query_chooses_what_it_names_and_nothing_else() {
        for (query, expected) in [
            ("", None),
            ("rows=50&select=all", None),
            ("status=failed", Some("status=failed")),
            ("status=failed&order=oldest&beat=3", Some("status=failed&order=oldest")),
            ("order=newest", Some("")),
            ("status=&email=", Some("")),
            ("cursor=abc", Some("")),
            ("from=2026-11-15", Some("from=2026-11-15")),
            ("from=15/11/2026", Some("")),
            ("email=a%2Bb%40c&status=", Some("email=a%2Bb%40c")),
        ] {
            assert_eq!(
                chosen(&FILTERS, &FormFields::parse(query.as_bytes())).as_deref(),
                expected,
                "{query}"
            );
        }
    }

    #[test]
    fn the_lists_that_were_used_last_are_remembered() {
        let mut memory = ListMemory::default();
        for number in 0..100 {
            memory = memory.with(&format!("/list/{number}"), format!("status=failed&reference={number}"));
        }
        assert!(memory.write().len() <= MAX_BYTES);
        assert_eq!(memory.query("/list/99"), Some("status=failed&reference=99"));
        assert_eq!((memory.query("/list/9"), memory.query("/list/0")), (None, None));
        assert_eq!(ListMemory::read(&memory.write()), memory);
        let other = memory.clone().with("/list/99", "status=sent".to_owned());
        assert_eq!(other.query("/list/99"), Some("status=sent"));
        assert_eq!(other.lists.len(), memory.lists.len());
        assert_eq!(other.with("/list/99", String::new()).query("/list/99"), None);
        assert_eq!(memory.with("/list/99", "x".repeat(401)).query("/list/99"), None, "too long");
    }
}
