//! What was not read of a request's body, because the request was refused before. It is read off the
//! connection and forgotten: unread, it would cost the connection, and a client that is still sending would
//! be cut off before it sees why. Only so much and only for so long, so that no client can hold a connection
//! this way.

use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::Bytes;
use http_body_util::BodyExt;
use hyper::body::{Body, Frame, Incoming, SizeHint};
use hyper::{Request, header};
use tokio::runtime::Handle;

const MAX_BYTES: usize = 8 << 20;
const LONGEST: Duration = Duration::from_secs(2);

/// A body whose rest is read when it is dropped.
pub struct WithLeftover {
    /// Until its end was seen.
    body: Option<Incoming>,
    /// A client that waits to be asked for its body has sent none yet, and need not.
    is_waiting: bool,
}

impl WithLeftover {
    pub fn of(request: Request<Incoming>) -> Request<WithLeftover> {
        let is_waiting = request.headers().contains_key(header::EXPECT);
        request.map(|body| WithLeftover { body: Some(body), is_waiting })
    }
}

impl Body for WithLeftover {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        // Reading it asks the client for the body.
        self.is_waiting = false;
        let Some(body) = &mut self.body else { return Poll::Ready(None) };
        let frame = ready!(Pin::new(body).poll_frame(context));
        if !matches!(frame, Some(Ok(_))) {
            self.body = None;
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.as_ref().is_none_or(Body::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.body.as_ref().map_or(SizeHint::with_exact(0), Body::size_hint)
    }
}

impl Drop for WithLeftover {
    fn drop(&mut self) {
        if self.is_waiting || self.is_end_stream() {
            return;
        }
        if let (Some(body), Ok(runtime)) = (self.body.take(), Handle::try_current()) {
            runtime.spawn(tokio::time::timeout(LONGEST, read_off(body)));
        }
    }
}

async fn read_off(mut body: Incoming) {
    let mut left = MAX_BYTES;
    while let Some(Ok(frame)) = body.frame().await {
        let length = frame.data_ref().map_or(0, Bytes::len);
        let Some(rest) = left.checked_sub(length) else { return };
        left = rest;
    }
}
