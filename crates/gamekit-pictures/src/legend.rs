//! The legend of a picture.

use crate::svg::{FAINT, Svg, text_width};

/// The legend of a picture: samples of the marks with their meanings, in rows from left to right.
pub(crate) struct Legend {
    left: f64,
    right: f64,
    /// The midpoint of the left edge of the next sample.
    next: (f64, f64),
}

impl Legend {
    const SIZE: f64 = 13.0;
    const LEADING: f64 = 27.0;
    /// The gap between a sample and its text, and the gap after the text.
    const GAPS: (f64, f64) = (8.0, 20.0);

    /// Makes an empty legend between two edges. The samples of the first row are centred on `y`.
    pub(crate) fn new(left: f64, right: f64, y: f64) -> Self {
        Self { left, right, next: (left, y) }
    }

    /// Adds a sample of this width and its meaning. `sample` draws the sample, centred on the point
    /// that it receives.
    pub(crate) fn item(
        &mut self,
        svg: &mut Svg,
        width: f64,
        text: &str,
        sample: impl FnOnce(&mut Svg, (f64, f64)),
    ) {
        let length = text_width(text, Self::SIZE);
        let whole = width + Self::GAPS.0 + length;
        if self.next.0 > self.left && self.next.0 + whole > self.right {
            self.next = (self.left, self.next.1 + Self::LEADING);
        }
        let (x, y) = self.next;
        sample(svg, (x + width / 2.0, y));
        let at = (x + width + Self::GAPS.0, y + 0.36 * Self::SIZE);
        svg.text_within(at, self.right - at.0, Self::SIZE, text, &format!("fill=\"{FAINT}\""));
        self.next.0 += whole + Self::GAPS.1;
    }

    /// Returns the lower edge of the rows.
    pub(crate) fn bottom(&self) -> f64 {
        self.next.1 + Self::LEADING / 2.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_legends_have_several_rows() {
        let mut svg = Svg::new("", "");
        let mut legend = Legend::new(10.0, 204.0, 50.0);
        let mut places = Vec::new();
        for text in ["a word", "another word", "more"] {
            legend.item(&mut svg, 20.0, text, |_, at| places.push(at));
        }
        assert_eq!(places[0], (20.0, 50.0));
        assert_eq!(places[1], (20.0, 77.0));
        assert!(places[2].0 > 100.0 && places[2].1 == 77.0, "{places:?}");
        assert_eq!(legend.bottom(), 90.5);
    }
}
