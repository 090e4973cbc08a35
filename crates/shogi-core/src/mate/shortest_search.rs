//! Depth-first proof-number search with a bound on the length of the mate.

use alloc::vec::Vec;

use super::answer::MateAnswer;
use super::one;
use super::progress::{MateProgress, Observer};
use super::shortest_table::{NEVER, Table};
use crate::mv::Move;
use crate::position::Position;

/// A number greater than any sum of proof numbers.
const INFINITE: u32 = 1 << 28;

/// A move, and the proof numbers of the position after it.
struct Child {
    m: Move,
    proof: u32,
    disproof: u32,
    mate: u8,
    /// There is no mate within `safe - 1` plies, as in the table.
    safe: u8,
}

/// The proof numbers of a node, and what is proven about the length of a mate.
#[derive(Clone, Copy)]
struct Numbers {
    proof: u32,
    disproof: u32,
    mate: u8,
    safe: u8,
}

pub(super) struct Search<'a> {
    table: &'a mut Table,
    position: Position,
    nodes: u64,
    node_limit: u64,
    observer: &'a mut Observer<'a>,
    /// The number of nodes at which the observer is called next.
    next_report: u64,
    /// The length of the mates that are searched for.
    plies: u32,
    stopped: bool,
}

/// The number of nodes between two calls of the observer.
const REPORT_INTERVAL: u64 = 1024;

impl<'a> Search<'a> {
    pub(super) fn new(
        table: &'a mut Table,
        position: &Position,
        node_limit: u64,
        observer: &'a mut Observer<'a>,
    ) -> Self {
        Self {
            table,
            position: position.clone(),
            nodes: 0,
            node_limit,
            observer,
            next_report: 0,
            plies: 0,
            stopped: false,
        }
    }

    /// Counts a node, checks the node limit, and calls the observer. Sets the flag that stops the
    /// search.
    #[inline]
    fn check_limits(&mut self) {
        self.stopped |= self.nodes > self.node_limit;
        if self.nodes >= self.next_report {
            self.report();
        }
    }

    #[cold]
    fn report(&mut self) {
        self.next_report = self.nodes + REPORT_INTERVAL;
        let progress = MateProgress { nodes: self.nodes, plies: self.plies };
        self.stopped |= (self.observer)(&progress).is_break();
    }

    pub(super) const fn nodes(&self) -> u64 {
        self.nodes
    }

    pub(super) fn shortest(&mut self, max_plies: u32) -> MateAnswer {
        let mut searched = 0;
        for plies in (1..=max_plies).step_by(2) {
            self.plies = plies;
            let found = self.solve(plies as u8, true);
            if found.proof == 0 {
                let mut line = Vec::new();
                self.line(plies as u8, &mut line);
                return MateAnswer::Mate { plies, line };
            }
            if self.stopped {
                return MateAnswer::Unknown { searched };
            }
            if found.safe == NEVER {
                return MateAnswer::NoMate;
            }
            // The length of a mate is always odd.
            searched = plies + 1;
        }
        MateAnswer::NoMateWithin { plies: max_plies }
    }

    /// Searches the position for a mate within `plies` plies. The attacker or the defender may be
    /// to move. Returns the proof numbers of the position.
    fn solve(&mut self, plies: u8, attacks: bool) -> Numbers {
        if let Some(known) = self.known(self.position.hash(), plies) {
            return known;
        }
        self.node(plies, INFINITE, INFINITE, attacks)
    }

    /// Returns the proof numbers of a position, if the table entry proves or disproves a mate.
    fn known(&self, hash: u64, plies: u8) -> Option<Numbers> {
        let entry = self.table.find(hash)?;
        let (mate, safe) = (entry.mate, entry.safe);
        if mate <= plies {
            Some(Numbers { proof: 0, disproof: INFINITE, mate, safe })
        } else if safe > plies {
            Some(Numbers { proof: INFINITE, disproof: 0, mate, safe })
        } else {
            None
        }
    }

    /// Returns the moves of a node, each with proof numbers that are proven or estimated.
    #[inline(never)]
    fn children(&mut self, plies: u8, attacks: bool) -> Vec<Child> {
        let moves = if attacks { self.position.checks() } else { self.position.legal_moves() };
        let mut children = Vec::with_capacity(moves.len());
        for m in &moves {
            let undo = self.position.play_unchecked(m);
            let hash = self.position.hash();
            let numbers = match self.known(hash, plies - 1) {
                Some(known) => known,
                None if attacks => self.first_look_at_defender(hash, plies - 1),
                None => self.first_look_at_attacker(hash, plies - 1),
            };
            self.position.undo(m, undo);
            let Numbers { proof, disproof, mate, safe } = numbers;
            children.push(Child { m, proof, disproof, mate, safe });
            if (if attacks { proof } else { disproof }) == 0 {
                break; // this child decides the value of the node
            }
        }
        children
    }

    /// Estimates the proof numbers of a position after a check. They are higher if there are more
    /// evasions.
    fn first_look_at_defender(&mut self, hash: u64, plies: u8) -> Numbers {
        let evasions = if plies == 0 {
            u32::from(self.position.has_moves())
        } else {
            self.position.count_moves() as u32
        };
        if evasions == 0 {
            self.table.update(hash, 1, |entry| entry.mate = 0);
            return Numbers { proof: 0, disproof: INFINITE, mate: 0, safe: 0 };
        }
        if plies == 0 {
            return Numbers { proof: INFINITE, disproof: 0, mate: NEVER, safe: 1 };
        }
        match self.table.find(hash) {
            Some(entry) if entry.plies == plies => Numbers {
                proof: entry.proof,
                disproof: entry.disproof,
                mate: entry.mate,
                safe: entry.safe,
            },
            _ => Numbers { proof: evasions, disproof: 1, mate: NEVER, safe: 0 },
        }
    }

    /// Estimates the proof numbers of a position after a move of the defender. First searches for a
    /// mate in one.
    fn first_look_at_attacker(&mut self, hash: u64, plies: u8) -> Numbers {
        let entry = self.table.find(hash).copied();
        if entry.is_none_or(|entry| entry.safe < 2) {
            self.nodes += 1;
            let mates = one::find(&mut self.position).is_some();
            self.table.update(hash, 1, |entry| {
                if mates {
                    entry.mate = 1;
                } else {
                    entry.safe = entry.safe.max(2);
                }
            });
            if mates {
                return Numbers { proof: 0, disproof: INFINITE, mate: 1, safe: 0 };
            }
            if plies <= 1 {
                return Numbers { proof: INFINITE, disproof: 0, mate: NEVER, safe: 2 };
            }
        }
        match entry {
            Some(entry) if entry.plies == plies => Numbers {
                proof: entry.proof,
                disproof: entry.disproof,
                mate: entry.mate,
                safe: entry.safe,
            },
            _ => Numbers { proof: 1, disproof: 1, mate: NEVER, safe: 2 },
        }
    }

    /// Searches a node until its proof number or its disproof number reaches the threshold.
    fn node(&mut self, plies: u8, proof_bound: u32, disproof_bound: u32, attacks: bool) -> Numbers {
        let hash = self.position.hash();
        let before = self.nodes;
        self.nodes += 1;
        let mut children = self.children(plies, attacks);
        loop {
            let numbers = sum_up(&children, attacks);
            self.check_limits();
            let done = numbers.proof == 0
                || numbers.disproof == 0
                || numbers.proof >= proof_bound
                || numbers.disproof >= disproof_bound
                || self.stopped;
            if done {
                self.store(hash, plies, numbers, self.nodes - before);
                return numbers;
            }
            // Finds the child with the smallest number, and the second smallest number.
            let key = |child: &Child| if attacks { child.proof } else { child.disproof };
            let mut best = 0;
            let mut second = INFINITE;
            for (i, child) in children.iter().enumerate().skip(1) {
                if key(child) < key(&children[best]) {
                    second = key(&children[best]);
                    best = i;
                } else {
                    second = second.min(key(child));
                }
            }
            let child = &children[best];
            // The threshold is slightly greater than the second smallest number, so that the search
            // does not switch between the two children too often.
            let near = second.saturating_add(1 + second / 4).min(INFINITE);
            let (child_proof, child_disproof) = if attacks {
                let rest = disproof_bound.saturating_sub(numbers.disproof);
                (near.min(proof_bound), rest.saturating_add(child.disproof).min(INFINITE))
            } else {
                let rest = proof_bound.saturating_sub(numbers.proof);
                (rest.saturating_add(child.proof).min(INFINITE), near.min(disproof_bound))
            };
            let m = child.m;
            let undo = self.position.play_unchecked(m);
            let found = match self.known(self.position.hash(), plies - 1) {
                Some(known) => known,
                None => self.node(plies - 1, child_proof, child_disproof, !attacks),
            };
            self.position.undo(m, undo);
            let child = &mut children[best];
            (child.proof, child.disproof) = (found.proof, found.disproof);
            (child.mate, child.safe) = (found.mate, found.safe);
        }
    }

    fn store(&mut self, hash: u64, plies: u8, numbers: Numbers, work: u64) {
        self.table.update(hash, work, |entry| {
            entry.mate = entry.mate.min(numbers.mate);
            entry.safe = entry.safe.max(numbers.safe);
            (entry.proof, entry.disproof) = (numbers.proof, numbers.disproof);
            entry.plies = plies;
        });
    }

    /// Appends the moves of a mate of exactly `plies` plies.
    fn line(&mut self, plies: u8, line: &mut Vec<Move>) {
        let mut played = Vec::new();
        for left in (1..=plies).rev() {
            let attacks = left % 2 == 1;
            let moves = if attacks { self.position.checks() } else { self.position.legal_moves() };
            // The attacker plays a move after which there is still a mate. The defender plays a
            // move after which there is no shorter mate. Moves that the table proves come first,
            // because a search of other checks may take a long time.
            let mut chosen = None;
            for proven_only in [true, false] {
                for m in &moves {
                    let undo = self.position.play_unchecked(m);
                    let within = if attacks { left - 1 } else { left.saturating_sub(3) };
                    let known = self.known(self.position.hash(), within);
                    let found = match known {
                        _ if left == 2 => Some(false), // the attacker mates with the next move, after any defence
                        Some(known) => Some(known.proof == 0),
                        None if proven_only && attacks => None,
                        None if within == 0 => Some(!self.position.has_moves()),
                        None => Some(self.solve(within, !attacks).proof == 0),
                    };
                    self.position.undo(m, undo);
                    if found == Some(attacks) && !self.stopped {
                        chosen = Some(m);
                        break;
                    }
                }
                if chosen.is_some() {
                    break;
                }
            }
            let Some(m) = chosen else { break };
            line.push(m);
            played.push((m, self.position.play_unchecked(m)));
        }
        for (m, undo) in played.into_iter().rev() {
            self.position.undo(m, undo);
        }
    }
}

/// Computes the proof numbers of a node from the numbers of its children. The number that depends
/// on all children is the maximum of their numbers plus one for each other unproven child. A sum
/// would count a position several times if several move orders lead to it.
fn sum_up(children: &[Child], attacks: bool) -> Numbers {
    let (mut least, mut most, mut open) = (INFINITE, 0, 0);
    let (mut shortest, mut longest) = (NEVER, 0);
    let (mut least_safe, mut most_safe) = (NEVER, 0);
    for child in children {
        let (one, all) =
            if attacks { (child.proof, child.disproof) } else { (child.disproof, child.proof) };
        least = least.min(one);
        most = most.max(all);
        open += u32::from(all > 0);
        shortest = shortest.min(child.mate);
        longest = longest.max(child.mate);
        least_safe = least_safe.min(child.safe);
        most_safe = most_safe.max(child.safe);
    }
    let all =
        if most == 0 || most >= INFINITE { most } else { (most + open - 1).min(INFINITE - 1) };
    let plus_one = |length: u8| if length == NEVER { NEVER } else { (length + 1).min(NEVER - 1) };
    if attacks {
        let mate = plus_one(shortest);
        let safe = if children.is_empty() { NEVER } else { plus_one(least_safe) };
        // The list ends at the first mating move, so it cannot show that all moves fail.
        let safe = if least == 0 { 0 } else { safe };
        Numbers { proof: least, disproof: if children.is_empty() { 0 } else { all }, mate, safe }
    } else {
        let mate = if least == 0 { NEVER } else { plus_one(longest) };
        let mate = if children.is_empty() { 0 } else { mate };
        Numbers {
            proof: if least == 0 { INFINITE } else { all },
            disproof: least,
            mate,
            safe: plus_one(most_safe),
        }
    }
}
