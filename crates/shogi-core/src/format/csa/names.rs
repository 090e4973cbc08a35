use crate::color::Color;
use crate::game::{End, field};
use crate::piece::PieceKind;

/// Returns the kind of a CSA piece name: `FU`, `TO`.
#[must_use]
pub const fn csa_kind(name: [u8; 2]) -> Option<PieceKind> {
    const FU: u16 = u16::from_be_bytes(*b"FU");
    const KY: u16 = u16::from_be_bytes(*b"KY");
    const KE: u16 = u16::from_be_bytes(*b"KE");
    const GI: u16 = u16::from_be_bytes(*b"GI");
    const KI: u16 = u16::from_be_bytes(*b"KI");
    const KA: u16 = u16::from_be_bytes(*b"KA");
    const HI: u16 = u16::from_be_bytes(*b"HI");
    const OU: u16 = u16::from_be_bytes(*b"OU");
    const TO: u16 = u16::from_be_bytes(*b"TO");
    const NY: u16 = u16::from_be_bytes(*b"NY");
    const NK: u16 = u16::from_be_bytes(*b"NK");
    const NG: u16 = u16::from_be_bytes(*b"NG");
    const UM: u16 = u16::from_be_bytes(*b"UM");
    const RY: u16 = u16::from_be_bytes(*b"RY");
    Some(match u16::from_be_bytes(name) {
        FU => PieceKind::Pawn,
        KY => PieceKind::Lance,
        KE => PieceKind::Knight,
        GI => PieceKind::Silver,
        KI => PieceKind::Gold,
        KA => PieceKind::Bishop,
        HI => PieceKind::Rook,
        OU => PieceKind::King,
        TO => PieceKind::Tokin,
        NY => PieceKind::ProLance,
        NK => PieceKind::ProKnight,
        NG => PieceKind::ProSilver,
        UM => PieceKind::Horse,
        RY => PieceKind::Dragon,
        _ => return None,
    })
}

/// Returns the CSA name of a kind.
#[must_use]
pub const fn csa_name(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::Pawn => "FU",
        PieceKind::Lance => "KY",
        PieceKind::Knight => "KE",
        PieceKind::Silver => "GI",
        PieceKind::Gold => "KI",
        PieceKind::Bishop => "KA",
        PieceKind::Rook => "HI",
        PieceKind::King => "OU",
        PieceKind::Tokin => "TO",
        PieceKind::ProLance => "NY",
        PieceKind::ProKnight => "NK",
        PieceKind::ProSilver => "NG",
        PieceKind::Horse => "UM",
        PieceKind::Dragon => "RY",
    }
}

/// Returns the end that a CSA keyword (without `%`) means if `side` is to move.
pub(crate) fn end_of_word(word: &str, side: Color) -> Option<End> {
    Some(match word {
        "TORYO" => End::Resignation,
        "TSUMI" => End::Checkmate,
        "FUZUMI" => End::NoMate,
        "TIME_UP" => End::TimeUp,
        "ILLEGAL_MOVE" => End::Foul { by: side },
        "+ILLEGAL_ACTION" => End::Foul { by: Color::Black },
        "-ILLEGAL_ACTION" => End::Foul { by: Color::White },
        "SENNICHITE" => End::Repetition,
        "JISHOGI" => End::Impasse,
        "KACHI" => End::Declaration,
        "HIKIWAKE" => End::Draw,
        "MAX_MOVES" => End::MaxMoves,
        "FUSENSHO" => End::WinByDefault,
        "FUSENPAI" => End::LossByDefault,
        "CHUDAN" => End::Interruption,
        "FUJITE" => End::SealedMove,
        "MATTA" => End::TakeBack,
        "ERROR" => End::Error,
        _ => return None,
    })
}

/// Returns the CSA keyword for an end if `side` is to move. Returns `None` for [`End::Other`].
pub(crate) fn word_of_end(end: End, side: Color) -> Option<&'static str> {
    Some(match end {
        End::Resignation => "TORYO",
        End::Checkmate => "TSUMI",
        End::NoMate => "FUZUMI",
        End::TimeUp => "TIME_UP",
        End::Foul { by } if by == side => "ILLEGAL_MOVE",
        End::Foul { by: Color::Black } => "+ILLEGAL_ACTION",
        End::Foul { by: Color::White } => "-ILLEGAL_ACTION",
        End::Repetition => "SENNICHITE",
        End::Impasse => "JISHOGI",
        End::Declaration => "KACHI",
        End::Draw => "HIKIWAKE",
        End::MaxMoves => "MAX_MOVES",
        End::WinByDefault => "FUSENSHO",
        End::LossByDefault => "FUSENPAI",
        End::Interruption => "CHUDAN",
        End::SealedMove => "FUJITE",
        End::TakeBack => "MATTA",
        End::Error => "ERROR",
        End::Other => return None,
    })
}

/// Maps CSA keywords to header fields with the same meaning.
pub(crate) const KEYWORDS: [(&str, &str); 8] = [
    ("$EVENT", field::EVENT),
    ("$SITE", field::SITE),
    ("$START_TIME", field::START_TIME),
    ("$END_TIME", field::END_TIME),
    ("$TIME_LIMIT", field::TIME_LIMIT),
    ("$OPENING", field::OPENING),
    ("$MAX_MOVES", field::MAX_MOVES),
    ("$NOTE", field::NOTE),
];
