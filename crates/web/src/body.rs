//! Reads the body of a request into memory. A client chooses how many pieces a body comes in, and a piece takes more
//! memory than its few bytes, so none is kept.

use std::time::Duration;

use axum::body::Body;
use bytes::{Bytes, BytesMut};
use http_body_util::BodyExt;
use hyper::body::Body as HttpBody;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BodyProblem {
    TooLarge,
    /// The connection ended first.
    Incomplete,
    TooSlow,
}

pub async fn read(body: Body, largest: usize, timeout: Duration) -> Result<Bytes, BodyProblem> {
    let reading = collect(body, largest);
    tokio::time::timeout(timeout, reading).await.unwrap_or(Err(BodyProblem::TooSlow))
}

async fn collect<B>(mut body: B, largest: usize) -> Result<Bytes, BodyProblem>
where
    B: HttpBody<Data = Bytes> + Unpin,
{
    if body.size_hint().lower() > largest as u64 {
        return Err(BodyProblem::TooLarge);
    }
    let mut collected = BytesMut::new();
    while let Some(frame) = body.frame().await {
        // Trailers say nothing here.
        let Ok(data) = frame.map_err(|_| BodyProblem::Incomplete)?.into_data() else { continue };
        if collected.len() + data.len() > largest {
            return Err(BodyProblem::TooLarge);
        }
        // Most come in one piece.
        if collected.is_empty() && body.is_end_stream() {
            return Ok(data);
        }
        collected.extend_from_slice(&data);
    }
    Ok(collected.freeze())
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use bytes::Bytes;
    use futures_util::{FutureExt, StreamExt, stream};
    use http_body_util::StreamBody;
    use hyper::body::Frame;

    use super::{BodyProblem, collect};

    /// One byte of a body, which counts how many of its kind are in memory.
    struct Piece(Arc<AtomicUsize>);

    impl AsRef<[u8]> for Piece {
        fn as_ref(&self) -> &[u8] {
            b"x"
        }
    }

    impl Drop for Piece {
        fn drop(&mut self) {
            self.0.fetch_sub(1, Ordering::Relaxed);
        }
    }

    #[test]
    fn no_piece_of_a_body_is_kept() {
        let (kept, most) = (Arc::new(AtomicUsize::new(0)), AtomicUsize::new(0));
        let pieces = stream::iter(0..1_000).map(|_| {
            let now = kept.fetch_add(1, Ordering::Relaxed) + 1;
            most.fetch_max(now, Ordering::Relaxed);
            Ok::<_, Infallible>(Frame::data(Bytes::from_owner(Piece(kept.clone()))))
        });
        let body = StreamBody::new(Box::pin(pieces));
        let collected = collect(body, 1_000).now_or_never().expect("it is there");
        assert_eq!(collected.expect("it fits").as_ref(), "x".repeat(1_000).as_bytes());
        assert_eq!((kept.load(Ordering::Relaxed), most.load(Ordering::Relaxed)), (0, 1));
    }

    #[test]
    fn a_body_is_as_large_as_allowed_and_no_larger() {
        for (pieces, expected) in [(0, Ok(0)), (1, Ok(3)), (4, Ok(12)), (5, Err(BodyProblem::TooLarge))] {
            let frames = (0..pieces).map(|_| Ok::<_, Infallible>(Frame::data(Bytes::from_static(b"abc"))));
            let collected = collect(StreamBody::new(stream::iter(frames)), 12).now_or_never();
            assert_eq!(collected.expect("it is there").map(|bytes| bytes.len()), expected, "{pieces}");
        }
    }
}
