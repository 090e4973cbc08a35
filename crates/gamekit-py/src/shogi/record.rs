//! Game records in every format.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};
use shogi_core::format::encoding::Encoding;
use shogi_core::format::record::{self, Mode, ReadRecordError};
use shogi_core::format::{self, ContentKind, Format, samples};
use shogi_core::{Game, NodeId};

use super::moves::{PyMove, color_name};
use super::position::PyPosition;
use crate::errors::{Place, parse_error};

/// The record of a game, with its variations.
#[pyclass(name = "Record", module = "gamekit.shogi", frozen)]
#[derive(Clone, PartialEq, Eq)]
pub struct PyRecord {
    game: Game,
    format: Option<Format>,
    warnings: Vec<String>,
}

#[pymethods]
impl PyRecord {
    /// Makes a record from a start position and legal moves.
    #[new]
    #[pyo3(signature = (start = None, moves = None, fields = None))]
    fn new(
        start: Option<&PyPosition>,
        moves: Option<Vec<Bound<'_, PyAny>>>,
        fields: Option<Vec<(String, String)>>,
    ) -> PyResult<Self> {
        let start = start.map_or_else(Default::default, |start| start.position.clone());
        let mut builder = shogi_core::GameBuilder::new(start);
        for value in moves.unwrap_or_default() {
            let found = match value.cast::<PyMove>() {
                Ok(found) => found.get().0,
                Err(_) => {
                    let text: &str = value.extract()?;
                    let read = builder.position().parse_move(text);
                    read.map_err(|error| crate::errors::illegal_move(format!("{text:?}: {error}")))?
                }
            };
            builder.play(found).map_err(crate::errors::illegal_move)?;
        }
        let mut game = builder.finish();
        for (name, value) in fields.unwrap_or_default() {
            game.add_field(&name, &value);
        }
        Ok(Self { game, format: None, warnings: Vec::new() })
    }

    /// The format that the record was read from, such as "kif", or None.
    #[getter]
    fn format(&self) -> Option<&'static str> {
        self.format.map(Format::name)
    }

    /// What the lenient reader skipped, replaced or doubted.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.warnings.clone()
    }

    /// The header fields, as pairs of a name and a value.
    #[getter]
    fn fields(&self) -> Vec<(String, String)> {
        self.game.fields().map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
    }

    /// The value of a header field, or None.
    fn field(&self, name: &str) -> Option<String> {
        self.game.field(name).map(str::to_owned)
    }

    /// The position before the first move.
    #[getter]
    fn start(&self) -> PyPosition {
        PyPosition::new_at(self.game.start().clone())
    }

    /// The moves of the main line.
    #[getter]
    fn moves(&self) -> Vec<PyMove> {
        self.game.moves().map(PyMove).collect()
    }

    /// The comments of the main line: the comment before the first move, then one per move. A move
    /// without a comment has None.
    #[getter]
    fn comments(&self) -> Vec<Option<String>> {
        let comment = |id| self.game.comment(id).map(str::to_owned);
        std::iter::once(comment(NodeId::ROOT)).chain(self.move_nodes().map(comment)).collect()
    }

    /// The seconds that each move of the main line took, or None where the record has no time.
    #[getter]
    fn seconds(&self) -> Vec<Option<f64>> {
        let seconds = |id| self.game.time(id).map(|time| time.spent.as_secs_f64());
        self.move_nodes().map(seconds).collect()
    }

    /// The outcome of the game as a text, such as "black wins by resignation".
    #[getter]
    fn outcome(&self) -> String {
        self.game.outcome().to_string()
    }

    /// The winner: "black", "white", or None for a draw or an unfinished game.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        self.game.outcome().winner().map(color_name)
    }

    /// The positions of the main line: the start, then the position after each move.
    fn positions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        let mut position = self.game.start().clone();
        list.append(Py::new(py, PyPosition::new_at(position.clone()))?)?;
        for m in self.game.moves() {
            position = position.after(m);
            list.append(Py::new(py, PyPosition::new_at(position.clone()))?)?;
        }
        Ok(list)
    }

    /// Writes the record as a text in a format: "kif", "ki2", "csa", "jkf", "usi" or "bod". Returns the
    /// text and a list of what the format cannot hold.
    fn write(&self, format: &str) -> PyResult<(String, Vec<String>)> {
        let written = self.written(format)?;
        Ok((written.text, written.losses.iter().map(ToString::to_string).collect()))
    }

    /// Writes the record as bytes in an encoding: "utf-8", "shift_jis" or "euc-jp".
    #[pyo3(signature = (format, encoding = "utf-8"))]
    fn to_bytes<'py>(
        &self,
        py: Python<'py>,
        format: &str,
        encoding: &str,
    ) -> PyResult<(Bound<'py, PyBytes>, Vec<String>)> {
        let to = match encoding.to_ascii_lowercase().as_str() {
            "utf-8" | "utf8" => Encoding::Utf8,
            "shift_jis" | "sjis" | "cp932" => Encoding::ShiftJis,
            "euc-jp" | "euc_jp" => Encoding::EucJp,
            _ => {
                let message = format!(
                    "encoding is {encoding:?}, expected \"utf-8\", \"shift_jis\" or \"euc-jp\""
                );
                return Err(PyValueError::new_err(message));
            }
        };
        let (bytes, losses) = self
            .written(format)?
            .into_bytes(to)
            .map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok((PyBytes::new(py, &bytes), losses.iter().map(ToString::to_string).collect()))
    }

    /// Training samples of the game as HCPE ("hcpe") or PSV ("psv") bytes: one record per position of the
    /// main line that has a next move. The evaluations are those in the comments of engines, or 0. A game
    /// without a result or with an invalid position is a ValueError.
    #[pyo3(signature = (format = "hcpe"))]
    fn samples<'py>(&self, py: Python<'py>, format: &str) -> PyResult<Bound<'py, PyBytes>> {
        let format = match format {
            "hcpe" => Format::Hcpe,
            "psv" => Format::Psv,
            _ => {
                return Err(PyValueError::new_err(format!(
                    "format is {format:?}, expected \"hcpe\" or \"psv\""
                )));
            }
        };
        let failed = |error: &dyn std::fmt::Display| PyValueError::new_err(error.to_string());
        let found = samples::of_game(&self.game).map_err(|error| failed(&error))?;
        let mut writer =
            samples::SampleWriter::new(format, Vec::new()).expect("a format of samples");
        for (number, sample) in (1..).zip(found) {
            writer.write(&sample).map_err(|error| failed(&format!("move {number}: {error}")))?;
        }
        Ok(PyBytes::new(py, &writer.finish()?))
    }

    fn __len__(&self) -> usize {
        self.game.moves().count()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().game == self.game)
    }

    fn __repr__(&self) -> String {
        format!("<Record: {} moves, {}>", self.game.moves().count(), self.game.outcome())
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<(Py<PyAny>, (Py<PyBytes>,))> {
        let written = record::write(Format::Kif, &self.game).expect("KIF is a format of games");
        let from_kif = py.get_type::<Self>().getattr("_from_kif")?;
        Ok((from_kif.unbind(), (PyBytes::new(py, written.text.as_bytes()).unbind(),)))
    }

    #[staticmethod]
    fn _from_kif(text: &[u8]) -> PyResult<Self> {
        let mut records = read(text, Some(Format::Kif), Mode::Lenient)?;
        match records.pop() {
            Some(Ok(record)) => Ok(record),
            Some(Err(error)) => Err(to_python(&error)),
            None => Err(PyValueError::new_err("no game")),
        }
    }
}

impl PyRecord {
    fn move_nodes(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.game
            .main_line()
            .filter(|&id| matches!(self.game.step(id), Some(shogi_core::Step::Move(_))))
    }

    fn written(&self, name: &str) -> PyResult<record::Written> {
        let format = format_of(name)?;
        record::write(format, &self.game)
            .ok_or_else(|| PyValueError::new_err(format!("{name} is not a format of game records")))
    }
}

fn format_of(name: &str) -> PyResult<Format> {
    name.parse().map_err(|_| {
        let names: Vec<&str> = Format::ALL.iter().map(|format| format.name()).collect();
        PyValueError::new_err(format!(
            "{name:?} is not a format, expected one of {}",
            names.join(", ")
        ))
    })
}

fn to_python(error: &ReadRecordError) -> PyErr {
    let place = Place {
        line: Some(error.line),
        column: Some(error.column),
        game: Some(error.game),
        ..Place::default()
    };
    parse_error(error, place)
}

fn read(
    bytes: &[u8],
    format: Option<Format>,
    mode: Mode,
) -> PyResult<Vec<Result<PyRecord, ReadRecordError>>> {
    let format = match format.or_else(|| format::detect(bytes)) {
        Some(format) => format,
        None => {
            let what = format::appearance(bytes);
            let what =
                what.map_or_else(Default::default, |what| format!(": this appears to be {what}"));
            return Err(parse_error(format!("not a game record{what}"), Place::default()));
        }
    };
    if format.content() != ContentKind::Games {
        return Err(parse_error(
            format!("{format} is not a format of game records"),
            Place::default(),
        ));
    }
    let games = record::read(format, bytes, mode).map_err(|error| to_python(&error))?;
    Ok(games
        .into_iter()
        .map(|read| {
            read.map(|read| PyRecord {
                game: read.game,
                format: Some(format),
                warnings: read.warnings.iter().map(ToString::to_string).collect(),
            })
        })
        .collect())
}

/// Reads all games of a record, from a path or from bytes. The format and the encoding are detected.
///
/// With `strict=True` the first deviation from the format is an error. Otherwise, each record has a list of
/// `warnings`. With `errors="skip"`, games that cannot be read are left out, and their messages are added
/// to the dictionary `skipped` by the number of the game.
#[pyfunction]
#[pyo3(signature = (source, format = None, strict = false, errors = "raise", skipped = None))]
pub fn read_records(
    py: Python<'_>,
    source: &Bound<'_, PyAny>,
    format: Option<&str>,
    strict: bool,
    errors: &str,
    skipped: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<PyRecord>> {
    if !matches!(errors, "raise" | "skip") {
        return Err(PyValueError::new_err(format!(
            "errors is {errors:?}, expected \"raise\" or \"skip\""
        )));
    }
    let format = format.map(format_of).transpose()?;
    let mode = if strict { Mode::Strict } else { Mode::Lenient };
    let bytes = source_bytes(source)?;
    let games = py.detach(|| read(&bytes, format, mode))?;
    let mut records = Vec::with_capacity(games.len());
    for (number, game) in (1..).zip(games) {
        match game {
            Ok(record) => records.push(record),
            Err(error) if errors == "skip" => {
                if let Some(skipped) = skipped {
                    skipped.set_item::<u32, _>(number, error.to_string())?;
                }
            }
            Err(error) => return Err(to_python(&error)),
        }
    }
    Ok(records)
}

/// Returns the bytes of a source: bytes themselves, or a file whose path is given.
pub fn source_bytes(source: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    if let Ok(bytes) = source.cast::<PyBytes>() {
        return Ok(bytes.as_bytes().to_vec());
    }
    let Ok(path) = source.extract::<std::path::PathBuf>() else {
        return Err(PyTypeError::new_err("expected a path or bytes"));
    };
    std::fs::read(&path).map_err(|error| {
        let error: PyErr = error.into();
        Python::attach(|py| {
            let _ = error.value(py).setattr("filename", path.to_string_lossy());
        });
        error
    })
}
