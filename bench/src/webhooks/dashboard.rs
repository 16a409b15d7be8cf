//! Adds endpoints and turns them on and off as their owner does: signed in, with the forms of the pages.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use crate::call::{Call, Target};
use crate::connection::{Connection, shortened};
use crate::server::Server;

const SIGN_IN: &str = "/dashboard/sign-in";
const NEW: &str = "/dashboard/test/webhooks/new";
const POLL: Duration = Duration::from_millis(10);
const PATIENCE: Duration = Duration::from_secs(30);

pub struct Dashboard {
    target: Target,
    cookies: BTreeMap<String, String>,
}

/// What came back.
struct Shown {
    status: u16,
    location: Option<String>,
    body: String,
}

impl Dashboard {
    pub async fn sign_in(server: &Server) -> Result<Dashboard, String> {
        let demo = server.demo.as_ref().ok_or("the server has no demo user")?;
        let mut dashboard = Dashboard { target: server.target.clone(), cookies: BTreeMap::new() };
        let fields = [("email", demo.email.as_str()), ("password", demo.password.as_str())];
        dashboard.fill(SIGN_IN, SIGN_IN, &fields).await?;
        Ok(dashboard)
    }

    /// Adds an endpoint to the test account, for these types or for all, and gives back where its page is.
    pub async fn add(&mut self, url: &str, types: &[&str]) -> Result<String, String> {
        let mut fields = vec![("url", url), ("description", "")];
        fields.push(("events", if types.is_empty() { "all" } else { "some" }));
        fields.extend(types.iter().map(|kind| ("type", *kind)));
        let place = self.fill(NEW, NEW, &fields).await?;
        let page = place.split('?').next().unwrap_or_default().to_owned();
        self.until_verified(&page).await?;
        Ok(page)
    }

    /// A new endpoint gets nothing before its receiver has accepted a test event.
    async fn until_verified(&mut self, page: &str) -> Result<(), String> {
        let deadline = Instant::now() + PATIENCE;
        while Instant::now() < deadline {
            let call = self.target.page(page, &self.cookie_line());
            let shown = self.send(&call).await?;
            if shown.status == 200 && !shown.body.contains("Pending verification") {
                return Ok(());
            }
            tokio::time::sleep(POLL).await;
        }
        Err(format!("{page} was never verified"))
    }

    pub async fn turn_on(&mut self, page: &str) -> Result<(), String> {
        self.fill(page, &format!("{page}/on"), &[]).await.map(drop)
    }

    pub async fn turn_off(&mut self, page: &str) -> Result<(), String> {
        self.fill(page, &format!("{page}/off"), &[]).await.map(drop)
    }

    /// Fills in the form of a page, and gives back where that leads.
    async fn fill(&mut self, page: &str, action: &str, fields: &[(&str, &str)]) -> Result<String, String> {
        let call = self.target.page(page, &self.cookie_line());
        let shown = self.send(&call).await?;
        if shown.status != 200 {
            return Err(format!("{page}: {} {}", shown.status, shortened(shown.body.as_bytes())));
        }
        let hidden = hidden_fields(&shown.body, action).ok_or_else(|| format!("no form to {action}"))?;
        let own = hidden.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let body: Vec<String> = own.chain(fields.iter().copied()).map(spelled).collect();
        let call = self.target.form(action, &self.cookie_line(), body.join("&"));
        let answer = self.send(&call).await?;
        match answer.location {
            Some(location) if answer.status == 303 => Ok(location),
            _ => Err(format!("{action}: {} {}", answer.status, shortened(answer.body.as_bytes()))),
        }
    }

    /// Over a new connection: a long time may have passed since the last.
    async fn send(&mut self, call: &Call) -> Result<Shown, String> {
        let mut connection = Connection::open(&self.target.authority).await?;
        let answer = connection.exchange(call, 0).await?;
        for line in connection.headers(&answer, "set-cookie") {
            let pair = line.split(';').next().and_then(|pair| pair.split_once('='));
            let (name, value) = pair.ok_or_else(|| "a cookie without a value".to_owned())?;
            self.cookies.insert(name.to_owned(), value.to_owned());
        }
        let location = connection.headers(&answer, "location").next().map(str::to_owned);
        let body = String::from_utf8_lossy(connection.body(&answer)).into_owned();
        Ok(Shown { status: answer.status, location, body })
    }

    fn cookie_line(&self) -> String {
        let pairs: Vec<String> = self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        pairs.join("; ")
    }
}

/// The hidden fields of the form to `action`.
fn hidden_fields(page: &str, action: &str) -> Option<Vec<(String, String)>> {
    let wanted = format!("action=\"{action}\"");
    let form =
        page.split("<form").find(|form| form.split('>').next().is_some_and(|tag| tag.contains(&wanted)))?;
    let inputs = form.split("</form>").next()?.split("<input").skip(1);
    let tags = inputs.filter_map(|input| input.split('>').next());
    let hidden = tags.filter(|tag| tag.contains("type=\"hidden\""));
    Some(hidden.map(|tag| (attribute(tag, "name"), attribute(tag, "value"))).collect())
}

fn attribute(tag: &str, name: &str) -> String {
    let from = tag.split(&format!(" {name}=\"")).nth(1).unwrap_or_default();
    let text = from.split('"').next().unwrap_or_default();
    text.replace("&#34;", "\"").replace("&#60;", "<").replace("&#62;", ">").replace("&#38;", "&")
}

fn spelled((name, value): (&str, &str)) -> String {
    let letter = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    let encoded = |text: &str| text.bytes().map(letter).collect::<String>();
    format!("{}={}", encoded(name), encoded(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_hidden_fields_of_the_right_form_are_taken() {
        let page = r#"<form action="/a"><input type="hidden" name="x" value="1"></form>
            <form method="post" action="/b"><input type="hidden" name="y" value="a&#38;b"><input name="z"></form>"#;
        assert_eq!(hidden_fields(page, "/b"), Some(vec![("y".to_owned(), "a&b".to_owned())]));
        assert_eq!(hidden_fields(page, "/c"), None);
        assert_eq!(spelled(("a b", "ü&")), "a%20b=%C3%BC%26");
    }
}
