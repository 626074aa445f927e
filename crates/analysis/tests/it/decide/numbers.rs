//! A small random number generator (xorshift), so that every run asks the same questions.

pub(crate) struct Numbers(u64);

impl Numbers {
    pub(crate) fn new(seed: u64) -> Self {
        let mut numbers = Self((seed + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        // The first numbers of neighboring seeds are alike.
        for _ in 0..4 {
            numbers.below(2);
        }
        numbers
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % limit
    }

    pub(crate) fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }
}
