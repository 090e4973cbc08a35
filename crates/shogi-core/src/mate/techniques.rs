//! Switches of the search, which tests turn off one by one to measure what each technique saves.

/// How much the bound of a child exceeds the second-best child's number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// The part of the number, as a division; 0 for no part.
    pub(super) divisor: u32,
}

impl Step {
    pub(super) const fn of(self, number: u32) -> u32 {
        match number.checked_div(self.divisor) {
            Some(part) => part,
            None => 0,
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Techniques {
    pub(super) step: Step,
    /// Whether the numbers of similar moves are not added.
    pub(super) maximum: bool,
    /// Whether similar moves wait for each other.
    pub(super) waiting: bool,
    /// Whether bounds are extended at positions that were seen at a lower ply.
    pub(super) extension: bool,
    /// Whether initial numbers depend on the position.
    pub(super) estimates: bool,
    /// Whether positions after an evasion are searched for a mate in one.
    pub(super) mate_in_one: bool,
}

impl Techniques {
    pub(super) const ALL: Self = Self {
        step: Step { divisor: 4 },
        maximum: true,
        waiting: true,
        extension: true,
        estimates: true,
        mate_in_one: true,
    };
}
