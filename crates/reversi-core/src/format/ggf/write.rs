//! The writer of GGF.
use super::super::boardtext;
use super::error::{WriteGgfError, WriteGgfErrorKind as Kind};
use super::game::{Game, GameMove, GameResult};
use super::read::{READ, read_variant};
use crate::color::Color;
use crate::moves::Move;
use alloc::string::{String, ToString};
use core::fmt;

impl Game {
    /// Returns the text of the game. The reader gets the same game from the text.
    ///
    /// # Errors
    /// Returns [`WriteGgfError`] if GGF cannot represent a field of the game.
    ///
    /// ```
    /// use reversi_core::format::ggf::{self, WriteGgfErrorKind};
    /// let text = "(;BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *];)";
    /// let mut game: ggf::Game = text.parse()?;
    /// assert_eq!(game.to_text().unwrap().parse(), Ok(game.clone()));
    /// game.black = "a]".into();
    /// assert_eq!(game.to_text().unwrap_err().kind, WriteGgfErrorKind::Bracket { at: 1 });
    /// # Ok::<(), ggf::ParseGgfError>(())
    /// ```
    pub fn to_text(&self) -> Result<String, WriteGgfError> {
        self.check()?;
        Ok(self.to_string())
    }

    /// Returns an error if the reader would not get the same game from the text of the game.
    fn check(&self) -> Result<(), WriteGgfError> {
        let at = |tag| move |kind| WriteGgfError { tag: Some(tag), number: None, kind };
        check_value(&self.black).map_err(at("PB"))?;
        check_value(&self.white).map_err(at("PW"))?;
        check_value(self.time.as_deref().unwrap_or_default()).map_err(at("TI"))?;
        let variant = &self.variant;
        check_value(&variant.text).map_err(at("TY"))?;
        if read_variant(&variant.text).as_ref() != Ok(variant) {
            return Err(at("TY")(Kind::Variant));
        }
        check_number(self.result.map(|result| result.score)).map_err(at("RE"))?;
        check_number(self.komi).map_err(at("KM"))?;
        for (index, (name, value)) in self.other.iter().enumerate() {
            let other = |kind| WriteGgfError { tag: None, number: Some(index + 1), kind };
            if !is_name(name) {
                return Err(other(Kind::Name));
            }
            if READ.contains(&name.as_str()) {
                return Err(other(Kind::Reserved));
            }
            check_value(value).map_err(other)?;
        }
        if self.start.ply() > 0 {
            return Err(at("BO")(Kind::History));
        }
        self.check_moves()
    }

    /// Plays the moves.
    fn check_moves(&self) -> Result<(), WriteGgfError> {
        let mut position = self.start.clone();
        for (index, played) in self.moves.iter().enumerate() {
            let place = |kind| WriteGgfError { tag: Some("B"), number: Some(index + 1), kind };
            check_number(played.evaluation).map_err(place)?;
            check_number(played.seconds).map_err(place)?;
            if played.mv != Move::Pass && position.must_pass() {
                position.pass().map_err(|illegal| place(Kind::Illegal(illegal)))?;
            }
            position.play(played.mv).map_err(|illegal| place(Kind::Illegal(illegal)))?;
        }
        if position != self.position {
            return Err(WriteGgfError { tag: None, number: None, kind: Kind::Position });
        }
        Ok(())
    }
}

fn check_value(value: &str) -> Result<(), Kind> {
    value.find(']').map_or(Ok(()), |at| Err(Kind::Bracket { at }))
}

fn check_number(number: Option<f64>) -> Result<(), Kind> {
    if number.is_none_or(f64::is_finite) { Ok(()) } else { Err(Kind::Number) }
}

/// Whether a tag can have this name.
fn is_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphabetic())
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "(;GM[Othello]")?;
        for (name, value) in &self.other {
            if is_name(name) && !READ.contains(&name.as_str()) {
                write!(f, "{name}[{}]", Text(value))?;
            }
        }
        write!(f, "PB[{}]PW[{}]", Text(&self.black), Text(&self.white))?;
        if let Some(time) = &self.time {
            write!(f, "TI[{}]", Text(time))?;
        }
        let variant = &self.variant.text;
        let variant = if read_variant(variant).is_ok() { variant } else { "8" };
        write!(f, "TY[{}]RE[", Text(variant))?;
        match self.result.filter(|result| result.score.is_finite()) {
            None => write!(f, "?")?,
            Some(GameResult { score, end }) => {
                let short = alloc::format!("{score:+.3}");
                match short.parse() == Ok(score) {
                    true => f.write_str(&short)?,
                    false => write!(f, "{score:+}")?,
                }
                if let Some(end) = end {
                    write!(f, ":{}", end.letter())?;
                }
            }
        }
        write!(f, "]")?;
        if let Some(komi) = finite(self.komi) {
            write!(f, "KM[{komi}]")?;
        }
        let board = boardtext::display(&self.start).to_string().replace('X', "*");
        write!(f, "BO[8")?;
        for row in board.as_bytes()[..64].chunks(8) {
            write!(f, " {}", core::str::from_utf8(row).unwrap_or_default())?;
        }
        write!(f, " {}]", &board[65..])?;
        let mut position = self.start.clone();
        for GameMove { mv, evaluation, seconds } in &self.moves {
            if *mv != Move::Pass {
                // The pass is illegal if it is not forced. The position is then unchanged.
                let _ = position.pass();
            }
            let side = if position.side() == Color::Black { 'B' } else { 'W' };
            match mv {
                Move::Place(square) => write!(f, "{side}[{square}")?,
                Move::Pass => write!(f, "{side}[PA")?,
            }
            let (evaluation, seconds) = (finite(*evaluation), finite(*seconds));
            if let Some(evaluation) = evaluation {
                write!(f, "/{evaluation}")?;
            } else if seconds.is_some() {
                write!(f, "/")?;
            }
            if let Some(seconds) = seconds {
                write!(f, "/{seconds}")?;
            }
            write!(f, "]")?;
            // `moves` is a public field, so it may have an illegal move. Such a move does not
            // change the position.
            let _ = position.play(*mv);
        }
        write!(f, ";)")
    }
}

/// A string between brackets. GGF cannot represent `]` in such a string.
struct Text<'a>(&'a str);

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut pieces = self.0.split(']');
        f.write_str(pieces.next().unwrap_or_default())?;
        pieces.try_for_each(|piece| write!(f, "){piece}"))
    }
}

fn finite(number: Option<f64>) -> Option<f64> {
    number.filter(|number| number.is_finite())
}
