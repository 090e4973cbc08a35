//! `gamekit reversi analyze`: shows a position and its legal moves, with values from the opening
//! book and the engine.

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
use super::openings::{self, OpeningNames};
use super::picture;
use super::position::{self, PositionArg};
use crate::error::Outcome;
use crate::output::Answer;
use crate::output_path::Inputs;
use crate::svg_options::SvgArg;
use crate::text_table::{Align, Table};
use crate::{interrupt, stream, threads};

/// Show a position, the name of its opening, and the opening book's statistics for every legal
/// move.
///
/// With --depth, --exact or --time, the engine also evaluates every move. Values are in discs for the side
/// that plays the move. Ctrl-C stops the search and
/// prints its result so far.
#[derive(ClapArgs)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArg,
    /// Opening book file [default: the built-in book, made from the WTHOR database of the
    /// Fédération Française d'Othello].
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    #[command(flatten)]
    search: SearchArgs,
    /// Stop the search after about this many seconds [default: no limit].
    #[arg(long, value_name = "SECONDS", value_parser = crate::arguments::seconds)]
    time: Option<Duration>,
    /// Number of threads [default: the number of cores].
    #[arg(long, value_name = "N", value_parser = threads::parse)]
    threads: Option<usize>,
    #[command(flatten)]
    svg: SvgArg,
    /// Print one JSON object per line.
    #[arg(long)]
    json: bool,
}

/// The answer for one position.
#[derive(Serialize)]
struct Analysis {
    position: String,
    side: &'static str,
    black_discs: u32,
    white_discs: u32,
    empties: u32,
    key: String,
    symmetry: usize,
    moves: Vec<Candidate>,
    /// `pass` or `over`, if the side to move cannot place a disc.
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<&'static str>,
    /// The final score for the side to move, if the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    score_discs: Option<i32>,
    #[serde(flatten)]
    opening: OpeningFacts,
    #[serde(skip_serializing_if = "Option::is_none")]
    search: Option<SearchFacts>,
    #[serde(skip)]
    shown: Shown,
}

/// Values that are needed only for the text output.
struct Shown {
    position: Position,
    symmetry: Symmetry,
    opening: Option<Opening>,
}

/// The opening of a position, or the openings that can still be reached from the position.
#[derive(Serialize)]
struct OpeningFacts {
    #[serde(skip_serializing_if = "Option::is_none")]
    opening: Option<OpeningNames>,
    /// The number of openings that can still be reached, if the position has no opening.
    #[serde(skip_serializing_if = "Option::is_none")]
    openings_ahead: Option<usize>,
    /// The names of the openings that can still be reached, if there are at most
    /// [`openings::NAMED`].
    #[serde(skip_serializing_if = "Option::is_none")]
    openings_ahead_names: Option<Vec<String>>,
}

impl OpeningFacts {
    /// Makes the facts from the last opening of the game. If there is none, makes the facts from
    /// the board.
    fn new(last: Option<Opening>, board: Board) -> Self {
        let opening = last.or_else(|| openings::at(board));
        let ahead = if opening.is_some() { Vec::new() } else { openings::ahead(board) };
        let names = || ahead.iter().map(Opening::to_string).collect();
        Self {
            opening: opening.map(OpeningNames::from),
            openings_ahead: (!ahead.is_empty()).then_some(ahead.len()),
            openings_ahead_names: (1..=openings::NAMED).contains(&ahead.len()).then(names),
        }
    }
}

/// The depth, selectivity, nodes and time of a search.
#[derive(Serialize)]
struct SearchFacts {
    /// The depth to which all moves were searched.
    depth_plies: u32,
    /// The confidence for pruning. It is 100 if all values are proven.
    selectivity_percent: u32,
    nodes: u64,
    seconds: f64,
    /// Whether all values are proven.
    #[serde(skip)]
    is_proven: bool,
    /// The value of the position, if the side to move must pass.
    #[serde(skip_serializing_if = "Option::is_none")]
    pass: Option<Valued>,
}

/// The engine's value of a move.
#[derive(Serialize)]
struct Valued {
    /// The value for the side that plays the move.
    value_centidiscs: i32,
    /// Whether the value is the proven final score.
    proven: bool,
    depth_plies: u32,
    pv: Vec<String>,
    #[serde(skip)]
    cells: [String; 2],
}

impl From<&Hint> for Valued {
    fn from(hint: &Hint) -> Self {
        Self {
            value_centidiscs: hint.value.get(),
            proven: hint.is_proven,
            depth_plies: hint.depth,
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
    /// The number of legal moves of the opponent after the move.
    mobility: u32,
    #[serde(flatten)]
    opening: OpeningFacts,
    #[serde(skip)]
    opening_name: Option<String>,
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args) -> Outcome {
    let inputs = [&args.book, &args.search.weights].into_iter().flatten();
    args.svg.check(&args.position.words, &Inputs::of(inputs))?;
    let book = AnyBook::open(args.book.as_deref())?;
    if args.search.weights.is_some() && !is_searching(args) {
        return Err("--weights needs --depth, --exact or --time".to_owned().into());
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

/// Returns whether an option requires a search.
fn is_searching(args: &Args) -> bool {
    args.search.depth.is_some() || args.search.exact.is_some() || args.time.is_some()
}

/// Searches the position and adds the engine's values to the moves.
fn search(analysis: &mut Analysis, engine: &mut Engine, options: &Options, limits: &Limits) {
    let board = analysis.shown.position.board();
    let found = engine.search(board, options, limits);
    let hints = &found.report.hints;
    for candidate in &mut analysis.moves {
        let hint = hints.iter().find(|hint| hint.mv.to_string() == candidate.r#move);
        candidate.valued = hint.map(Valued::from);
    }
    let pass = hints.iter().find(|hint| hint.mv == Move::Pass).map(Valued::from);
    let is_proven = !hints.is_empty() && hints.iter().all(|hint| hint.is_proven);
    analysis.search = Some(SearchFacts {
        depth_plies: found.report.depth,
        selectivity_percent: if is_proven { 100 } else { options.selectivity.percent() },
        nodes: found.report.nodes,
        seconds: found.seconds,
        is_proven,
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
        side: position::side(&position),
        black_discs: position.black().len(),
        white_discs: position.white().len(),
        empties: 64 - position.black().len() - position.white().len(),
        key: key.to_string(),
        symmetry: symmetry.index(),
        moves,
        state,
        score_discs: position.is_over().then(|| board.final_score()),
        opening: OpeningFacts::new(opening, board),
        search: None,
        shown: Shown { position, symmetry, opening },
    })
}

fn candidate(board: Board, square: Square, book: &AnyBook) -> Result<Candidate, String> {
    let flips = board.flips(square);
    let after = board.play_flips_unchecked(square, flips);
    Ok(Candidate {
        r#move: square.to_string(),
        square,
        flips: flips.len(),
        book: book.line_after(after)?,
        valued: None,
        mobility: after.moves().len(),
        opening: OpeningFacts::new(None, after),
        opening_name: openings::name(after),
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
    /// Returns the names and values that are printed beside the board.
    fn facts(&self) -> Vec<(&'static str, String)> {
        let position = &self.shown.position;
        let name = match position.side() {
            Color::Black => "Black (X)",
            Color::White => "White (O)",
        };
        let turn = match self.state {
            Some("over") => format!("none, the game is over: {}", position::verdict(position)),
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

    /// Returns the moves, best first. They are sorted by the engine's value and then by the book's
    /// value.
    fn sorted(&self) -> Vec<&Candidate> {
        let mut moves: Vec<&Candidate> = self.moves.iter().collect();
        let rank = |candidate: &Candidate| {
            let value = candidate.valued.as_ref().map(|valued| valued.value_centidiscs);
            (value, candidate.book.as_ref().map(|book| (book.value_centidiscs, book.games)))
        };
        moves.sort_by_key(|candidate| std::cmp::Reverse(rank(candidate)));
        moves
    }

    /// Returns the picture. The moves show the engine's values if there was a search, and otherwise
    /// the book's values.
    fn picture(&self, language: Language) -> Picture<'_> {
        let position = &self.shown.position;
        let label = |candidate: &Candidate| match (&self.search, &candidate.valued) {
            (None, _) => candidate.book.as_ref()?.value(),
            (Some(_), valued) => Some(valued.as_ref()?.cells[0].clone()),
        };
        // Moves with the same value are equally good, even if the printed values are rounded.
        let value = |candidate: &Candidate| match &self.search {
            None => candidate.book.as_ref()?.value_centidiscs,
            Some(_) => Some(candidate.valued.as_ref()?.value_centidiscs),
        };
        let moves = self.sorted().into_iter().map(|c| (c.square, value(c), label(c)));
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
            cells.push(candidate.opening_name.clone().unwrap_or_default());
            table.row(cells);
        }
        table
    }
}

impl SearchFacts {
    /// Returns the depth and the selectivity of the search.
    fn reach(&self, language: Language) -> String {
        let Self { depth_plies: depth, selectivity_percent: percent, .. } = self;
        match (depth, language) {
            _ if self.is_proven => match language {
                Language::Japanese => "完全読み".to_owned(),
                Language::English => "exact".to_owned(),
            },
            (0, Language::Japanese) => format!("中断、信頼度{percent}%"),
            (_, Language::Japanese) => format!("深さ{depth}、信頼度{percent}%"),
            (0, Language::English) => format!("stopped early, selectivity {percent}%"),
            (_, Language::English) => format!("depth {depth}, selectivity {percent}%"),
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
    /// Returns the first moves of the principal variation, without spaces.
    fn line(&self) -> String {
        self.pv.iter().take(8).map(String::as_str).collect()
    }
}

/// Returns the name of the symmetry that maps the shown board to the canonical board.
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
