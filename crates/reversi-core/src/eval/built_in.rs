//! The built-in shapes. To add shapes, add a function here and list it in [`Shapes::built_in`].
use super::shapes::Shapes;
use crate::pattern::{squares, tutorial};
use crate::square::Square;
use alloc::vec::Vec;

impl Shapes {
    /// Returns all built-in lists of shapes.
    #[must_use]
    pub fn built_in() -> Vec<Self> {
        [Self::plain_42(), Self::rich_46()].into()
    }

    /// Returns the base shapes of the tutorial's 42 patterns
    /// ([`pattern::tutorial`](crate::pattern::tutorial)).
    ///
    /// [`Shapes::patterns`] numbers these patterns shape by shape. The ids of the tutorial are
    /// different.
    #[must_use]
    pub fn plain_42() -> Self {
        use tutorial::{CORNER8_1, DIAG4_2, EDGE8_1};
        let mut bases = lines();
        bases.extend([DIAG4_2, EDGE8_1, CORNER8_1].map(of_tutorial));
        Self::valid("plain-42", &bases)
    }

    /// Returns the shapes of 46 patterns: lines and diagonals of five squares or more, the edge with
    /// both X-squares, and three corner shapes. The corner shapes are 3 by 3 squares, 5 by 2 squares,
    /// and a triangle of ten squares.
    #[must_use]
    pub fn rich_46() -> Self {
        let mut bases = lines();
        bases.extend([
            squares![B2 A1 B1 C1 D1 E1 F1 G1 H1 G2] as &[Square],
            squares![A1 B1 A2 C1 B2 A3 C2 B3 C3],
            squares![A1 B1 C1 D1 E1 A2 B2 C2 D2 E2],
            squares![A1 B1 C1 D1 A2 B2 C2 A3 B3 A4],
        ]);
        Self::valid("rich-46", &bases)
    }

    fn valid(name: &str, bases: &[&[Square]]) -> Self {
        Self::new(name, bases)
            .unwrap_or_else(|error| unreachable!("invalid built-in shapes: {error}"))
    }
}

/// Returns the squares of a tutorial pattern.
fn of_tutorial(id: usize) -> &'static [Square] {
    tutorial::PATTERNS.squares(id).unwrap_or_else(|| unreachable!("invalid pattern id {id}"))
}

/// Returns the lines and the diagonals of five squares or more. The order determines the order of
/// weights in files.
fn lines() -> Vec<&'static [Square]> {
    use tutorial::{DIAG5_2, DIAG6_2, DIAG7_2, DIAG8_1, LINE2_1, LINE3_1, LINE4_1};
    [LINE2_1, LINE3_1, LINE4_1, DIAG8_1, DIAG7_2, DIAG6_2, DIAG5_2].map(of_tutorial).to_vec()
}
