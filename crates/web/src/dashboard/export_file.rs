//! Files that are made while they are sent: part by part, each made when the browser has taken the one before. No more
//! than a part is in memory, and no transaction of the database stays open. A file has no limit but the time of its
//! slot.

use app::Failure;
use axum::BoxError;
use bytes::Bytes;
use futures_util::future::BoxFuture;
use futures_util::{StreamExt, stream};

use crate::exports::ExportSlot;
use crate::page::{PageError, PageResponse};

/// What makes the parts of a file.
pub trait FileParts: Send + 'static {
    /// The next part; nothing when the file is complete.
    fn next(&mut self) -> BoxFuture<'_, Result<Option<Vec<u8>>, Failure>>;
}

/// What the browser calls a file, and what kind it is.
pub struct FileName {
    pub name: String,
    pub kind: &'static str,
}

/// The slot is given back when all of the file was sent, or its reader has left.
pub async fn sent(
    file: FileName,
    slot: ExportSlot,
    mut parts: impl FileParts,
) -> Result<PageResponse, PageError> {
    // What fails at once is still a page that says so.
    let first = parts.next().await?.unwrap_or_default();
    let rest = stream::try_unfold((parts, slot), |(mut parts, slot)| async move {
        if !slot.is_held() {
            tracing::info!("export aborted: it took too long, or its client is slow while others wait");
            return Err(BoxError::from("the export took too long"));
        }
        // On SQLite a part is read on this thread, which others need, too.
        tokio::task::yield_now().await;
        match parts.next().await {
            Ok(part) => Ok(part.map(|part| (Bytes::from(part), (parts, slot)))),
            Err(failure) => {
                tracing::warn!(?failure, "export aborted");
                Err(BoxError::from("the export was aborted"))
            }
        }
    });
    let content = stream::once(async { Ok(Bytes::from(first)) }).chain(rest);
    Ok(PageResponse::stream(&file.name, file.kind, content))
}
