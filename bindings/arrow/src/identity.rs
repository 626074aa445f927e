//! Which rows have the same body, and which the same agent, as cheaply as the array allows.

use hashbrown::HashMap;

use crate::column::Column;

/// Numbers the bodies of one batch.
pub(crate) struct BodyIds<'a> {
    by: Identity<'a>,
}

enum Identity<'a> {
    /// The index is the number.
    Key,
    /// Views that share bytes: by address and length.
    Address(HashMap<(usize, usize), usize>),
    /// Rows in sequence with equal bytes.
    Run { number: usize, last: Option<&'a [u8]> },
}

/// The number of a body.
#[derive(Clone, Copy)]
pub(crate) struct BodyId {
    pub(crate) number: usize,
    /// Whether bodies with other numbers cannot come again, so that all that is known about them can be dropped.
    pub(crate) forget_others: bool,
}

impl<'a> BodyIds<'a> {
    pub(crate) fn new(column: &Column<'a>) -> Self {
        let by = if column.keyed_values().is_some() {
            Identity::Key
        } else if column.holds_views() {
            Identity::Address(HashMap::new())
        } else {
            Identity::Run {
                number: 0,
                last: None,
            }
        };
        Self { by }
    }

    /// The number of the body at an index of the column.
    #[inline]
    pub(crate) fn number(&mut self, index: usize, body: &'a [u8]) -> BodyId {
        let mut forget_others = false;
        let number = match &mut self.by {
            Identity::Key => index,
            Identity::Address(numbers) => {
                let next = numbers.len();
                *numbers.entry((body.as_ptr().addr(), body.len())).or_insert(next)
            }
            Identity::Run { number, last } => {
                if *last != Some(body) {
                    forget_others = true;
                    *number += 1;
                    *last = Some(body);
                }
                *number
            }
        };
        BodyId {
            number,
            forget_others,
        }
    }
}

/// Numbers agents by their text; the same in every batch.
#[derive(Default)]
pub(crate) struct AgentNumbers {
    numbers: HashMap<Box<[u8]>, u32>,
    /// Bytes of the names.
    bytes: usize,
}

impl AgentNumbers {
    pub(crate) fn bytes(&self) -> usize {
        self.bytes + self.numbers.len() * size_of::<(Box<[u8]>, u32)>()
    }

    fn number(&mut self, agent: &[u8]) -> u32 {
        if let Some(number) = self.numbers.get(agent) {
            return *number;
        }
        let number = u32::try_from(self.numbers.len()).expect("four billion names do not fit in memory");
        self.bytes += agent.len();
        self.numbers.insert(agent.into(), number);
        number
    }
}

/// Numbers the agents of one batch.
pub(crate) struct AgentIds<'a> {
    /// By key, where rows refer to values by keys.
    by_key: Option<Vec<Option<u32>>>,
    last: Option<(&'a [u8], u32)>,
}

impl<'a> AgentIds<'a> {
    pub(crate) fn new(column: &Column<'_>) -> Self {
        Self {
            by_key: column.keyed_values().map(|values| vec![None; values]),
            last: None,
        }
    }

    /// The number of the agent at an index of the column.
    #[inline]
    pub(crate) fn number(&mut self, index: usize, agent: &'a [u8], numbers: &mut AgentNumbers) -> u32 {
        if let Some(by_key) = &mut self.by_key {
            return *by_key[index].get_or_insert_with(|| numbers.number(agent));
        }
        match self.last {
            Some((last, number)) if last == agent => number,
            _ => {
                let number = numbers.number(agent);
                self.last = Some((agent, number));
                number
            }
        }
    }
}
