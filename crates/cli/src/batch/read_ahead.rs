//! Rows of standard input, read while those before are answered.

use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::thread;

use super::row_reader::{Block, MAX_ROW, RowReader};
use crate::failure::Failure;
use crate::fetch::Client;
use crate::input::Input;

/// The rows of standard input, block by block.
pub(super) struct Blocks {
    blocks: Receiver<Result<Block, Failure>>,
    /// Takes back blocks that were answered. Memory that is new costs as much as the rows.
    answered: Sender<Block>,
}

impl Blocks {
    /// Reads standard input in a thread of its own. At most one block waits to be taken.
    pub(super) fn of_stdin(client: Client) -> Result<Self, Failure> {
        let (sender, blocks) = mpsc::sync_channel(0);
        let (answered, reusable) = mpsc::channel();
        let read = move || {
            if let Err(failure) = send_blocks(&client, &sender, &reusable) {
                // Fails if the other side asks for no more blocks; then it does not need this.
                let _ = sender.send(Err(failure));
            }
        };
        thread::Builder::new().spawn(read).map_err(Failure::no_threads)?;
        Ok(Self { blocks, answered })
    }

    /// The next block, or none at the end of the input.
    pub(super) fn next(&self) -> Option<Result<Block, Failure>> {
        self.blocks.recv().ok()
    }

    /// Takes a block back.
    pub(super) fn reuse(&self, block: Block) {
        // Fails at the end of the input, when the reader needs no more blocks.
        let _ = self.answered.send(block);
    }
}

fn send_blocks(
    client: &Client,
    sender: &SyncSender<Result<Block, Failure>>,
    reusable: &Receiver<Block>,
) -> Result<(), Failure> {
    const CAPACITY: usize = 1 << 20;
    let mut reader = RowReader::new(Input::Stdin.open(client)?, CAPACITY, MAX_ROW);
    loop {
        let mut block = reusable.try_recv().unwrap_or_default();
        let read = reader.read(&mut block);
        read.map_err(|error| Input::Stdin.failure(error))?;
        if block.rows().is_empty() || sender.send(Ok(block)).is_err() {
            return Ok(());
        }
    }
}
