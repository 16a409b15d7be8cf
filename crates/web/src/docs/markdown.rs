//! Markdown as HTML, for the documents in `docs/`. HTML in the Markdown is shown as text and never passed through, and
//! links lead only to pages of this site and to `https://` addresses.

use std::fmt::Write;

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use super::places::code_href;
use super::samples;
use super::sections::anchor;

/// What differs from server to server.
#[derive(Clone, Copy)]
pub struct ServerNames<'a> {
    pub brand: &'a str,
    pub origin: &'a str,
    pub key_prefix: &'a str,
}

impl ServerNames<'_> {
    /// The documents call the product Florin, and an operator may call it something else.
    fn prose(self, text: &str) -> String {
        self.code(text).replace("Florin", self.brand)
    }

    pub fn code(self, text: &str) -> String {
        let text = text.replace("{origin}", self.origin).replace("http://127.0.0.1:8080", self.origin);
        ["live", "test", "at", "rt", "cs"].into_iter().fold(text, |text, kind| {
            text.replace(&format!("florin_{kind}_"), &format!("{}_{kind}_", self.key_prefix))
        })
    }
}

/// The text below one heading, for the search and the menu.
pub struct Part {
    /// Empty at the top of a page.
    pub id: String,
    pub title: String,
    pub text: String,
}

/// Where a link in a document leads, if that is a page of the site.
pub type Resolve<'a> = &'a dyn Fn(&str) -> Option<String>;

/// Writes one section of a page.
pub struct PageWriter<'a> {
    names: ServerNames<'a>,
    resolve: Resolve<'a>,
    pub html: String,
    pub parts: Vec<Part>,
    /// Links that lead nowhere.
    pub broken: Vec<String>,
    /// The level of the section's own headings.
    top: u8,
    codes: usize,
    is_in_link: bool,
    is_in_head: bool,
}

impl<'a> PageWriter<'a> {
    pub fn new(names: ServerNames<'a>, resolve: Resolve<'a>, title: &str, codes: usize) -> PageWriter<'a> {
        PageWriter {
            names,
            resolve,
            html: String::new(),
            parts: vec![Part { id: String::new(), title: title.to_owned(), text: String::new() }],
            broken: Vec::new(),
            top: 2,
            codes,
            is_in_link: false,
            is_in_head: false,
        }
    }

    /// A heading of the second level, above a section that has one.
    pub fn heading(&mut self, heading: &str) {
        self.write_heading(2, heading);
        self.top = 3;
    }

    /// How many blocks of code the page has so far. They are numbered.
    pub fn codes(&self) -> usize {
        self.codes
    }

    pub fn section(&mut self, markdown: &str) {
        let events: Vec<Event<'_>> = Parser::new_ext(markdown, Options::ENABLE_TABLES).collect();
        let mut at = 0;
        while at < events.len() {
            at = self.step(&events, at);
        }
    }

    /// Writes the event, or everything up to its end. Returns what comes next.
    fn step(&mut self, events: &[Event<'_>], at: usize) -> usize {
        match &events[at] {
            Event::Start(Tag::Heading { .. }) => {
                let (text, end) = text_until(events, at, |end| matches!(end, TagEnd::Heading(_)));
                self.write_heading(self.top, &text);
                return end + 1;
            }
            Event::Start(Tag::CodeBlock(kind)) => {
                let (text, end) = text_until(events, at, |end| *end == TagEnd::CodeBlock);
                let language = if let CodeBlockKind::Fenced(language) = kind { &**language } else { "" };
                self.write_code(language, &text);
                return end + 1;
            }
            Event::Start(Tag::Paragraph) => {
                if let Some((files, end)) = samples::links(events, at) {
                    self.write_samples(&files);
                    return end + 1;
                }
                self.html.push_str("<p>");
            }
            Event::Start(Tag::Table(_)) => {
                let (columns, _) = text_until(events, at, |end| *end == TagEnd::TableHead);
                self.open_table(&columns);
            }
            Event::Start(tag) => self.open(tag),
            Event::End(end) => self.close(*end),
            // Its own markup is not the site's: what stands in angle brackets is shown.
            Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => self.text(text),
            Event::Code(code) => self.code(code),
            Event::SoftBreak => self.text("\n"),
            Event::HardBreak => self.html.push_str("<br>"),
            Event::Rule => self.html.push_str("<hr>"),
            Event::InlineMath(_)
            | Event::DisplayMath(_)
            | Event::FootnoteReference(_)
            | Event::TaskListMarker(_) => {}
        }
        at + 1
    }

    fn open(&mut self, tag: &Tag<'_>) {
        match tag {
            Tag::List(Some(_)) => self.html.push_str("<ol>"),
            Tag::List(None) => self.html.push_str("<ul>"),
            Tag::Item => self.html.push_str("<li>"),
            Tag::Emphasis => self.html.push_str("<em>"),
            Tag::Strong => self.html.push_str("<strong>"),
            Tag::BlockQuote(_) => self.html.push_str("<blockquote>"),
            Tag::TableHead => {
                self.html.push_str("<thead><tr>");
                self.is_in_head = true;
            }
            Tag::TableRow => self.html.push_str("<tr>"),
            Tag::TableCell => self.html.push_str(if self.is_in_head { "<th scope=\"col\">" } else { "<td>" }),
            Tag::Link { dest_url, .. } => self.open_link(dest_url),
            _ => {}
        }
    }

    fn close(&mut self, tag: TagEnd) {
        let end = match tag {
            TagEnd::Paragraph => "</p>\n",
            TagEnd::List(true) => "</ol>\n",
            TagEnd::List(false) => "</ul>\n",
            TagEnd::Item => "</li>\n",
            TagEnd::Emphasis => "</em>",
            TagEnd::Strong => "</strong>",
            TagEnd::BlockQuote(_) => "</blockquote>\n",
            TagEnd::TableHead => {
                self.is_in_head = false;
                "</tr></thead><tbody>\n"
            }
            TagEnd::TableRow => "</tr>\n",
            TagEnd::TableCell if self.is_in_head => "</th>",
            TagEnd::TableCell => "</td>",
            TagEnd::Table => "</tbody></table></div>\n",
            TagEnd::Link => self.close_link(),
            _ => "",
        };
        self.html.push_str(end);
        self.part().push(' ');
    }

    fn open_link(&mut self, target: &str) {
        let is_outside = target.starts_with("https://");
        let href = if is_outside { Some(target.to_owned()) } else { (self.resolve)(target) };
        let Some(href) = href else {
            self.broken.push(target.to_owned());
            return;
        };
        self.html.push_str("<a href=\"");
        escape(&mut self.html, &href);
        self.html.push_str("\">");
        self.is_in_link = true;
    }

    fn close_link(&mut self) -> &'static str {
        if std::mem::take(&mut self.is_in_link) { "</a>" } else { "" }
    }

    /// A table may be wider than a phone, so it scrolls by itself, and its region needs a name.
    fn open_table(&mut self, columns: &str) {
        let title = self.parts.last().map_or("", |part| part.title.as_str());
        let label = format!("{title}: {columns}");
        self.html.push_str("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"");
        escape(&mut self.html, &label);
        self.html.push_str("\"><table>");
    }

    fn write_heading(&mut self, level: u8, heading: &str) {
        let (id, title) = (anchor(heading), self.names.prose(heading));
        write!(self.html, "<h{level} id=\"").expect("a String takes everything");
        escape(&mut self.html, &id);
        self.html.push_str("\">");
        escape(&mut self.html, &title);
        writeln!(self.html, "</h{level}>").expect("a String takes everything");
        self.parts.push(Part { id, title, text: String::new() });
    }

    fn text(&mut self, text: &str) {
        let text = self.names.prose(text);
        escape(&mut self.html, &text);
        self.part().push_str(&text);
    }

    fn code(&mut self, code: &str) {
        let href = if self.is_in_link { None } else { code_href(code) };
        if let Some(href) = &href {
            write!(self.html, "<a href=\"{href}\">").expect("a String takes everything");
        }
        self.html.push_str("<code>");
        let code = self.names.code(code);
        escape(&mut self.html, &code);
        self.html.push_str(if href.is_some() { "</code></a>" } else { "</code>" });
        self.part().push_str(&code);
    }

    fn write_code(&mut self, language: &str, text: &str) {
        let text = self.names.code(text.trim_end());
        let id = self.next_code();
        self.html.push_str(&samples::panel(&id, language, &text));
        self.part().push_str(&text);
    }

    fn write_samples(&mut self, files: &[(String, String)]) {
        let id = self.next_code();
        let names = self.names;
        match samples::tabs(&id, files, |text| names.code(text)) {
            Ok(html) => {
                self.html.push_str(&html);
                // The languages can be searched for; their code can't.
                let labels: Vec<&str> = files.iter().map(|(label, _)| label.as_str()).collect();
                self.part().push_str(&labels.join(", "));
                self.part().push(' ');
            }
            Err(missing) => self.broken.push(missing),
        }
    }

    fn next_code(&mut self) -> String {
        self.codes += 1;
        format!("code-{}", self.codes)
    }

    fn part(&mut self) -> &mut String {
        &mut self.parts.last_mut().expect("the page itself is the first").text
    }
}

/// The plain text up to an end, and where that is.
fn text_until(events: &[Event<'_>], at: usize, is_end: fn(&TagEnd) -> bool) -> (String, usize) {
    let is_last = |event: &Event<'_>| matches!(event, Event::End(end) if is_end(end));
    let end = at + events[at..].iter().position(is_last).expect("what begins has an end");
    let text = |event: &Event<'_>| match event {
        Event::Text(text) | Event::Code(text) => Some(text.to_string()),
        Event::End(TagEnd::TableCell) => Some(", ".to_owned()),
        _ => None,
    };
    let text: String = events[at..end].iter().filter_map(text).collect();
    (text.trim_end_matches(", ").to_owned(), end)
}

fn escape(into: &mut String, text: &str) {
    for letter in text.chars() {
        match letter {
            '&' => into.push_str("&amp;"),
            '<' => into.push_str("&lt;"),
            '>' => into.push_str("&gt;"),
            '"' => into.push_str("&quot;"),
            '\'' => into.push_str("&#39;"),
            letter => into.push(letter),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{PageWriter, ServerNames};

    const NAMES: ServerNames<'static> =
        ServerNames { brand: "<b>Pay & Co", origin: "https://pay.example.com", key_prefix: "pay" };

    fn written(markdown: &str) -> (String, Vec<String>) {
        let resolve = |target: &str| (target == "#here").then(|| "/docs/here".to_owned());
        let mut writer = PageWriter::new(NAMES, &resolve, "Title", 0);
        writer.section(markdown);
        (writer.html.trim().to_owned(), writer.broken)
    }

    #[track_caller]
    fn check(markdown: &str, html: &str) {
        assert_eq!(written(markdown), (html.to_owned(), Vec::new()), "{markdown}");
    }

    #[test]
    fn markdown_is_shown_as_html() {
        check("a *b* **c**\nd", "<p>a <em>b</em> <strong>c</strong>\nd</p>");
        check("## A `b`", "<h2 id=\"a-b\">A b</h2>");
        check("- a\n- b", "<ul><li>a</li>\n<li>b</li>\n</ul>");
        check("[a](#here)", "<p><a href=\"/docs/here\">a</a></p>");
        check("`GET /balance`", "<p><a href=\"/docs/balance#getBalance\"><code>GET /balance</code></a></p>");
        check("[`not_found`](#here)", "<p><a href=\"/docs/here\"><code>not_found</code></a></p>");
        let (table, _) = written("| a | b |\n|---|---|\n| `1` | 2 |");
        assert!(table.contains("aria-label=\"Title: a, b\""), "{table}");
        assert!(
            table.contains("<th scope=\"col\">a</th>") && table.contains("<td><code>1</code></td>"),
            "{table}"
        );
    }

    #[test]
    fn what_differs_from_server_to_server_is_that_of_the_server() {
        check("Florin has `florin dev`", "<p>&lt;b&gt;Pay &amp; Co has <code>florin dev</code></p>");
        check(
            "`{origin}/v1` `florin_test_…`",
            "<p><code>https://pay.example.com/v1</code> <code>pay_test_…</code></p>",
        );
    }

    #[test]
    fn html_is_shown_and_never_passed_through() {
        for hostile in [
            "<script>alert(1)</script>",
            "a <img src=x onerror=alert(1)> b",
            "<div>\n\n<a href=\"javascript:alert(1)\">x</a>",
            "`<script>`",
            "```sh\n<script>\n```",
            "## <script>",
            "| <i>a |\n|---|\n| <script> |",
        ] {
            let (html, _) = written(hostile);
            for tag in ["<script", "<img", "<a ", "<i>"] {
                assert!(!html.contains(tag), "{hostile}: {html}");
            }
        }
    }

    #[test]
    fn a_link_that_leads_nowhere_is_text_and_is_reported() {
        for target in
            ["javascript:alert(1)", "http://example.com", "data:text/html,x", "//example.com", "#gone"]
        {
            let (html, broken) = written(&format!("[a]({target})"));
            assert_eq!((html.as_str(), broken), ("<p>a</p>", vec![target.to_owned()]));
        }
    }

    #[test]
    fn links_to_files_alone_are_a_choice_of_code() {
        let (html, broken) = written("[Python](webhooks/verify.py) · [Rust](webhooks/verify.rs)");
        assert_eq!(broken, Vec::<String>::new());
        assert!(html.starts_with("<fieldset") && html.matches("type=\"radio\"").count() == 2, "{html}");
        assert_eq!(html.matches(" checked").count(), 1, "{html}");
        let (_, broken) = written("[Python](webhooks/gone.py)");
        assert_eq!(broken, ["webhooks/gone.py"]);
        let (html, _) = written("See [Python](webhooks/verify.py).");
        assert!(!html.contains("fieldset"), "{html}");
    }
}
