//! How far long work is: one line on a terminal that is written over, and nothing anywhere else.

use std::io::Write;

use super::{Common, Io};

pub(super) struct Progress {
    shown: bool,
    steps: usize,
}

impl Progress {
    pub(super) fn new(io: &Io<'_>, common: Common, steps: usize) -> Self {
        Self { shown: io.terminal && !common.quiet, steps }
    }

    /// `step` steps are done, and this is begun.
    pub(super) fn show(&self, err: &mut dyn Write, step: usize, what: &str) {
        const WIDTH: usize = 24;
        if self.shown {
            let full = WIDTH * step / self.steps.max(1);
            let (done, rest) = ("#".repeat(full), ".".repeat(WIDTH - full));
            // That a bar cannot be drawn stops no work.
            write!(err, "\r\x1b[K[{done}{rest}] {step} of {}: {what}", self.steps)
                .and_then(|()| err.flush())
                .ok();
        }
    }

    /// Takes the line away, so that others can be written.
    pub(super) fn clear(&self, err: &mut dyn Write) {
        if self.shown {
            write!(err, "\r\x1b[K").and_then(|()| err.flush()).ok();
        }
    }
}
