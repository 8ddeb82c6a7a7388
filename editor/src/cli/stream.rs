//! The two streams of a call, for the case that nobody reads to their end.

use std::io::{self, ErrorKind, Write};

/// Results: a reader who has seen enough (`| head`) stops the printing and nothing else.
pub(super) struct Results<'a> {
    to: &'a mut dyn Write,
    gone: bool,
}

impl<'a> Results<'a> {
    pub(super) fn new(to: &'a mut dyn Write) -> Self {
        Self { to, gone: false }
    }

    fn unless_gone<T>(&mut self, done: io::Result<T>, otherwise: T) -> io::Result<T> {
        match done {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                self.gone = true;
                Ok(otherwise)
            }
            done => done,
        }
    }
}

impl Write for Results<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.gone {
            return Ok(bytes.len());
        }
        let done = self.to.write(bytes);
        self.unless_gone(done, bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.gone {
            return Ok(());
        }
        let done = self.to.flush();
        self.unless_gone(done, ())
    }
}

/// Everything else: what cannot be said here can be said nowhere, and the exit status still tells.
pub(super) struct Remarks<'a>(&'a mut dyn Write);

impl<'a> Remarks<'a> {
    pub(super) fn new(to: &'a mut dyn Write) -> Self {
        Self(to)
    }
}

impl Write for Remarks<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.0.write(bytes) {
            Err(error) if error.kind() != ErrorKind::Interrupted => Ok(bytes.len()),
            done => done,
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().or(Ok(()))
    }
}
