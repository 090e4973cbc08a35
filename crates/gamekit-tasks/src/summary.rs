//! Many times of one task in a few numbers.

/// The middle of some times, and how far they spread.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Summary {
    /// How many times there are.
    pub rounds: usize,
    /// Half of the times are at most this; nanoseconds for one item, as all times here.
    pub median: f64,
    /// The shortest time: the one that other work on the machine disturbed least.
    pub min: f64,
    /// The longest time.
    pub max: f64,
}

impl Summary {
    /// Of times in nanoseconds for one item; `None` of no times.
    #[must_use]
    pub fn of(times: &[f64]) -> Option<Self> {
        let mut sorted = times.to_vec();
        sorted.sort_by(f64::total_cmp);
        let (&min, &max) = (sorted.first()?, sorted.last()?);
        let middle = sorted.len() / 2;
        let median = match sorted.len() % 2 {
            1 => sorted[middle],
            _ => f64::midpoint(sorted[middle - 1], sorted[middle]),
        };
        Some(Self { rounds: sorted.len(), median, min, max })
    }

    /// Items in a second, by the median.
    #[must_use]
    pub fn per_second(&self) -> f64 {
        1e9 / self.median
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_and_the_ends() {
        let odd = Summary::of(&[3.0, 1.0, 9.0]).unwrap();
        assert_eq!(odd, Summary { rounds: 3, median: 3.0, min: 1.0, max: 9.0 });
        assert_eq!(Summary::of(&[4.0, 1.0, 2.0, 9.0]).unwrap().median, 3.0);
        assert_eq!(Summary::of(&[]), None);
        assert_eq!(Summary::of(&[8.0]).unwrap().per_second(), 125_000_000.0);
    }
}
