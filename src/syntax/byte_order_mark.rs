//! The byte order mark of UTF-8 (U+FEFF) at the start of a body, which does not belong to its first
//! line.

use crate::dialect::Dialect;

/// How many bytes a byte order mark takes at the start of `body`.
pub(crate) fn byte_order_mark(body: &[u8], dialect: &Dialect) -> usize {
    const MARK: [u8; 3] = [0xEF, 0xBB, 0xBF];
    let agreeing = body
        .iter()
        .zip(MARK)
        .take_while(|(byte, mark)| **byte == *mark)
        .count();
    if agreeing == MARK.len() || dialect.partial_bom {
        agreeing
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn byte_order_marks() {
        let partial = Dialect::RFC_9309.with(|custom| custom.partial_bom = true);
        assert_eq!(byte_order_mark(b"\xEF\xBB\xBFa", &Dialect::RFC_9309), 3);
        assert_eq!(byte_order_mark(b"\xEF\xBBa", &Dialect::RFC_9309), 0);
        assert_eq!(byte_order_mark(b"\xEF\xBBa", &partial), 2);
        assert_eq!(byte_order_mark(b"a", &partial), 0);
    }
}
