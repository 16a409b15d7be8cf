//! The body of a response whose client holds a permit until all of it is sent.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::body::{Body, HttpBody};
use bytes::Bytes;
use hyper::body::{Frame, SizeHint};

pub struct PermitBody<P> {
    body: Body,
    permit: Arc<P>,
}

/// A part of the body. The connection takes it at once and writes it as its client reads, so the permit goes with it.
struct PermitBytes<P> {
    bytes: Bytes,
    _permit: Arc<P>,
}

impl<P> AsRef<[u8]> for PermitBytes<P> {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl<P: Send + Sync + 'static> PermitBody<P> {
    pub fn until_sent(body: Body, permit: P) -> Body {
        Body::new(PermitBody { body, permit: Arc::new(permit) })
    }
}

impl<P: Send + Sync + 'static> HttpBody for PermitBody<P> {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let polled = Pin::new(&mut self.body).poll_frame(context);
        let permit = &self.permit;
        polled.map_ok(|frame| {
            frame.map_data(|bytes| Bytes::from_owner(PermitBytes { bytes, _permit: permit.clone() }))
        })
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use axum::body::Body;
    use futures_util::FutureExt;
    use http_body_util::BodyExt;

    use super::PermitBody;

    #[test]
    fn a_permit_lasts_as_long_as_bytes_that_wait_to_be_written() {
        let permit = Arc::new(());
        let mut body = PermitBody::until_sent(Body::from("hello"), permit.clone());
        let frame = body.frame().now_or_never().flatten().expect("a frame").expect("no error");
        drop(body);
        assert_eq!(Arc::strong_count(&permit), 2, "the connection has the bytes and has not written them");
        let bytes = frame.into_data().expect("data");
        assert_eq!(bytes, "hello");
        drop(bytes);
        assert_eq!(Arc::strong_count(&permit), 1);
    }
}
