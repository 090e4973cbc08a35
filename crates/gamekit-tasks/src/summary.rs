//! Summary statistics for the times of a task.

/// The median, minimum and maximum of several measured times.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Summary {
    /// The number of measured times.
    pub rounds: usize,
    /// The median in nanoseconds per item. All times of this type have this unit.
    pub median: f64,
    /// The minimum. Other processes affect the minimum less than the median and the maximum.
    pub min: f64,
    /// The maximum.
    pub max: f64,
}

impl Summary {
    /// Summarises times in nanoseconds per item. Returns `None` if there are no times.
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

    /// Returns the number of items per second, from the median.
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
