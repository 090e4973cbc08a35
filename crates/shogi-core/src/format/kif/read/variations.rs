//! Reads the beginning of variations, and comments.

use alloc::vec::Vec;

use super::state::{Branch, Fault, Reader};
use crate::format::report::{RecordErrorKind, WarningKind};
use crate::game::NodeId;

impl Reader<'_> {
    pub(super) fn variation(&mut self, rest: &str) -> Result<(), Fault> {
        let content = rest.trim_start_matches(['：', ':', ' ', '　', '\t']);
        let digits = content.bytes().take_while(u8::is_ascii_digit).count();
        let number = content[..digits]
            .parse::<u64>()
            .ok()
            .filter(|_| content[digits..].starts_with('手'))
            .ok_or_else(|| {
                (self.at(content), RecordErrorKind::Expected("the number of a move and 手"))
            })?;
        let has_moves =
            self.builder.as_ref().is_some_and(|builder| builder.game().node_count() > 1);
        if !has_moves && (self.builder.is_none() || number > 1) && !self.cut {
            // Some programs write such a line into the header.
            self.warn(WarningKind::StrayVariation);
            return Ok(());
        }
        self.begin()?;
        self.refuse()?;
        self.loosen();
        self.cut = false;
        let fault = (self.at(content), RecordErrorKind::NoVariation(number));
        let joined = self.join(number.wrapping_sub(u64::from(self.offset)), fault);
        if joined.is_err() {
            self.cut = true;
        }
        joined
    }

    /// Goes to the node from which a variation branches. `place` is the number of the first move of
    /// the variation. The node is in the latest line of moves that began before this number.
    fn join(&mut self, place: u64, fault: Fault) -> Result<(), Fault> {
        let place = u32::try_from(place).ok().filter(|&place| place > 0).ok_or(fault)?;
        while self.branches.len() > 1 && self.branches.last().is_some_and(|b| b.from >= place) {
            self.branches.pop();
        }
        let mut depth = self.branches.len();
        let parent = loop {
            let Some(branch) = depth.checked_sub(1).map(|at| &self.branches[at]) else {
                return Err(fault);
            };
            if place == 1 {
                break NodeId::ROOT;
            }
            let own = (place - 1).checked_sub(branch.from);
            if let Some(&node) = own.and_then(|own| branch.nodes.get(own as usize)) {
                break node;
            }
            depth -= 1;
        };
        if depth < self.branches.len() {
            self.branches.truncate(depth);
            self.warn(WarningKind::Variation);
        }
        let budget = self.budget;
        let Some(builder) = &mut self.builder else { return Err(fault) };
        let cost =
            builder.go_to_within(parent, budget).ok_or((fault.0, RecordErrorKind::TooManyJumps))?;
        self.budget -= cost;
        self.branches.push(Branch { from: place, nodes: Vec::new() });
        self.at_branch = true;
        Ok(())
    }
}
