//! Compressed data that is a thousand times larger when it is decompressed.

/// A gzip stream, without an end, of so many bytes: a line and then spaces.
pub(crate) fn gzip(bytes: usize) -> Vec<u8> {
    let mut stream = vec![0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255];
    stream.reserve(bytes);
    let mut bits = Bits::default();
    // One block, the last, with the fixed Huffman codes of RFC 1951 section 3.2.6.
    bits.push(&mut stream, 1, 1);
    bits.push(&mut stream, 1, 2);
    for byte in *b"User-agent: *\nDisallow: /x\n " {
        // Codes begin with their highest bit.
        bits.push(&mut stream, reversed(0b0011_0000 + u32::from(byte), 8), 8);
    }
    while stream.len() < bytes {
        // 258 times the last byte: length code 285, distance code 0.
        bits.push(&mut stream, reversed(0b1100_0101, 8), 8);
        bits.push(&mut stream, 0, 5);
    }
    stream
}

fn reversed(code: u32, bits: u32) -> u32 {
    code.reverse_bits() >> (32 - bits)
}

/// Bits that do not fill a byte yet, the lowest first.
#[derive(Default)]
struct Bits {
    value: u32,
    count: u32,
}

impl Bits {
    fn push(&mut self, stream: &mut Vec<u8>, value: u32, count: u32) {
        self.value |= value << self.count;
        self.count += count;
        while self.count >= 8 {
            stream.push(self.value as u8);
            self.value >>= 8;
            self.count -= 8;
        }
    }
}
