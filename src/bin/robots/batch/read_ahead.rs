//! Rows of standard input, read while those before are answered.

use std::io::BufReader;
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread;

use super::row_reader::{MAX_ROW, read_rows};
use crate::failure::Failure;
use crate::fetch::Client;
use crate::input::Input;

/// Rows that were read together, with their line ends; the last one of the input may have none.
pub(super) type Block = Result<Vec<u8>, Failure>;

/// Reads standard input in a thread of its own. There is never more than one block that nobody has
/// taken yet.
pub(super) fn blocks_of_stdin(client: Client) -> Result<Receiver<Block>, Failure> {
    let (sender, blocks) = mpsc::sync_channel(0);
    let read = move || {
        if let Err(failure) = send_blocks(&client, &sender) {
            // Nobody misses it if nobody asks for more.
            let _ = sender.send(Err(failure));
        }
    };
    thread::Builder::new().spawn(read).map_err(Failure::no_threads)?;
    Ok(blocks)
}

fn send_blocks(client: &Client, sender: &SyncSender<Block>) -> Result<(), Failure> {
    const CAPACITY: usize = 1 << 20;
    let mut input = BufReader::with_capacity(CAPACITY, Input::Stdin.open(client)?);
    loop {
        let rows = read_rows(&mut input, MAX_ROW).map_err(|error| Input::Stdin.failure(error))?;
        if rows.is_empty() || sender.send(Ok(rows)).is_err() {
            return Ok(());
        }
    }
}
