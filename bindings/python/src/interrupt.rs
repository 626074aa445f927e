//! Work that Ctrl-C stops waiting for.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// How long an interrupt waits to be noticed.
const LOOK_AFTER: Duration = Duration::from_millis(20);

/// As much as the main thread has.
const STACK_BYTES: usize = 8 << 20;

/// Does some work without the GIL. An interrupt (Ctrl-C) raises its exception at once; the work, which
/// has its own limits, then ends on a thread of its own, and nobody gets its result.
pub(crate) fn interruptible<R: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> R + Send + 'static,
) -> PyResult<R> {
    // Python handles signals on this thread alone.
    if !is_main_thread(py)? {
        return Ok(py.detach(work));
    }
    let work = Arc::new(Mutex::new(Some(work)));
    let (sender, mut receiver) = sync_channel(1);
    let on_thread = {
        let work = Arc::clone(&work);
        move || {
            if let Some(work) = taken(&work) {
                // Nobody receives it after an interrupt.
                let _ = sender.send(catch_unwind(AssertUnwindSafe(work)));
            }
        }
    };
    let spawned = thread::Builder::new().stack_size(STACK_BYTES).spawn(on_thread);
    if spawned.is_err()
        && let Some(work) = taken(&work)
    {
        return Ok(py.detach(work));
    }
    loop {
        // A receiver is used by one thread, which need not be always the same.
        let waiting = &mut receiver;
        match py.detach(move || waiting.recv_timeout(LOOK_AFTER)) {
            Ok(Ok(result)) => return Ok(result),
            Ok(Err(panic)) => resume_unwind(panic),
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PyRuntimeError::new_err("the thread of the work is gone"));
            }
        }
    }
}

fn taken<W>(work: &Mutex<Option<W>>) -> Option<W> {
    work.lock().unwrap_or_else(PoisonError::into_inner).take()
}

fn is_main_thread(py: Python<'_>) -> PyResult<bool> {
    let threading = py.import("threading")?;
    let main = threading.call_method0("main_thread")?.getattr("ident")?;
    main.eq(threading.call_method0("get_ident")?)
}
