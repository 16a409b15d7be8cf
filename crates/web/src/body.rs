//! Reads the body of a request into memory. A client chooses how many pieces a body comes in, and a piece takes more
//! memory than its few bytes, so none is kept.

use std::time::Duration;

use axum::body::Body;
use bytes::{Bytes, BytesMut};
use http_body_util::BodyExt;
use hyper::body::Body as HttpBody;

use crate::memory_limits::{HeldMemory, MemoryLimitReached};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BodyProblem {
    TooLarge,
    /// The connection ended first.
    Incomplete,
    TooSlow,
    /// There is no room for a body of this size now.
    NoMemory,
}

/// The memory is that of the body until it is dropped.
pub async fn read(
    body: Body,
    largest: usize,
    timeout: Duration,
    memory: &mut HeldMemory,
) -> Result<Bytes, BodyProblem> {
    let reading = collect(body, largest, |bytes| memory.grow_to(bytes));
    tokio::time::timeout(timeout, reading).await.unwrap_or(Err(BodyProblem::TooSlow))
}

async fn collect<B>(
    mut body: B,
    largest: usize,
    mut hold: impl FnMut(usize) -> Result<(), MemoryLimitReached>,
) -> Result<Bytes, BodyProblem>
where
    B: HttpBody<Data = Bytes> + Unpin,
{
    let hint = body.size_hint();
    if hint.lower() > largest as u64 {
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
            hold(data.len()).map_err(|_| BodyProblem::NoMemory)?;
            return Ok(data);
        }
        // What a client announces it may never send, so that much is not taken at once.
        let announced = hint.exact().map_or(largest, |exact| exact as usize);
        let size = size(&collected, data.len()).min(announced);
        hold(size).map_err(|_| BodyProblem::NoMemory)?;
        collected.reserve(size - collected.len());
        collected.extend_from_slice(&data);
    }
    Ok(collected.freeze())
}

/// How large the buffer must be for so many bytes more. It doubles, so that few pieces are copied often.
fn size(collected: &BytesMut, more: usize) -> usize {
    match collected.len() + more {
        needed if needed <= collected.capacity() => collected.capacity(),
        needed => needed.max(2 * collected.capacity()),
    }
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

    use super::{BodyProblem, MemoryLimitReached, collect};

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
        let collected = collect(body, 1_000, |_| Ok(())).now_or_never().expect("it is there");
        assert_eq!(collected.expect("it fits").as_ref(), "x".repeat(1_000).as_bytes());
        assert_eq!((kept.load(Ordering::Relaxed), most.load(Ordering::Relaxed)), (0, 1));
    }

    #[test]
    fn the_memory_of_a_body_is_held_before_it_is_taken() {
        for pieces in [vec!["abcdabcdabcdabcd"], vec!["abcd"; 4]] {
            let frames = pieces.into_iter().map(|piece| Ok::<_, Infallible>(Frame::data(Bytes::from(piece))));
            let mut held = Vec::new();
            let hold = |bytes: usize| {
                held.push(bytes);
                if bytes < 16 { Ok(()) } else { Err(MemoryLimitReached) }
            };
            let body = StreamBody::new(stream::iter(frames));
            let collected = collect(body, 100, hold).now_or_never().expect("it is there");
            assert_eq!(collected, Err(BodyProblem::NoMemory));
            assert!(held.is_sorted() && held.last() >= Some(&16), "{held:?}");
        }
    }

    #[test]
    fn a_body_is_as_large_as_allowed_and_no_larger() {
        for (pieces, expected) in [(0, Ok(0)), (1, Ok(3)), (4, Ok(12)), (5, Err(BodyProblem::TooLarge))] {
            let frames = (0..pieces).map(|_| Ok::<_, Infallible>(Frame::data(Bytes::from_static(b"abc"))));
            let body = StreamBody::new(stream::iter(frames));
            let collected = collect(body, 12, |_| Ok(())).now_or_never();
            assert_eq!(collected.expect("it is there").map(|bytes| bytes.len()), expected, "{pieces}");
        }
    }
}
