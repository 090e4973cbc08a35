//! `gamekit reversi analyze`: a position, its legal moves, what the book knows of them and what
//! the engine makes of them.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args as ClapArgs;
use gamekit_pictures::Language;
use gamekit_pictures::reversi::{Picture, side_name};
use reversi_core::opening::Opening;
use reversi_core::search::{Hint, Limits, Options};
use reversi_core::{Board, Color, Move, Position, Square, Symmetry, canonical};
use serde::Serialize;

use super::book::{AnyBook, BookLine};
use super::engine::{self, Engine, SearchArgs};
use super::openings;
use super::picture;
use super::position::{self, PositionArg};
use crate::error::Outcome;
use crate::output::Answer;
use crate::place::Inputs;
use crate::svg::SvgArg;
use crate::table::{Align, Table};
use crate::{interrupt, stream, threads};

/// Draw a position, name its opening and list every legal move with what the book knows of it.
///
/// With --depth, --exact or --time the engine values every move too. Ctrl-C ends its search and
/// prints what was found so far.
#[derive(ClapArgs)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArg,
    /// Take this book instead of the one inside the program, which is built from the games of the
    /// WTHOR base (Fédération Française d'Othello).
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    #[command(flatten)]
    search: SearchArgs,
    /// Search for at most about this long.
    #[arg(long, value_name = "SECONDS", value_parser = super::seconds)]
    time: Option<Duration>,
    /// How many threads to search with; all cores unless told.
    #[arg(long, value_name = "N", value_parser = threads::parse)]
    threads: Option<usize>,
    #[command(flatten)]
    svg: SvgArg,
    /// Print one JSON object a line.
    #[arg(long)]
    json: bool,
}

/// Everything said about one position.
#[derive(Serialize)]
struct Analysis {
    position: String,
    side: char,
    key: String,
    symmetry: usize,
    moves: Vec<Candidate>,
    /// `pass` or `over` where the side to move has no square to play.
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<&'static str>,
    /// The final score in discs for the side to move, where the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<i32>,
    /// The opening that the game went through last.
    #[serde(skip_serializing_if = "Option::is_none")]
    opening: Option<OpeningNames>,
    #[serde(skip_serializing_if = "Option::is_none")]
    search: Option<SearchFacts>,
    #[serde(skip)]
    shown: Shown,
}

/// What only people are shown.
struct Shown {
    position: Position,
    symmetry: Symmetry,
    opening: Option<Opening>,
}

/// A named opening.
#[derive(Serialize)]
struct OpeningNames {
    english: Option<&'static str>,
    japanese: Option<&'static str>,
    /// The moves to it from the start, one way of many.
    moves: &'static str,
}

impl From<Opening> for OpeningNames {
    fn from(opening: Opening) -> Self {
        Self { english: opening.english(), japanese: opening.japanese(), moves: opening.moves() }
    }
}

/// How far the engine looked.
#[derive(Serialize)]
struct SearchFacts {
    /// The plies that every move was searched to.
    depth: u32,
    level: u32,
    nodes: u64,
    seconds: f64,
    /// For the side to move that must pass: the value of the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pass: Option<Valued>,
}

/// What the engine makes of a move.
#[derive(Serialize)]
struct Valued {
    /// In 1/100 disc, for the side that plays it.
    value: i32,
    /// Whether that is the proven final score.
    exact: bool,
    depth: u32,
    pv: Vec<String>,
    #[serde(skip)]
    cells: [String; 2],
}

impl From<&Hint> for Valued {
    fn from(hint: &Hint) -> Self {
        Self {
            value: hint.value.get(),
            exact: hint.is_proven,
            depth: hint.depth,
            pv: hint.pv.iter().map(ToString::to_string).collect(),
            cells: [engine::value(hint), engine::depth(hint)],
        }
    }
}

/// One legal move.
#[derive(Serialize)]
struct Candidate {
    r#move: String,
    #[serde(skip)]
    square: Square,
    flips: u32,
    book: Option<BookLine>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    valued: Option<Valued>,
    #[serde(skip)]
    mobility: u32,
    #[serde(skip)]
    opening: Option<String>,
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args) -> Outcome {
    let inputs = [&args.book, &args.search.weights].into_iter().flatten();
    args.svg.check(&args.position.words, &Inputs::of(inputs))?;
    let book = AnyBook::open(args.book.as_deref())?;
    if args.search.weights.is_some() && !is_searching(args) {
        return Err("--weights are for a search, expected --depth, --exact or --time with them"
            .to_owned()
            .into());
    }
    let mut engine = match is_searching(args) {
        true => {
            let weights = engine::weights(args.search.weights.as_deref())?;
            Some(Engine::new(weights, args.threads)?)
        }
        false => None,
    };
    let options = args.search.options(args.time.is_some()).with_count(usize::MAX);
    let mut limits = Limits::NONE;
    limits.time = args.time;
    if engine.is_some() {
        interrupt::flag();
    }
    stream::answer(&args.position.words, args.json, |text| {
        let mut analysis = analyze(position::parse(text)?, &book)?;
        if let Some(engine) = &mut engine {
            search(&mut analysis, engine, &options, &limits);
        }
        args.svg.save(|language| analysis.picture(language).to_svg())?;
        Ok(analysis)
    })
}

/// Whether the engine is asked.
fn is_searching(args: &Args) -> bool {
    args.search.depth.is_some() || args.search.exact.is_some() || args.time.is_some()
}

/// Adds what the engine finds.
fn search(analysis: &mut Analysis, engine: &mut Engine, options: &Options, limits: &Limits) {
    let board = analysis.shown.position.board();
    let found = engine.search(board, options, limits);
    let hints = &found.report.hints;
    for candidate in &mut analysis.moves {
        let hint = hints.iter().find(|hint| hint.mv.to_string() == candidate.r#move);
        candidate.valued = hint.map(Valued::from);
    }
    let pass = hints.iter().find(|hint| hint.mv == Move::Pass).map(Valued::from);
    analysis.search = Some(SearchFacts {
        depth: found.report.depth,
        level: options.selectivity.percent(),
        nodes: found.report.nodes,
        seconds: found.seconds,
        pass,
    });
}

fn analyze(position: Position, book: &AnyBook) -> Result<Analysis, String> {
    let board = position.board();
    let (key, symmetry) = canonical(board);
    let moves = position
        .moves()
        .into_iter()
        .map(|square| candidate(board, square, book))
        .collect::<Result<_, _>>()?;
    let state = match () {
        () if position.is_over() => Some("over"),
        () if position.must_pass() => Some("pass"),
        () => None,
    };
    let opening = openings::of_game(&position);
    Ok(Analysis {
        position: position::text(&position),
        side: position.side().letter(),
        key: key.to_string(),
        symmetry: symmetry.index(),
        moves,
        state,
        score: position.is_over().then(|| board.final_score()),
        opening: opening.map(OpeningNames::from),
        search: None,
        shown: Shown { position, symmetry, opening },
    })
}

fn candidate(board: Board, square: Square, book: &AnyBook) -> Result<Candidate, String> {
    let flips = board.flips(square);
    let after = board.play_flips_unchecked(square, flips);
    let found = book.find(after)?;
    Ok(Candidate {
        r#move: square.to_string(),
        square,
        flips: flips.len(),
        book: found.map(|info| info.reversed().into()),
        valued: None,
        mobility: after.moves().len(),
        opening: openings::name(after),
    })
}

impl Answer for Analysis {
    fn text(&self) -> String {
        let facts = self.facts();
        let beside = facts.iter().map(|(name, value)| format!("{name:<9}  {value}"));
        let mut text = position::drawn(&self.shown.position, beside);
        if !self.moves.is_empty() {
            text.push_str(&format!("\n{}", self.table()));
        }
        text
    }
}

impl Analysis {
    /// What stands beside the board.
    fn facts(&self) -> Vec<(&'static str, String)> {
        let position = &self.shown.position;
        let name = match position.side() {
            Color::Black => "Black (X)",
            Color::White => "White (O)",
        };
        let turn = match self.state {
            Some("over") => format!("nobody, the game is over: {}", position::verdict(position)),
            Some(_) => format!("{name}, who must pass"),
            None => name.to_owned(),
        };
        let [black, white] = [position.black().len(), position.white().len()];
        let mut facts = vec![
            ("to move", turn),
            ("discs", format!("X {black}, O {white}")),
            ("empties", (64 - black - white).to_string()),
            ("key", self.key.clone()),
            ("symmetry", format!("{} ({})", self.symmetry, describe(self.shown.symmetry))),
        ];
        let opening = self.shown.opening.as_ref().map(Opening::to_string);
        if let Some(name) = opening.or_else(|| openings::name(position.board())) {
            facts.push(("opening", name));
        }
        if let Some(search) = &self.search {
            facts.push(("search", search.text()));
        }
        facts
    }

    /// The moves, those that the engine, or else the book, likes best first.
    fn sorted(&self) -> Vec<&Candidate> {
        let mut moves: Vec<&Candidate> = self.moves.iter().collect();
        let rank = |candidate: &Candidate| {
            let value = candidate.valued.as_ref().map(|valued| valued.value);
            (value, candidate.book.as_ref().map(|book| (book.value, book.games)))
        };
        moves.sort_by_key(|candidate| std::cmp::Reverse(rank(candidate)));
        moves
    }

    /// The board with the values of the moves: the engine's, or else the book's.
    fn picture(&self, language: Language) -> Picture<'_> {
        let position = &self.shown.position;
        let label = |candidate: &Candidate| match (&self.search, &candidate.valued) {
            (None, _) => candidate.book.as_ref()?.value(),
            (Some(_), valued) => Some(valued.as_ref()?.cells[0].clone()),
        };
        let moves = self.sorted().into_iter().map(|c| (c.square, label(c)));
        let picture = match &self.search {
            None => picture::of_book(position, moves, language),
            Some(search) => {
                let side = side_name(position.side(), language);
                let reach = search.reach(language);
                let (label, ring) = match language {
                    Language::Japanese => (format!("石差（{side}）、{reach}"), "未探索"),
                    Language::English => (format!("discs for {side}, {reach}"), "not searched"),
                };
                picture::of_moves(position, moves, language)
                    .with_label_meaning(label)
                    .with_ring_meaning(ring)
            }
        };
        match self.shown.opening {
            Some(opening) => picture.with_opening(opening),
            None => picture,
        }
    }

    fn table(&self) -> Table {
        let moves = self.sorted();
        let searched = [("value", Align::Right), ("depth", Align::Right)];
        let is_searched = self.search.is_some();
        let mut columns = vec![("move", Align::Left)];
        columns.extend(searched.iter().filter(|_| is_searched));
        columns.extend(["book", "games", "won", "drawn", "lost"].map(|head| (head, Align::Right)));
        columns.extend(["flips", "mobility"].map(|head| (head, Align::Right)));
        columns.extend([("line", Align::Left)].iter().filter(|_| is_searched));
        columns.push(("opening", Align::Left));
        let mut table = Table::new(&columns);
        for candidate in moves {
            let mut cells = vec![candidate.r#move.clone()];
            let valued = candidate.valued.as_ref();
            if is_searched {
                let none = || [(); 2].map(|()| "-".to_owned());
                cells.extend(valued.map_or_else(none, |valued| valued.cells.clone()));
            }
            cells.extend(BookLine::cells(candidate.book.as_ref()));
            cells.push(candidate.flips.to_string());
            cells.push(candidate.mobility.to_string());
            if is_searched {
                cells.push(valued.map_or_else(String::new, Valued::line));
            }
            cells.push(candidate.opening.clone().unwrap_or_default());
            table.row(cells);
        }
        table
    }
}

impl SearchFacts {
    /// How far the search went, and how sure of itself.
    fn reach(&self, language: Language) -> String {
        let Self { depth, level, .. } = self;
        match (depth, language) {
            (0, Language::Japanese) => format!("中断、確度{level}%"),
            (_, Language::Japanese) => format!("深さ{depth}、確度{level}%"),
            (0, Language::English) => format!("cut short, level {level}%"),
            (_, Language::English) => format!("depth {depth}, level {level}%"),
        }
    }

    fn text(&self) -> String {
        let Self { nodes, seconds, .. } = self;
        let mut text =
            format!("{}, {nodes} nodes in {seconds:.2} s", self.reach(Language::English));
        if let Some(pass) = &self.pass {
            text.push_str(&format!("; pass {}, {}", pass.cells[0], pass.line()));
        }
        text
    }
}

impl Valued {
    /// The first moves of the line, written as one word.
    fn line(&self) -> String {
        self.pv.iter().take(8).map(String::as_str).collect()
    }
}

/// How the canonical board is made from the board that is drawn.
fn describe(symmetry: Symmetry) -> &'static str {
    match symmetry.index() {
        0 => "as it is",
        1 => "left-right",
        2 => "up-down",
        3 => "half turn",
        4 => "reflected in a1-h8",
        5 => "quarter turn",
        6 => "three quarter turn",
        _ => "reflected in h1-a8",
    }
}
