//! The byte stream of a connection.

use std::io::{ErrorKind, IoSlice, Result};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::runtime::Handle;
use tokio_io_timeout::TimeoutStream;

use super::lingering;
use crate::limits::OpenConnection;

/// A byte stream that fails if the client receives nothing for too long, and that counts as an open connection until it
/// is closed. A live connection keeps it after the HTTP server is done with it.
///
/// A stream that is dropped before its client has closed it is closed in the background, so that the client receives
/// what was sent last.
pub(super) struct CountedStream {
    /// `None` only while the stream is dropped.
    stream: Option<Pin<Box<TimeoutStream<TcpStream>>>>,
    connection: Arc<OpenConnection>,
    /// Whether the client has closed its side, or the connection has failed.
    has_ended: bool,
}

impl CountedStream {
    pub(super) fn new(stream: TcpStream, write_timeout: Duration, connection: Arc<OpenConnection>) -> Self {
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(write_timeout));
        Self { stream: Some(Box::pin(stream)), connection, has_ended: false }
    }

    /// Polls the stream, and notes whether it failed.
    fn poll<T>(
        &mut self,
        poll: impl FnOnce(Pin<&mut TimeoutStream<TcpStream>>) -> Poll<Result<T>>,
    ) -> Poll<Result<T>> {
        let Some(stream) = &mut self.stream else { return Poll::Ready(Err(ErrorKind::NotConnected.into())) };
        let result = poll(stream.as_mut());
        self.has_ended |= matches!(result, Poll::Ready(Err(_)));
        result
    }
}

impl Drop for CountedStream {
    fn drop(&mut self) {
        let Some(stream) = self.stream.take().filter(|_| !self.has_ended) else { return };
        let connection = Arc::clone(&self.connection);
        // Without a runtime, the site is stopping.
        if let Ok(runtime) = Handle::try_current() {
            runtime.spawn(async move {
                let _connection = connection;
                lingering::close(stream).await;
            });
        }
    }
}

impl AsyncRead for CountedStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<Result<()>> {
        let before = buffer.filled().len();
        let result = self.poll(|stream| stream.poll_read(context, buffer));
        self.has_ended |= result.is_ready() && buffer.filled().len() == before && buffer.remaining() > 0;
        result
    }
}

impl AsyncWrite for CountedStream {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<Result<usize>> {
        self.poll(|stream| stream.poll_write(context, bytes))
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        self.poll(|stream| stream.poll_flush(context))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        self.poll(|stream| stream.poll_shutdown(context))
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<Result<usize>> {
        self.poll(|stream| stream.poll_write_vectored(context, slices))
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.as_ref().is_some_and(AsyncWrite::is_write_vectored)
    }
}
