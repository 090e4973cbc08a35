use alloc::string::String;

use crate::format::report::RecordErrorKind;
use crate::piece::PieceKind;
use crate::square::Square;

/// The parts of a move name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ParsedName {
    /// The target square; `None` for 同.
    pub(crate) target: Option<Square>,
    /// The kind of the piece before the move, without a promotion by the move.
    pub(crate) kind: PieceKind,
    pub(crate) found: Found,
    /// `Some(true)` for 成, `Some(false)` for 不成, and `None` if the name has neither word.
    pub(crate) promote: Option<bool>,
    /// Whether the name has 打 or the origin `(00)`.
    pub(crate) drop: bool,
    pub(crate) origin: Option<Square>,
}

/// The direction of a move, from the mover's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Motion {
    Up,
    Level,
    Down,
}

impl Motion {
    pub(super) const fn word(self) -> char {
        match self {
            Self::Up => '上',
            Self::Level => '寄',
            Self::Down => '引',
        }
    }
}

/// The origin of a move relative to the other candidates or to the target square, from the mover's
/// point of view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Side {
    Left,
    Straight,
    Right,
}

impl Side {
    pub(super) const fn word(self) -> char {
        match self {
            Self::Left => '左',
            Self::Straight => '直',
            Self::Right => '右',
        }
    }
}

/// The words and the origin square that identify the moving piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Found {
    pub(crate) motion: Option<Motion>,
    pub(crate) side: Option<Side>,
}

type Fault = (usize, RecordErrorKind);

impl ParsedName {
    /// Reads the move name at the beginning of a text. Also returns its length in bytes. An error
    /// has the byte offset of the fault.
    #[inline]
    pub(crate) fn parse(text: &str) -> Result<(Self, usize), Fault> {
        let mut at = 0;
        let target = match parse_square(text) {
            Some((square, len)) => {
                at += len;
                Some(square)
            }
            None if text.starts_with('同') => {
                at += '同'.len_utf8();
                at += blanks(&text[at..]);
                None
            }
            None => return Err((0, RecordErrorKind::Expected("a square such as ７六, or 同"))),
        };
        let Some((kind, len)) = kanji_kind(&text[at..]) else {
            return Err((at, RecordErrorKind::Expected("a piece")));
        };
        at += len;
        let mut words = Self {
            target,
            kind,
            found: Found::default(),
            promote: None,
            drop: false,
            origin: None,
        };
        loop {
            let rest = &text[at..];
            let Some(c) = rest.chars().next() else { break };
            match c {
                '(' => {
                    at += words.origin(rest, at)?;
                    break;
                }
                '成' => words.promote = Some(true),
                '不' | '生' => {
                    if c == '不' {
                        let Some(behind) = rest[3..].strip_prefix('成') else {
                            return Err((at + 3, RecordErrorKind::Expected("成")));
                        };
                        at = text.len() - behind.len() - c.len_utf8();
                    }
                    words.promote = Some(false);
                }
                '打' => words.drop = true,
                '上' | '行' | '入' => words.found.motion = Some(Motion::Up),
                '寄' => words.found.motion = Some(Motion::Level),
                '引' => words.found.motion = Some(Motion::Down),
                '左' => words.found.side = Some(Side::Left),
                '右' => words.found.side = Some(Side::Right),
                '直' => words.found.side = Some(Side::Straight),
                ' ' | '　' if target_blank(rest) => {}
                _ => break,
            }
            at += c.len_utf8();
        }
        Ok((words, at))
    }

    /// Reads an origin square such as `(77)`, or `(00)` for a drop. Returns its length in bytes.
    #[inline]
    fn origin(&mut self, rest: &str, at: usize) -> Result<usize, Fault> {
        const EXPECTED: RecordErrorKind = RecordErrorKind::Expected("an origin such as (77)");
        match *rest.as_bytes() {
            [_, b'0', b'0', b')', ..] => self.drop = true,
            [_, file @ b'1'..=b'9', rank @ b'1'..=b'9', b')', ..] => {
                self.origin = Square::new(file - b'0', rank - b'0');
            }
            // The parenthesis is not an origin square but a time, after a name without an origin
            // square.
            [_, b' ' | b'0'..=b'9', ..] if rest.contains(':') => return Ok(0),
            _ => return Err((at, EXPECTED)),
        }
        Ok(4)
    }
}

/// Returns whether the text is spaces before an origin square, as in `同銀　(31)`.
fn target_blank(rest: &str) -> bool {
    rest.trim_start_matches([' ', '　'])
        .as_bytes()
        .get(..4)
        .is_some_and(|next| matches!(next, [b'(', b'0'..=b'9', b'0'..=b'9', b')']))
}

fn blanks(text: &str) -> usize {
    text.len() - text.trim_start_matches([' ', '　']).len()
}

/// Returns the value of a digit from 1 to 9: ASCII, full-width or Japanese.
pub(crate) const fn digit(c: char) -> Option<u8> {
    match c {
        '1'..='9' => Some(c as u8 - b'0'),
        '１'..='９' => Some((c as u32 - '１' as u32) as u8 + 1),
        '一' => Some(1),
        '二' => Some(2),
        '三' => Some(3),
        '四' => Some(4),
        '五' => Some(5),
        '六' => Some(6),
        '七' => Some(7),
        '八' => Some(8),
        '九' => Some(9),
        _ => None,
    }
}

/// Reads a square at the beginning of a text: `７六`, `76` or `７６`. Also returns its length in bytes.
#[inline]
pub(crate) fn parse_square(text: &str) -> Option<(Square, usize)> {
    let mut chars = text.chars();
    let file = digit(chars.next()?)?;
    let rank = digit(chars.next()?)?;
    Some((Square::new(file, rank)?, text.len() - chars.as_str().len()))
}

/// Reads a piece at the beginning of a text. Also returns its length in bytes.
#[inline]
pub(crate) fn kanji_kind(text: &str) -> Option<(PieceKind, usize)> {
    let mut chars = text.chars();
    let kind = match chars.next()? {
        '歩' => PieceKind::Pawn,
        '香' => PieceKind::Lance,
        '桂' => PieceKind::Knight,
        '銀' => PieceKind::Silver,
        '金' => PieceKind::Gold,
        '角' => PieceKind::Bishop,
        '飛' => PieceKind::Rook,
        '玉' | '王' => PieceKind::King,
        'と' => PieceKind::Tokin,
        '杏' | '仝' => PieceKind::ProLance,
        '圭' | '今' => PieceKind::ProKnight,
        '全' => PieceKind::ProSilver,
        '馬' => PieceKind::Horse,
        '龍' | '竜' => PieceKind::Dragon,
        '成' => match chars.next()? {
            '香' => PieceKind::ProLance,
            '桂' => PieceKind::ProKnight,
            '銀' => PieceKind::ProSilver,
            '歩' => PieceKind::Tokin,
            '角' => PieceKind::Horse,
            '飛' => PieceKind::Dragon,
            _ => return None,
        },
        _ => return None,
    };
    Some((kind, text.len() - chars.as_str().len()))
}

/// Returns the name of a piece in move names.
pub(crate) const fn kind_name(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::Pawn => "歩",
        PieceKind::Lance => "香",
        PieceKind::Knight => "桂",
        PieceKind::Silver => "銀",
        PieceKind::Gold => "金",
        PieceKind::Bishop => "角",
        PieceKind::Rook => "飛",
        PieceKind::King => "玉",
        PieceKind::Tokin => "と",
        PieceKind::ProLance => "成香",
        PieceKind::ProKnight => "成桂",
        PieceKind::ProSilver => "成銀",
        PieceKind::Horse => "馬",
        PieceKind::Dragon => "龍",
    }
}

/// Appends a square such as `７六`.
pub(crate) fn push_square(text: &mut String, square: Square) {
    const FILES: [&str; 9] = ["１", "２", "３", "４", "５", "６", "７", "８", "９"];
    text.push_str(FILES[usize::from(square.file()) - 1]);
    text.push_str(RANKS[usize::from(square.rank()) - 1]);
}

pub(crate) const RANKS: [&str; 9] = ["一", "二", "三", "四", "五", "六", "七", "八", "九"];
