use crate::color::Color;
use crate::format::bod::side_word;
use crate::game::End;

/// Returns the end that a word means if `side` is to move.
pub(crate) fn end_of_word(word: &str, side: Color) -> Option<End> {
    Some(match word {
        "投了" => End::Resignation,
        "詰み" | "詰" | "詰め" => End::Checkmate,
        "不詰" | "不詰み" => End::NoMate,
        "切れ負け" | "時間切れ" | "時間切れ負け" => End::TimeUp,
        "反則負け" => End::Foul { by: side },
        "反則勝ち" => End::Foul { by: side.opponent() },
        "千日手" => End::Repetition,
        "持将棋" => End::Impasse,
        "入玉勝ち" | "入玉宣言勝ち" | "入玉宣言" | "宣言勝ち" => End::Declaration,
        "引き分け" | "引分け" | "引分" => End::Draw,
        "最大手数" => End::MaxMoves,
        "不戦勝" | "不戦勝ち" => End::WinByDefault,
        "不戦敗" | "不戦負け" => End::LossByDefault,
        "中断" => End::Interruption,
        "封じ手" => End::SealedMove,
        "待った" => End::TakeBack,
        "エラー" => End::Error,
        _ => return None,
    })
}

/// Returns the word for an end if `side` is to move. Returns `None` for [`End::Other`].
pub(crate) const fn word_of_end(end: End, side: Color) -> Option<&'static str> {
    Some(match end {
        End::Resignation => "投了",
        End::Checkmate => "詰み",
        End::NoMate => "不詰",
        End::TimeUp => "切れ負け",
        End::Foul { by } => {
            if by as u8 == side as u8 {
                "反則負け"
            } else {
                "反則勝ち"
            }
        }
        End::Repetition => "千日手",
        End::Impasse => "持将棋",
        End::Declaration => "入玉勝ち",
        End::Draw => "引き分け",
        End::MaxMoves => "最大手数",
        End::WinByDefault => "不戦勝",
        End::LossByDefault => "不戦敗",
        End::Interruption => "中断",
        End::SealedMove => "封じ手",
        End::TakeBack => "待った",
        End::Error => "エラー",
        End::Other => return None,
    })
}

/// Returns the end for a summary that names a reason and the winner: 時間切れにより先手の勝ち.
fn reason_of_summary(word: &str) -> Option<End> {
    if word.starts_with("時間切れ") || word.starts_with("切れ負け") {
        return Some(End::TimeUp);
    }
    let winner = word.strip_prefix("反則により").or_else(|| word.strip_prefix("反則で"))?;
    let (color, rest) = side_word(winner)?;
    matches!(rest, "の勝ち" | "勝ち").then_some(End::Foul { by: color.opponent() })
}

/// Returns the end that the text of a summary after まで…手で means if `side` is to move.
pub(crate) fn end_of_summary(word: &str, side: Color) -> Option<End> {
    if let Some(end) = reason_of_summary(word) {
        return Some(end);
    }
    let Some((color, rest)) = side_word(word) else { return end_of_word(word, side) };
    let rest = rest.strip_prefix('の').unwrap_or(rest);
    match rest {
        "勝ち" if color != side => Some(End::Resignation),
        "負け" if color == side => Some(End::Resignation),
        "時間切れ" | "時間切れ負け" | "切れ負け" if color == side => {
            Some(End::TimeUp)
        }
        "反則負け" => Some(End::Foul { by: color }),
        "反則勝ち" => Some(End::Foul { by: color.opponent() }),
        _ => match end_of_word(rest, color) {
            Some(End::Declaration) if color == side => Some(End::Declaration),
            Some(End::WinByDefault) if color == side => Some(End::WinByDefault),
            Some(End::WinByDefault) => Some(End::LossByDefault),
            Some(End::LossByDefault) if color == side => Some(End::LossByDefault),
            Some(End::LossByDefault) => Some(End::WinByDefault),
            _ => None,
        },
    }
}

/// Returns the text of a summary after まで…手で for an end.
pub(crate) fn summary_of_end(
    end: End,
    side: Color,
    names: [&str; 2],
) -> Option<alloc::string::String> {
    let us = names[side.index()];
    let them = names[side.opponent().index()];
    Some(match end {
        End::Resignation => alloc::format!("{them}の勝ち"),
        End::TimeUp => alloc::format!("時間切れにより{them}の勝ち"),
        End::Foul { by } if by == side => alloc::format!("{us}の反則負け"),
        End::Foul { .. } => alloc::format!("{us}の反則勝ち"),
        End::Declaration => alloc::format!("{us}の入玉勝ち"),
        End::WinByDefault => alloc::format!("{us}の不戦勝"),
        End::LossByDefault => alloc::format!("{us}の不戦敗"),
        End::Checkmate => "詰み".into(),
        end => word_of_end(end, side)?.into(),
    })
}

/// Returns whether a reader would read this text of a summary as an unknown end word.
pub(crate) fn is_unknown_summary(word: &str, side: Color) -> bool {
    end_of_summary(word, side).is_none()
}
