use core::fmt;
use core::str::FromStr;

use crate::color::Color;

/// The end word of a line of moves in a record. It is what the record claims. The result under the
/// rules is an [`Outcome`](crate::Outcome).
///
/// The *side to move* below is the side to move at the end word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum End {
    /// 投了, `%TORYO`: the side to move resigns.
    Resignation,
    /// 詰み, `%TSUMI`: the side to move is mated.
    Checkmate,
    /// 不詰, `%FUZUMI`: the mate problem has no mate.
    NoMate,
    /// 切れ負け, `%TIME_UP`: the side to move has lost on time.
    TimeUp,
    /// 反則負け and 反則勝ち, `%ILLEGAL_MOVE` and `%±ILLEGAL_ACTION`: a side has broken the rules.
    Foul {
        /// The side that broke the rules. This side loses.
        by: Color,
    },
    /// 千日手, `%SENNICHITE`: fourfold repetition.
    Repetition,
    /// 持将棋, `%JISHOGI`: impasse.
    Impasse,
    /// 入玉勝ち, `%KACHI`: the side to move has declared a win by its entering king.
    Declaration,
    /// 引き分け, `%HIKIWAKE`: a draw by agreement or by the rules of the event.
    Draw,
    /// 最大手数, `%MAX_MOVES`: the game reached the move limit.
    MaxMoves,
    /// 不戦勝: the side to move wins because the other side did not appear.
    WinByDefault,
    /// 不戦敗: the side to move loses because it did not appear.
    LossByDefault,
    /// 中断, `%CHUDAN`: the game was interrupted.
    Interruption,
    /// 封じ手: the next move was sealed.
    SealedMove,
    /// 待った, `%MATTA`: a move was taken back.
    TakeBack,
    /// `%ERROR`: the game was ended by an error.
    Error,
    /// An unknown end word. [`Game::end_word`](crate::Game::end_word) returns the word.
    Other,
}

impl End {
    /// All ends. The list has a foul by Black and a foul by White.
    pub const ALL: [Self; 18] = [
        Self::Resignation,
        Self::Checkmate,
        Self::NoMate,
        Self::TimeUp,
        Self::Foul { by: Color::Black },
        Self::Foul { by: Color::White },
        Self::Repetition,
        Self::Impasse,
        Self::Declaration,
        Self::Draw,
        Self::MaxMoves,
        Self::WinByDefault,
        Self::LossByDefault,
        Self::Interruption,
        Self::SealedMove,
        Self::TakeBack,
        Self::Error,
        Self::Other,
    ];

    /// Returns the words that [`End`] prints and reads.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Resignation => "resignation",
            Self::Checkmate => "checkmate",
            Self::NoMate => "no mate",
            Self::TimeUp => "time up",
            Self::Foul { by: Color::Black } => "foul by black",
            Self::Foul { by: Color::White } => "foul by white",
            Self::Repetition => "repetition",
            Self::Impasse => "impasse",
            Self::Declaration => "entering-king declaration",
            Self::Draw => "draw",
            Self::MaxMoves => "maximum number of moves",
            Self::WinByDefault => "win by default",
            Self::LossByDefault => "loss by default",
            Self::Interruption => "interruption",
            Self::SealedMove => "sealed move",
            Self::TakeBack => "move taken back",
            Self::Error => "error",
            Self::Other => "another end",
        }
    }
}

/// Writes [`End::name`]: `resignation`, `foul by black`.
impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error for a text that is not an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown end: expected words such as `resignation` or `foul by black`")]
pub struct ParseEndError;

/// Reads the words that [`End`] prints. Record formats have their own end words.
impl FromStr for End {
    type Err = ParseEndError;

    fn from_str(text: &str) -> Result<Self, ParseEndError> {
        Self::ALL.into_iter().find(|end| end.name() == text).ok_or(ParseEndError)
    }
}
