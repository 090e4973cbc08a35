//! The tasks, written once for all games.

use std::fmt;
use std::hint::black_box;
use std::rc::Rc;

use crate::game::Game;
use crate::reversi::Reversi;
use crate::shogi::Shogi;
use crate::topic::Topic;

/// A task for one game, with the answer that every run must give.
pub struct Task {
    game: &'static str,
    topic: Topic,
    items: u64,
    answer: u64,
    work: Box<dyn FnMut() -> u64>,
}

impl Task {
    /// Returns the name of the game.
    #[must_use]
    pub const fn game(&self) -> &'static str {
        self.game
    }

    /// Returns the kind of task.
    #[must_use]
    pub const fn topic(&self) -> Topic {
        self.topic
    }

    /// Returns the number of leaves, moves or positions that one run processes.
    #[must_use]
    pub const fn items(&self) -> u64 {
        self.items
    }

    /// Returns the correct answer, which was computed by a different method.
    #[must_use]
    pub const fn answer(&self) -> u64 {
        self.answer
    }

    /// Runs the task once and returns its answer.
    pub fn run(&mut self) -> u64 {
        (self.work)()
    }

    /// Runs the task once and compares its answer with the correct answer.
    ///
    /// # Errors
    /// Returns an error if the answers differ.
    pub fn run_checked(&mut self) -> Result<(), WrongAnswer> {
        let (game, topic, found, expected) = (self.game, self.topic, self.run(), self.answer);
        if found == expected { Ok(()) } else { Err(WrongAnswer { game, topic, found, expected }) }
    }
}

impl fmt::Debug for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Task({}/{}, {} items)", self.topic, self.game, self.items)
    }
}

/// An answer of a task that differs from the correct answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WrongAnswer {
    /// The name of the game.
    pub game: &'static str,
    /// The kind of task.
    pub topic: Topic,
    /// The answer of the task.
    pub found: u64,
    /// The correct answer.
    pub expected: u64,
}

impl fmt::Display for WrongAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, topic, found, expected } = self;
        write!(f, "{topic} in {game}: the answer is {found}, expected {expected}")
    }
}

impl std::error::Error for WrongAnswer {}

/// Returns the tasks of all games, sorted by topic.
///
/// # Errors
/// Returns an error for the first task whose answer is wrong.
pub fn tasks() -> Result<Vec<Task>, WrongAnswer> {
    let mut tasks = tasks_of::<Reversi>()?;
    tasks.extend(tasks_of::<Shogi>()?);
    tasks.sort_by_key(Task::topic);
    Ok(tasks)
}

/// Returns the tasks of one game after running each of them once.
///
/// # Errors
/// Returns an error for the first task whose answer is wrong.
pub fn tasks_of<G: Game>() -> Result<Vec<Task>, WrongAnswer> {
    let sample = Rc::new(Sample::<G>::new());
    let check = |topic, found, expected| match found == expected {
        true => Ok(()),
        false => Err(WrongAnswer { game: G::NAME, topic, found, expected }),
    };
    let count = sample.positions.len() as u64;
    check(Topic::Parse, sample.same_as_written(&sample.texts, |text| G::parse(text)), count)?;
    check(Topic::Unpack, sample.same_as_written(&sample.packed, G::unpack), count)?;
    let mut tasks: Vec<Task> = Topic::ALL.into_iter().map(|topic| sample.task(topic)).collect();
    for task in &mut tasks {
        task.run_checked()?;
    }
    Ok(tasks)
}

/// The positions of the tasks with precomputed answers.
struct Sample<G: Game> {
    positions: Vec<G::Position>,
    texts: Vec<String>,
    packed: Vec<G::Packed>,
}

/// The number of positions.
const POSITIONS: usize = 240;
/// The number of plies after which a new game starts.
const PLIES: usize = 60;

impl<G: Game> Sample<G> {
    /// Plays random games and returns their positions that have a legal move.
    fn new() -> Self {
        let mut positions = Vec::with_capacity(POSITIONS);
        let mut numbers = 1u64;
        let (mut position, mut ply) = (G::start(), 0);
        while positions.len() < POSITIONS {
            let mut next = Vec::new();
            G::after_each(&mut position.clone(), &mut G::List::default(), |after| {
                next.push(after.clone());
            });
            if next.is_empty() || ply == PLIES {
                (position, ply) = (G::start(), 0);
                continue;
            }
            positions.push(position);
            numbers = numbers.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e);
            position = next.swap_remove((numbers >> 33) as usize % next.len());
            ply += 1;
        }
        let texts = positions.iter().map(text::<G>).collect();
        let packed = positions.iter().filter_map(G::pack).collect();
        Self { positions, texts, packed }
    }

    /// Counts the legal moves in all positions with perft.
    fn moves(&self) -> u64 {
        sum(&self.positions, |position| G::perft(position, 1))
    }

    /// Counts the positions that are unchanged after they are written and read back.
    fn same_as_written<T>(
        &self,
        written: &[T],
        reading: impl Fn(&T) -> Option<G::Position>,
    ) -> u64 {
        let pairs = self.positions.iter().zip(written);
        pairs.map(|(p, written)| read(reading(written), |q| is_same::<G>(p, q))).sum()
    }

    /// Makes a task whose correct answer was computed by a different method.
    fn task(self: &Rc<Self>, topic: Topic) -> Task {
        let count = self.positions.len() as u64;
        let whole = Rc::clone(self);
        let mut list = G::List::default();
        let (items, answer, work): (u64, u64, Box<dyn FnMut() -> u64>) = match topic {
            Topic::Perft => {
                let start = G::start();
                let tree = G::TREE;
                let work = move || G::perft(black_box(&start), tree.depth);
                (tree.leaves, tree.leaves, Box::new(work))
            }
            Topic::Moves => {
                let work = move || sum(&whole.positions, |p| G::list(p, &mut list));
                (count, self.moves(), Box::new(work))
            }
            Topic::Hash => {
                let answer = sum(&self.texts, |text| read(G::parse(text), G::hash_from_scratch));
                let work = move || sum(&whole.positions, G::hash_from_scratch);
                (count, answer, Box::new(work))
            }
            Topic::HashNext => {
                let mut positions = self.positions.clone();
                let answer = each_next::<G>(&mut positions, &mut list, |next| {
                    read(G::parse(&text::<G>(next)), G::hash)
                });
                let work = move || each_next::<G>(&mut positions, &mut list, G::hash);
                (self.moves(), answer, Box::new(work))
            }
            Topic::Key => {
                let answer = sum(&self.positions, |p| G::key(&G::mirror(p)));
                (count, answer, Box::new(move || sum(&whole.positions, G::key)))
            }
            Topic::Print => {
                let length = |text: &String| text.len() as u64;
                let answer = self.texts.iter().map(length).sum();
                let mut text = String::new();
                let work = move || {
                    sum(&whole.positions, |p| {
                        text.clear();
                        G::print(p, &mut text);
                        length(black_box(&text))
                    })
                };
                (count, answer, Box::new(work))
            }
            Topic::Parse => {
                let work = move || sum(&whole.texts, |text| is_some(G::parse(text)));
                (count, count, Box::new(work))
            }
            Topic::Pack => {
                (count, count, Box::new(move || sum(&whole.positions, |p| is_some(G::pack(p)))))
            }
            Topic::Unpack => {
                let work = move || sum(&whole.packed, |packed| is_some(G::unpack(packed)));
                (count, count, Box::new(work))
            }
        };
        Task { game: G::NAME, topic, items, answer, work }
    }
}

fn text<G: Game>(position: &G::Position) -> String {
    let mut text = String::new();
    G::print(position, &mut text);
    text
}

/// Returns the sum of the results of `work` over all items.
fn sum<T>(items: &[T], mut work: impl FnMut(&T) -> u64) -> u64 {
    items.iter().fold(0u64, |sum, item| sum.wrapping_add(work(black_box(item))))
}

/// Returns the sum of the results of `work` over the positions after each legal move.
fn each_next<G: Game>(
    positions: &mut [G::Position],
    list: &mut G::List,
    work: impl Fn(&G::Position) -> u64,
) -> u64 {
    let mut sum = 0u64;
    for position in positions {
        G::after_each(position, list, |next| sum = sum.wrapping_add(work(next)));
    }
    sum
}

/// Returns 1 if there is a value and 0 otherwise, and forces the compiler to compute the whole
/// value.
fn is_some<T>(made: Option<T>) -> u64 {
    u64::from(black_box(made).is_some())
}

/// Returns the result of `work` for a value, or 0 if there is no value.
fn read<T>(made: Option<T>, work: impl Fn(&T) -> u64) -> u64 {
    made.as_ref().map_or(0, work)
}

/// Returns 1 if two positions have the same hash and the same number of legal moves, and 0
/// otherwise. The hash ignores the move number.
fn is_same<G: Game>(a: &G::Position, b: &G::Position) -> u64 {
    let [mut first, mut second] = [G::List::default(), G::List::default()];
    let same = G::hash(a) == G::hash(b) && G::list(a, &mut first) == G::list(b, &mut second);
    u64::from(same)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_task_gives_its_answer_again_and_again() {
        for mut task in tasks().unwrap() {
            assert!(task.items > 0 && task.answer > 0, "{task:?}");
            for _ in 0..2 {
                assert_eq!(task.run(), task.answer, "{task:?}");
            }
        }
    }

    #[test]
    fn both_games_have_every_topic_side_by_side() {
        let names: Vec<_> = tasks().unwrap().iter().map(|t| (t.topic, t.game)).collect();
        let both = |topic| [(topic, "reversi"), (topic, "shogi")];
        assert_eq!(names, Topic::ALL.into_iter().flat_map(both).collect::<Vec<_>>());
    }

    #[test]
    fn nothing_read_is_nothing_counted() {
        assert_eq!(is_some(Reversi::parse("no board")), 0);
        assert_eq!(read(Shogi::parse("no sfen"), Shogi::hash), 0);
        assert_eq!(is_same::<Shogi>(&Shogi::start(), &Shogi::mirror(&Shogi::start())), 0);
        assert_eq!(is_some(Reversi::unpack(&[0xff; 16])), 0);
    }
}
