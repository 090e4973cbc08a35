//! The numbers of moves in a transcript, and whether they count the moves correctly.

/// The numbers of turns that a transcript can count: by different ways to count passes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Turns {
    /// The written turns before the number.
    pub(super) written: usize,
    /// The placed discs before the number.
    pub(super) placed: usize,
    /// The turns before the number, including passes that are not written.
    pub(super) played: usize,
    /// The turns before the text, which a continued count includes.
    pub(super) before: usize,
}

impl Turns {
    /// Returns the numbers that each way to count gives to the next turn. The usual way, one number
    /// for two written turns, is the first.
    fn numbers(self) -> [usize; 12] {
        let counts = [self.written, self.placed, self.played];
        let mut numbers = [0; 12];
        for (index, count) in counts.into_iter().enumerate() {
            let continued = count + self.before;
            numbers[4 * index..][..4].copy_from_slice(&[
                count / 2 + 1,
                count + 1,
                continued / 2 + 1,
                continued + 1,
            ]);
        }
        numbers
    }
}

/// The ways to count that agree with all numbers so far, as bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Numbering(u16);

impl Numbering {
    /// All ways to count are possible.
    pub(super) const ANY: Self = Self(0xfff);

    /// Checks the number of the next turn. A number that is too large for any game is `None`.
    ///
    /// # Errors
    /// Returns the expected number.
    pub(super) fn check(&mut self, number: Option<u8>, turns: Turns) -> Result<(), usize> {
        let numbers = turns.numbers();
        let agrees = |way: usize| number.is_some_and(|number| usize::from(number) == numbers[way]);
        let ways = (0..numbers.len()).filter(|way| self.0 >> way & 1 == 1);
        let agreeing = ways.clone().filter(|&way| agrees(way)).fold(0, |set, way| set | 1 << way);
        if agreeing == 0 {
            return Err(ways.map(|way| numbers[way]).next().unwrap_or(1));
        }
        self.0 = agreeing;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(number: Option<u8>, turns: Turns) -> Result<(), usize> {
        let mut numbering = Numbering::ANY;
        numbering.check(number, turns)
    }

    #[test]
    fn a_way_to_count_is_kept() {
        let turns = |written| Turns { written, placed: written, played: written, before: 0 };
        let mut pairs = Numbering::ANY;
        for (number, written) in [(1, 0), (1, 1), (2, 2), (3, 4)] {
            assert_eq!(pairs.check(Some(number), turns(written)), Ok(()), "{number}");
        }
        assert_eq!(pairs.check(Some(7), turns(6)), Err(4));
        let mut plies = Numbering::ANY;
        assert_eq!(plies.check(Some(3), turns(2)), Ok(()));
        assert_eq!(plies.check(Some(3), turns(4)), Err(5));
        assert_eq!(check(None, turns(0)), Err(1));
    }

    #[test]
    fn passes_are_counted_or_not() {
        let turns = Turns { written: 20, placed: 20, played: 22, before: 0 };
        for number in [11, 21, 12, 23] {
            assert_eq!(check(Some(number), turns), Ok(()), "{number}");
        }
        assert!(check(Some(13), turns).is_err());
    }
}
