//! What the engine keeps between jobs: the options, the search, the mate search and the book.
use super::options::Options;
use crate::message_loop::Output;
use shogi_core::format::book::BookFile;
use shogi_core::format::usi_protocol::{Answer, Info};
use shogi_core::mate::Solver;
use shogi_core::search::{Material, Searcher};
use std::fs::File;

/// The options, and what was made with them.
pub(super) struct Tools {
    pub(super) options: Options,
    /// The options with which the search and the book were made.
    made_with: Option<Options>,
    searcher: Option<Searcher<Material>>,
    mate: Option<Solver>,
    pub(super) book: Option<BookFile<File>>,
}

impl Tools {
    pub(super) fn new() -> Self {
        Self {
            options: Options::default(),
            made_with: None,
            searcher: None,
            mate: None,
            book: None,
        }
    }

    /// Makes the search and opens the book if the options have changed.
    pub(super) fn prepare(&mut self, output: &Output) {
        let old = self.made_with.as_ref();
        if old == Some(&self.options) {
            return;
        }
        let is_new = |of: fn(&Options) -> usize| old.map(of) != Some(of(&self.options));
        if is_new(|options| options.hash) || is_new(|options| options.threads) {
            // The old table is freed first.
            self.searcher = None;
            self.mate = None;
        }
        if old.map(|old| &old.book) != Some(&self.options.book) {
            self.book = None;
            if let Some(path) = &self.options.book {
                let book = File::open(path)
                    .map_err(|error| error.to_string())
                    .and_then(|file| BookFile::new(file).map_err(|error| error.to_string()));
                match book {
                    Ok(book) => self.book = Some(book),
                    Err(error) => say(output, format!("error: {}: {error}", path.display())),
                }
            }
        }
        self.made_with = Some(self.options.clone());
    }

    /// Forgets the results of earlier searches.
    pub(super) fn clear(&mut self) {
        if let Some(searcher) = &mut self.searcher {
            searcher.clear();
        }
    }

    pub(super) fn searcher(&mut self) -> &mut Searcher<Material> {
        let Options { hash, threads, .. } = self.options;
        self.searcher
            .get_or_insert_with(|| Searcher::new(Material::new(), hash << 20).with_threads(threads))
    }

    pub(super) fn solver(&mut self) -> &mut Solver {
        let bytes = self.options.hash << 20;
        self.mate.get_or_insert_with(|| Solver::new(bytes))
    }
}

/// Prints a text for people.
pub(super) fn say(output: &Output, text: String) {
    let mut info = Info::default();
    info.text = Some(text);
    output.print(&Answer::Info(info).to_string());
}
