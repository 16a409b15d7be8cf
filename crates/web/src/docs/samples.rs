//! Code on the pages of the guides: blocks of the documents, and files of `docs/samples` and `docs/webhooks`, which the
//! tests run. A paragraph that only links to such files is shown as one choice of their contents.

use askama::Template;
use pulldown_cmark::{Event, Tag, TagEnd};

use super::code_sample::{self, CodeSample};
use super::files::FILES;

#[derive(Template)]
#[template(path = "docs/panel.html")]
struct Panel<'a> {
    id: &'a str,
    label: &'a str,
    code: CodeSample,
}

#[derive(Template)]
#[template(path = "docs/tabs.html")]
struct Tabs<'a> {
    id: &'a str,
    tabs: Vec<Tab<'a>>,
}

struct Tab<'a> {
    id: String,
    label: &'a str,
    /// Not so for the output, which isn't a choice to keep.
    is_language: bool,
    code: CodeSample,
}

/// Each link's text and file, and where the paragraph ends, if it has nothing but links to files.
pub fn links(events: &[Event<'_>], at: usize) -> Option<(Vec<(String, String)>, usize)> {
    let mut files = Vec::new();
    let mut is_in_link = false;
    for (index, event) in events.iter().enumerate().skip(at + 1) {
        match event {
            Event::End(TagEnd::Paragraph) => return (!files.is_empty()).then_some((files, index)),
            Event::Start(Tag::Link { dest_url, .. }) if is_file(dest_url) => {
                files.push((String::new(), dest_url.to_string()));
                is_in_link = true;
            }
            Event::End(TagEnd::Link) => is_in_link = false,
            Event::Text(text) if is_in_link => files.last_mut()?.0.push_str(text),
            Event::Text(text) if text.trim() == "·" => {}
            Event::SoftBreak => {}
            _ => return None,
        }
    }
    None
}

fn is_file(target: &str) -> bool {
    target.starts_with("samples/") || target.starts_with("webhooks/")
}

/// A choice of one code in several languages; the error is a file that isn't embedded.
pub fn tabs(id: &str, files: &[(String, String)], adapt: impl Fn(&str) -> String) -> Result<String, String> {
    let mut tabs = Vec::new();
    for (index, (label, path)) in files.iter().enumerate() {
        let (_, text) = FILES.iter().find(|(known, _)| known == path).ok_or_else(|| path.clone())?;
        let comment = comment_of(path.rsplit('.').next().unwrap_or_default());
        let code = code_sample::source(adapt(text).trim_end(), comment);
        let is_language = !path.ends_with(".txt");
        tabs.push(Tab { id: format!("{id}-{}", index + 1), label, is_language, code });
    }
    Ok(render(&Tabs { id, tabs }))
}

pub fn panel(id: &str, language: &str, text: &str) -> String {
    let label = match language {
        "sh" => "Shell",
        "json" => "JSON",
        "js" => "JavaScript",
        "python" => "Python",
        "http" => "HTTP",
        _ => "Text",
    };
    render(&Panel { id, label, code: code_sample::source(text, comment_of(language)) })
}

/// What begins a comment in files with this ending, or in blocks of this language.
fn comment_of(language: &str) -> &'static str {
    match language {
        "sh" | "py" | "python" => "#",
        "js" | "mjs" | "rs" => "//",
        _ => "",
    }
}

fn render(template: &impl Template) -> String {
    template.render().expect("a template that compiled can be written to a string")
}
