use super::{Game, NodeId, some};

/// The children of a node: [`Game::children`].
#[derive(Clone, Debug)]
#[must_use = "iterators do nothing unless consumed"]
pub struct Children<'a> {
    pub(super) game: &'a Game,
    pub(super) next: u32,
}

impl Iterator for Children<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        let id = some(self.next)?;
        self.next = self.game.node(id).next;
        Some(id)
    }
}

/// A line: [`Game::main_line`].
#[derive(Clone, Debug)]
#[must_use = "iterators do nothing unless consumed"]
pub struct Line<'a> {
    pub(super) game: &'a Game,
    pub(super) next: u32,
}

impl Iterator for Line<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        let id = some(self.next)?;
        self.next = self.game.node(id).first_child;
        Some(id)
    }
}

/// The whole tree: [`Game::preorder`].
#[derive(Clone, Debug)]
#[must_use = "iterators do nothing unless consumed"]
pub struct Preorder<'a> {
    pub(super) game: &'a Game,
    pub(super) next: Option<NodeId>,
}

impl Iterator for Preorder<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        let id = self.next?;
        self.next = self.game.next(id).or_else(|| {
            let mut at = id;
            loop {
                if let Some(variation) = self.game.next_variation(at) {
                    return Some(variation);
                }
                at = self.game.parent(at)?;
            }
        });
        Some(id)
    }
}
