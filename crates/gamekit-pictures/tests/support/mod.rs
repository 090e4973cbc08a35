//! Finds the shapes of a picture by their coordinates.

#![allow(dead_code, reason = "each test file uses some of these functions")]

use std::collections::BTreeSet;

use roxmltree::{Document, Node};

/// Returns an attribute that is a number.
pub(crate) fn number(node: Node<'_, '_>, name: &str) -> f64 {
    node.attribute(name).unwrap_or_else(|| panic!("{node:?} has no {name}")).parse().unwrap()
}

/// Returns the elements with this tag name.
pub(crate) fn shapes<'a>(document: &'a Document<'a>, tag: &'static str) -> Vec<Node<'a, 'a>> {
    document.descendants().filter(|node| node.has_tag_name(tag)).collect()
}

/// The names along an axis with their positions.
pub(crate) struct Axis(Vec<(String, f64)>);

impl Axis {
    /// Reads the positions of the strings in `names`, from the first group that contains all of
    /// them.
    pub(crate) fn new(document: &Document<'_>, axis: &str, names: &[&str]) -> Self {
        let group = |node: Node<'_, '_>| -> Vec<(String, f64)> {
            let texts = node.children().filter(|node| node.has_tag_name("text"));
            texts
                .filter(|text| names.contains(&text.text().unwrap()))
                .map(|text| (text.text().unwrap().to_owned(), number(text, axis)))
                .collect()
        };
        let groups = document.descendants().filter(|node| node.has_tag_name("g"));
        Self(groups.map(group).find(|group| group.len() == names.len()).expect("coordinates"))
    }

    /// Returns the name nearest to a position, if the distance is less than half a square.
    pub(crate) fn name(&self, at: f64) -> Option<&str> {
        let distance = |place: f64| (place - at).abs();
        let nearest = self.0.iter().min_by(|a, b| distance(a.1).total_cmp(&distance(b.1)))?;
        let step = (self.0[1].1 - self.0[0].1).abs();
        (distance(nearest.1) < step / 2.0).then_some(&nearest.0)
    }
}

/// The coordinates of a board.
pub(crate) struct Squares {
    files: Axis,
    ranks: Axis,
}

impl Squares {
    /// Reads the coordinates of a board with these names of files and ranks.
    pub(crate) fn new(document: &Document<'_>, files: &[&str], ranks: &[&str]) -> Self {
        Self { files: Axis::new(document, "x", files), ranks: Axis::new(document, "y", ranks) }
    }

    /// Returns the square at a point.
    pub(crate) fn name(&self, x: f64, y: f64) -> Option<String> {
        // The name of a rank is a little below the middle of the rank.
        Some(format!("{}{}", self.files.name(x)?, self.ranks.name(y + 5.0)?))
    }

    /// Returns the squares with a circle of this fill colour.
    pub(crate) fn with_circle(&self, document: &Document<'_>, fill: &str) -> BTreeSet<String> {
        let circles = shapes(document, "circle").into_iter();
        let circles = circles.filter(|circle| circle.attribute("fill") == Some(fill));
        circles.filter_map(|c| self.name(number(c, "cx"), number(c, "cy"))).collect()
    }

    /// Returns the squares that show a string, each with the string.
    pub(crate) fn with_text(&self, document: &Document<'_>) -> BTreeSet<(String, String)> {
        let texts = shapes(document, "text").into_iter();
        let named = texts.filter_map(|text| {
            let square = self.name(number(text, "x"), number(text, "y") - 5.0)?;
            Some((square, text.text().unwrap().to_owned()))
        });
        named.collect()
    }
}

/// Splits a string at spaces.
pub(crate) fn set(words: &str) -> BTreeSet<String> {
    words.split_whitespace().map(str::to_owned).collect()
}

/// Asserts that a picture has a title, a role and a description with these parts.
pub(crate) fn assert_described(svg: &str, title: &str, parts: &[&str]) {
    let document = Document::parse(svg).unwrap();
    assert_eq!(document.root_element().attribute("role"), Some("img"));
    assert_eq!(shapes(&document, "title")[0].text(), Some(title));
    let description = shapes(&document, "desc")[0].text().unwrap();
    for part in parts {
        assert!(description.contains(part), "{part} is not in {description}");
    }
}
