//! Reads and writes streams of 256 bits. The first bit is the lowest bit of the first byte.

/// A writer with space for 256 bits and a spare 64-bit word.
pub(super) struct BitWriter {
    words: [u64; 5],
    len: u32,
}

impl BitWriter {
    pub(super) const fn new() -> Self {
        Self { words: [0; 5], len: 0 }
    }

    pub(super) const fn len(&self) -> u32 {
        self.len
    }

    /// Appends the `len` lowest bits of `bits`. The other bits of `bits` must be 0. If the writer
    /// already has 320 bits, the call has no effect.
    #[inline(always)]
    pub(super) fn push(&mut self, bits: u32, len: u32) {
        self.or_at(self.len as usize, bits);
        self.len += len;
    }

    /// Combines the bits from offset `at` on with `bits` by a bitwise OR.
    #[inline(always)]
    pub(super) fn or_at(&mut self, at: usize, bits: u32) {
        let (word, shift) = (at / 64, at % 64);
        if let Some([low, high]) = self.words.get_mut(word..word + 2) {
            *low |= u64::from(bits) << shift;
            *high |= u64::from(bits) >> 1 >> (63 - shift);
        }
    }

    pub(super) fn to_bytes(&self) -> [u8; 32] {
        let mut bytes = [0; 32];
        for (chunk, word) in bytes.chunks_exact_mut(8).zip(self.words) {
            chunk.copy_from_slice(&word.to_le_bytes());
        }
        bytes
    }
}

/// Reads 256 bits. All bits after them are 0.
pub(super) struct BitReader {
    words: [u64; 8],
    at: u32,
}

impl BitReader {
    pub(super) fn new(bytes: &[u8; 32]) -> Self {
        let mut words = [0; 8];
        for (word, chunk) in words.iter_mut().zip(bytes.chunks_exact(8)) {
            *word = chunk.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
        }
        Self { words, at: 0 }
    }

    /// Sets the bit after the 256 bits to 1.
    pub(super) fn set_last(&mut self) {
        self.words[4] = 1;
    }

    /// Returns the offset of the next bit.
    pub(super) const fn at(&self) -> usize {
        self.at as usize
    }

    /// Returns the next 64 bits, of which at least 57 are valid.
    #[inline(always)]
    pub(super) fn peek(&self) -> u64 {
        let (word, shift) = ((self.at / 64) as usize, self.at % 64);
        self.words[word & 7] >> shift | self.words[(word + 1) & 7] << 1 << (63 - shift)
    }

    #[inline(always)]
    pub(super) fn skip(&mut self, len: u32) {
        self.at += len;
    }

    /// Reads the next `len` bits, at most 32.
    pub(super) fn take(&mut self, len: u32) -> u32 {
        let bits = self.peek() as u32 & ((1 << len) - 1);
        self.skip(len);
        bits
    }

    /// Returns the number of zeros before the next 1, at most 64.
    #[inline(always)]
    pub(super) fn zeros(&self) -> u32 {
        self.peek().trailing_zeros()
    }
}
