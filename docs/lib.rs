//! Compiles and runs every Rust block of the pages below as a documentation test. This file contains
//! no code; `tests/readme.rs` checks that no page is missing.

macro_rules! pages {
    ($($name:ident: $path:literal;)*) => {$(
        #[cfg(doctest)]
        #[doc = include_str!($path)]
        mod $name {}
    )*};
}

pages! {
    readme: "../README.md";
    contributing: "../CONTRIBUTING.md";
    map: "README.md";
    architecture: "architecture.md";
    add_a_module: "add-a-module.md";
    add_a_game: "add-a-game.md";
    add_a_shape: "add-a-shape.md";
    conventions: "conventions.md";
    engines: "engines.md";
    glossary: "glossary.md";
    json: "json.md";
    formats_csa: "formats/csa.md";
    formats_jkf: "formats/jkf.md";
    formats_ki2: "formats/ki2.md";
    formats_kif: "formats/kif.md";
    formats_serde: "formats/serde.md";
    performance: "performance.md";
    mate_problems: "mate-problems.md";
    python: "python.md";
    testing: "testing.md";
    web: "web.md";
    sfen: "formats/sfen.md";
    usi: "formats/usi.md";
    packed: "formats/packed.md";
    opening_books: "formats/opening-books.md";
    sources: "sources.md";
    formats: "formats/README.md";
    formats_board_text: "formats/board-text.md";
    formats_transcript: "formats/transcript.md";
    formats_wthor: "formats/wthor.md";
    formats_obf: "formats/obf.md";
    formats_ggf: "formats/ggf.md";
    formats_engine_books: "formats/engine-books.md";
    formats_nboard: "formats/nboard.md";
    formats_gtp: "formats/gtp.md";
    formats_pgn: "formats/pgn.md";
    formats_reversi_book: "formats/reversi-book.md";
    formats_reversi_weights: "formats/reversi-weights.md";
    design: "design/README.md";
    design_no_game_trait: "design/001-no-game-trait.md";
    design_kernels: "design/002-kernels.md";
    design_setup: "design/003-setup-and-position.md";
    design_api: "design/004-api-listing.md";
    design_reading: "design/005-reading.md";
    design_book: "design/006-book.md";
    design_open_shapes: "design/008-open-shapes.md";
    design_deviations: "design/009-deviations.md";
    design_engine: "design/010-engine.md";
    design_short_lists: "design/011-short-lists.md";
    design_mate_solver: "design/012-mate-solver.md";
    design_shogi_search: "design/013-shogi-search.md";
    design_exchange_order: "design/007-exchange-order.md";
    design_evaluation: "design/evaluation.md";
}
