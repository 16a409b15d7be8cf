//! `florin listen`: the events of a test account on the developer's terminal, and forwarded to a
//! local address, so that no tunnel is needed.

use std::process::ExitCode;
use std::time::Duration;

use app::clock::Clock;
use app::dice::Dice;
use app::{EndpointClient, MAX_WEBHOOK_CONNECTIONS, WebhookClient};
use bytes::Bytes;
use clap::Args;
use rules::account::Mode;
use rules::event_type::EventType;
use rules::id::EndpointId;
use rules::webhook_url::{IpNetwork, Reach, WebhookUrl};
use serde_json::json;

use crate::command_error::CommandError;
use crate::event_stream::{EventStreamClient, StreamError, StreamMessage, StreamedDelivery};
use crate::flags::{FlagValues, SandboxFlags};
use crate::logging::{Format, Logging};
use crate::output;
use crate::settings::{Reader, SandboxSettings, Sources};

const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(15);

#[derive(Args)]
#[command(
    after_help = "Example:\n  FLORIN_TEST_KEY=florin_test_… florin listen --to http://localhost:3000/webhooks"
)]
pub struct ListenFlags {
    #[command(flatten)]
    sandbox: SandboxFlags,
    /// URL to post each event to, such as http://localhost:3000/webhooks; by default events are only printed
    #[arg(long, value_name = "URL")]
    to: Option<String>,
    /// Only these event types, separated by commas, such as payout.completed,payout.failed
    #[arg(long, value_name = "TYPES")]
    events: Option<String>,
    /// Print every event as one line of JSON, exactly as it is signed
    #[arg(long)]
    pub json: bool,
}

struct ListenSession {
    server: String,
    key: String,
    path: String,
    to: Option<(WebhookUrl, EndpointClient)>,
    is_json: bool,
    /// The secret that the server signs with, once received.
    secret: Option<String>,
}

pub async fn run(flags: ListenFlags, general: FlagValues) -> Result<ExitCode, CommandError> {
    let sources = Sources::gather([general, flags.sandbox.given()].concat())?;
    let mut reader = Reader::new(&sources);
    let SandboxSettings { server, key } = SandboxSettings::read(&mut reader);
    let to = flags.to.as_deref().and_then(|text| match local(text) {
        Ok(to) => Some(to),
        Err(problem) => {
            reader.complain(format!("--to: {problem}"));
            None
        }
    });
    let events = flags.events.unwrap_or_default();
    for name in events.split(',').filter(|name| !name.is_empty() && EventType::parse(name.trim()).is_none()) {
        reader
            .complain(format!("--events: unknown event type {name:?}; {server}/docs/events lists all types"));
    }
    let logging = Logging::read(&mut reader, Format::Pretty, "off");
    reader.finish("florin listen")?;
    logging.start();
    let key = key.expect("missing settings were reported");
    let path = path(&events);
    listen(ListenSession { server, key, path, to, is_json: flags.json, secret: None }).await
}

/// The session goes on when the connection breaks, so that nothing is missed meanwhile.
fn path(events: &str) -> String {
    let session: EndpointId = Dice::system().id(Clock::system().now());
    let events: String = events.split_whitespace().collect();
    match events.is_empty() {
        true => format!("/listen?session={session}"),
        false => format!("/listen?session={session}&events={events}"),
    }
}

/// Allows any address, because the developer chooses it for their own machine.
fn local(text: &str) -> Result<(WebhookUrl, EndpointClient), String> {
    let everywhere = ["0.0.0.0/0", "::/0"].map(IpNetwork::parse).into_iter().collect::<Result<_, _>>()?;
    let reach = Reach::new(everywhere, &[])?;
    let url = WebhookUrl::parse(text, Mode::Test, &reach).map_err(|fault| fault.to_string())?;
    Ok((url, WebhookClient::new(reach, Clock::system(), MAX_WEBHOOK_CONNECTIONS).endpoint_client()))
}

async fn listen(mut listening: ListenSession) -> Result<ExitCode, CommandError> {
    let mut pause = FIRST_PAUSE;
    loop {
        let broken = match EventStreamClient::open(&listening.server, &listening.path, &listening.key).await {
            Ok(mut stream) => {
                pause = FIRST_PAUSE;
                listening.follow(&mut stream).await
            }
            Err(broken) => broken,
        };
        match broken {
            StreamError::Refused(why) => return Err(CommandError::Refused(why)),
            StreamError::Lost(why) => {
                output::note(&format!("{why}; reconnecting in {} s", pause.as_secs()));
                tokio::time::sleep(pause).await;
                pause = (pause * 2).min(LONGEST_PAUSE);
            }
        }
    }
}

impl ListenSession {
    /// Until the connection breaks.
    async fn follow(&mut self, stream: &mut EventStreamClient) -> StreamError {
        loop {
            match stream.next().await {
                Ok(StreamMessage::Ready(secret)) => self.greet(secret),
                Ok(StreamMessage::Delivery(delivery)) => self.pass_on(delivery).await,
                Err(broken) => return broken,
            }
        }
    }

    fn greet(&mut self, secret: String) {
        if self.secret.as_ref() == Some(&secret) {
            return output::note("reconnected");
        }
        if self.is_json {
            output::json(&json!({ "secret": secret }));
        } else {
            let nowhere = "nowhere; events are printed here. Forward them with --to URL";
            let to = self.to.as_ref().map_or(nowhere, |(url, _)| url.as_str());
            output::text(&format!(
                "Listening for test events at {}. Press Ctrl-C to stop.\n\n  Forwarding to  {to}\n  Signed with    \
                 {secret}\n",
                self.server
            ));
        }
        self.secret = Some(secret);
    }

    async fn pass_on(&self, delivery: StreamedDelivery) {
        let outcome = match &self.to {
            None => String::new(),
            Some((url, lane)) => {
                let body = Bytes::from(delivery.body.clone());
                match lane.post(url, &delivery.headers, body).await {
                    Ok(reply) => format!("  → {} in {} ms", reply.status, reply.took.as_millis()),
                    Err(undelivered) => format!("  → {undelivered}"),
                }
            }
        };
        match (self.is_json, delivery.brief()) {
            (true, _) => output::text(&delivery.body),
            (false, Some((at, kind, object))) => output::text(&format!("{at}  {kind:<28} {object}{outcome}")),
            (false, None) => output::text(&format!("{}{outcome}", delivery.body)),
        }
    }
}
