//! Arrays of packed positions and training records. The functions read and write buffers that the Python
//! wrappers allocate.

use numpy::{PyArray1, PyReadonlyArray1, PyReadwriteArray1, PyReadwriteArrayDyn};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyList;
use shogi_core::Position;
use shogi_core::features::{self, BOARD_PLANES, HAND_PLANES, LABELS, PLANE};
use shogi_core::format::packed::{
    Annotation, GameResult, Hcp, Hcpe, PackedSfen, PackedSfenValue, Record,
};

use crate::batch::{self, CHUNK, check_len};
use crate::errors::element_error;

const BOARD: usize = BOARD_PLANES * PLANE;
const HANDS: usize = HAND_PLANES * PLANE;

/// A layout of records in an array.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Layout {
    Hcp,
    PackedSfen,
    Hcpe,
    Psv,
}

/// A decoded record. Bare positions have no annotation.
struct Decoded {
    position: Position,
    annotation: Option<Annotation>,
}

impl Layout {
    fn parse(name: &str) -> PyResult<Self> {
        Ok(match name {
            "hcp" => Self::Hcp,
            "psfen" => Self::PackedSfen,
            "hcpe" => Self::Hcpe,
            "psv" => Self::Psv,
            _ => {
                let message = format!(
                    "{name:?} is not a layout, expected \"hcp\", \"psfen\", \"hcpe\" or \"psv\""
                );
                return Err(PyValueError::new_err(message));
            }
        })
    }

    const fn size(self) -> usize {
        match self {
            Self::Hcp | Self::PackedSfen => 32,
            Self::Hcpe => Hcpe::SIZE,
            Self::Psv => PackedSfenValue::SIZE,
        }
    }

    /// Decodes the move, the evaluation and the result. The board is not decoded.
    fn annotation(self, bytes: &[u8]) -> Result<Option<Annotation>, String> {
        let found = match self {
            Self::Hcp | Self::PackedSfen => return Ok(None),
            Self::Hcpe => Hcpe::from_slice(bytes).expect("the size of a record").annotation(),
            Self::Psv => {
                PackedSfenValue::from_slice(bytes).expect("the size of a record").annotation()
            }
        };
        found.map(Some).map_err(|error| error.to_string())
    }

    fn decode(self, bytes: &[u8]) -> Result<Decoded, String> {
        let bare = |position| Decoded { position, annotation: None };
        let text = |error: &dyn std::fmt::Display| error.to_string();
        let packed = || <[u8; 32]>::try_from(bytes).expect("32 bytes");
        match self {
            Self::Hcp => Hcp::from_bytes(packed()).decode().map(bare).map_err(|e| text(&e)),
            Self::PackedSfen => {
                PackedSfen::from_bytes(packed()).decode().map(bare).map_err(|e| text(&e))
            }
            Self::Hcpe => sample::<Hcpe>(bytes),
            Self::Psv => sample::<PackedSfenValue>(bytes),
        }
    }
}

fn sample<T: Record>(bytes: &[u8]) -> Result<Decoded, String> {
    let record = T::from_slice(bytes).expect("the size of a record");
    let sample = record.sample().map_err(|error| error.to_string())?;
    let annotation = Annotation {
        side: sample.position.side(),
        best: sample.best,
        eval: sample.eval,
        result: sample.result,
    };
    Ok(Decoded { position: sample.position, annotation: Some(annotation) })
}

/// The value of a result for the side to move: 1, 0.5 or 0.
fn result_value(annotation: &Annotation) -> f32 {
    match annotation.result {
        GameResult::Won(side) if side == annotation.side => 1.0,
        GameResult::Won(_) => 0.0,
        GameResult::Draw => 0.5,
    }
}

/// The part of the output arrays that belongs to one task.
struct Task<'a> {
    first: usize,
    records: &'a [u8],
    features1: Option<&'a mut [f32]>,
    features2: Option<&'a mut [f32]>,
    labels: Option<&'a mut [i64]>,
    results: Option<&'a mut [f32]>,
    evals: Option<&'a mut [i16]>,
    masks: Option<&'a mut [u8]>,
}

impl Task<'_> {
    fn run(mut self, layout: Layout) -> Result<(), batch::Fault> {
        for (offset, bytes) in self.records.chunks_exact(layout.size()).enumerate() {
            let index = self.first + offset;
            let fault = |message: String| (index, message);
            let needs_board =
                self.features1.is_some() || self.features2.is_some() || self.masks.is_some();
            let annotation = if needs_board || self.is_bare() {
                let decoded = layout.decode(bytes).map_err(fault)?;
                self.write_board(offset, &decoded.position);
                decoded.annotation
            } else {
                layout.annotation(bytes).map_err(fault)?
            };
            self.write_annotation(offset, annotation).map_err(fault)?;
        }
        Ok(())
    }

    /// Whether no output is wanted, so that the call only validates the records.
    fn is_bare(&self) -> bool {
        self.labels.is_none() && self.results.is_none() && self.evals.is_none()
    }

    fn write_board(&mut self, offset: usize, position: &Position) {
        if let Some(out) = &mut self.features1 {
            let planes = out[offset * BOARD..].first_chunk_mut::<BOARD>().expect("checked");
            features::board_planes(position, as_planes(planes));
        }
        if let Some(out) = &mut self.features2 {
            let planes = out[offset * HANDS..].first_chunk_mut::<HANDS>().expect("checked");
            features::hand_planes(position, as_planes(planes));
        }
        if let Some(out) = &mut self.masks {
            let mask = out[offset * LABELS..].first_chunk_mut::<LABELS>().expect("checked");
            features::legal_mask(position, mask);
        }
    }

    fn write_annotation(
        &mut self,
        offset: usize,
        annotation: Option<Annotation>,
    ) -> Result<(), String> {
        if self.is_bare() {
            return Ok(());
        }
        let found = annotation.ok_or("the record has no move and no result")?;
        if let Some(out) = &mut self.labels {
            let best = found.best.ok_or("the record has no move")?;
            out[offset] = i64::from(features::label(found.side, best));
        }
        if let Some(out) = &mut self.results {
            out[offset] = result_value(&found);
        }
        if let Some(out) = &mut self.evals {
            out[offset] = found.eval;
        }
        Ok(())
    }
}

/// Returns `planes` as `P` planes of 81 squares.
fn as_planes<const N: usize, const P: usize>(planes: &mut [f32; N]) -> &mut [[f32; PLANE]; P] {
    planes.as_chunks_mut::<PLANE>().0.try_into().expect("a multiple of 81")
}

fn slice<'a, T: numpy::Element>(
    name: &str,
    array: &'a mut Option<PyReadwriteArrayDyn<'_, T>>,
    expected: usize,
) -> PyResult<Option<&'a mut [T]>> {
    let Some(array) = array else { return Ok(None) };
    let slice = array
        .as_slice_mut()
        .map_err(|_| PyValueError::new_err(format!("{name} is not contiguous in C order")))?;
    check_len(name, slice.len(), expected)?;
    Ok(Some(slice))
}

/// Takes the next `count` elements of an output.
fn next<'a, T>(rest: &mut Option<&'a mut [T]>, count: usize) -> Option<&'a mut [T]> {
    let slice = rest.take()?;
    let (first, after) = slice.split_at_mut(count.min(slice.len()));
    *rest = Some(after);
    Some(first)
}

/// Decodes records into the given arrays.
#[pyfunction]
#[pyo3(signature = (records, layout, features1, features2, labels, results, evals, masks, threads))]
#[allow(clippy::too_many_arguments)] // The Python wrapper has keywords.
fn decode(
    py: Python<'_>,
    records: PyReadonlyArray1<'_, u8>,
    layout: &str,
    mut features1: Option<PyReadwriteArrayDyn<'_, f32>>,
    mut features2: Option<PyReadwriteArrayDyn<'_, f32>>,
    mut labels: Option<PyReadwriteArrayDyn<'_, i64>>,
    mut results: Option<PyReadwriteArrayDyn<'_, f32>>,
    mut evals: Option<PyReadwriteArrayDyn<'_, i16>>,
    mut masks: Option<PyReadwriteArrayDyn<'_, u8>>,
    threads: Option<usize>,
) -> PyResult<()> {
    let layout = Layout::parse(layout)?;
    let records = bytes_of(&records, layout)?;
    let count = records.len() / layout.size();
    let mut features1 = slice("features1", &mut features1, count * BOARD)?;
    let mut features2 = slice("features2", &mut features2, count * HANDS)?;
    let mut labels = slice("labels", &mut labels, count)?;
    let mut results = slice("results", &mut results, count)?;
    let mut evals = slice("evals", &mut evals, count)?;
    let mut masks = slice("masks", &mut masks, count * LABELS)?;
    let mut tasks = Vec::with_capacity(count / CHUNK + 1);
    for (index, records) in records.chunks(CHUNK * layout.size()).enumerate() {
        let size = records.len() / layout.size();
        tasks.push(Task {
            first: index * CHUNK,
            records,
            features1: next(&mut features1, size * BOARD),
            features2: next(&mut features2, size * HANDS),
            labels: next(&mut labels, size),
            results: next(&mut results, size),
            evals: next(&mut evals, size),
            masks: next(&mut masks, size * LABELS),
        });
    }
    batch::run(py, threads, tasks, |task| task.run(layout))
}

fn bytes_of<'a>(records: &'a PyReadonlyArray1<'_, u8>, layout: Layout) -> PyResult<&'a [u8]> {
    let bytes =
        records.as_slice().map_err(|_| PyValueError::new_err("records are not contiguous"))?;
    if bytes.len() % layout.size() != 0 {
        let message = format!("{} bytes are not a multiple of {}", bytes.len(), layout.size());
        return Err(PyValueError::new_err(message));
    }
    Ok(bytes)
}

/// Returns the legal moves of all records: the words of the moves, and the offset of each record's moves.
#[pyfunction]
#[pyo3(signature = (records, layout, threads))]
fn legal_moves<'py>(
    py: Python<'py>,
    records: PyReadonlyArray1<'py, u8>,
    layout: &str,
    threads: Option<usize>,
) -> PyResult<(Bound<'py, PyArray1<u32>>, Bound<'py, PyArray1<i64>>)> {
    let layout = Layout::parse(layout)?;
    let bytes = bytes_of(&records, layout)?;
    let count = bytes.len() / layout.size();
    let mut lists: Vec<(Vec<u32>, Vec<u32>)> = Vec::new();
    lists.resize_with(count.div_ceil(CHUNK), Default::default);
    let tasks: Vec<_> = bytes.chunks(CHUNK * layout.size()).zip(&mut lists).enumerate().collect();
    batch::run(py, threads, tasks, |(index, (records, (words, counts)))| {
        for (offset, bytes) in records.chunks_exact(layout.size()).enumerate() {
            let decoded =
                layout.decode(bytes).map_err(|message| (index * CHUNK + offset, message))?;
            let list = decoded.position.legal_moves();
            counts.push(list.len() as u32);
            words.extend(list.iter().map(shogi_core::Move::bits));
        }
        Ok(())
    })?;
    let mut offsets = Vec::with_capacity(count + 1);
    let mut total = 0i64;
    offsets.push(total);
    for length in lists.iter().flat_map(|(_, counts)| counts) {
        total += i64::from(*length);
        offsets.push(total);
    }
    let mut words = Vec::with_capacity(total as usize);
    lists.iter().for_each(|(found, _)| words.extend_from_slice(found));
    Ok((PyArray1::from_vec(py, words), PyArray1::from_vec(py, offsets)))
}

/// Packs SFENs into an array of 32 bytes each.
#[pyfunction]
fn pack(
    py: Python<'_>,
    sfens: &Bound<'_, PyList>,
    layout: &str,
    mut out: PyReadwriteArray1<'_, u8>,
    threads: Option<usize>,
) -> PyResult<()> {
    let layout = Layout::parse(layout)?;
    let texts: Vec<String> = sfens
        .iter()
        .enumerate()
        .map(|(index, text)| text.extract().map_err(|_| element_error(index, "not a text")))
        .collect::<PyResult<_>>()?;
    let out = out.as_slice_mut().map_err(|_| PyValueError::new_err("out is not contiguous"))?;
    check_len("out", out.len(), 32 * texts.len())?;
    let tasks: Vec<_> = texts.chunks(CHUNK).zip(out.chunks_mut(32 * CHUNK)).enumerate().collect();
    batch::run(py, threads, tasks, |(index, (texts, out))| {
        for (offset, (text, out)) in texts.iter().zip(out.as_chunks_mut::<32>().0).enumerate() {
            let fault = |message: String| (index * CHUNK + offset, message);
            let text = text.strip_prefix("sfen ").unwrap_or(text);
            let position: Position = match text.parse() {
                Ok(position) => position,
                Err(error) => {
                    let error: shogi_core::format::sfen::ParseSfenError = error;
                    return Err(fault(error.to_string()));
                }
            };
            *out = match layout {
                Layout::Hcp => Hcp::encode(&position).map(Hcp::to_bytes),
                _ => PackedSfen::encode(&position).map(PackedSfen::to_bytes),
            }
            .map_err(|error| fault(error.to_string()))?;
        }
        Ok(())
    })
}

/// Returns the SFENs of records.
#[pyfunction]
fn unpack(
    py: Python<'_>,
    records: PyReadonlyArray1<'_, u8>,
    layout: &str,
    threads: Option<usize>,
) -> PyResult<Vec<String>> {
    let layout = Layout::parse(layout)?;
    let bytes = bytes_of(&records, layout)?;
    let mut texts = vec![String::new(); bytes.len() / layout.size()];
    let chunks = bytes.chunks(CHUNK * layout.size());
    let tasks: Vec<_> = chunks.zip(texts.chunks_mut(CHUNK)).enumerate().collect();
    batch::run(py, threads, tasks, |(index, (records, texts))| {
        let records = records.chunks_exact(layout.size());
        for (offset, (bytes, text)) in records.zip(texts).enumerate() {
            let decoded =
                layout.decode(bytes).map_err(|message| (index * CHUNK + offset, message))?;
            *text = decoded.position.to_string();
        }
        Ok(())
    })?;
    Ok(texts)
}

/// Writes the planes of one position.
#[pyfunction]
fn planes(
    position: &super::position::PyPosition,
    mut features1: PyReadwriteArrayDyn<'_, f32>,
    mut features2: PyReadwriteArrayDyn<'_, f32>,
) -> PyResult<()> {
    let contiguous = |_| PyValueError::new_err("the array is not contiguous in C order");
    let board = features1.as_slice_mut().map_err(contiguous)?;
    check_len("features1", board.len(), BOARD)?;
    let board = board.first_chunk_mut::<BOARD>().expect("checked");
    features::board_planes(&position.position, as_planes(board));
    let hands = features2.as_slice_mut().map_err(contiguous)?;
    check_len("features2", hands.len(), HANDS)?;
    features::hand_planes(
        &position.position,
        as_planes(hands.first_chunk_mut::<HANDS>().expect("checked")),
    );
    Ok(())
}

pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("shogi_decode", wrap_pyfunction!(decode, module)?)?;
    module.add("shogi_legal_moves", wrap_pyfunction!(legal_moves, module)?)?;
    module.add("shogi_pack", wrap_pyfunction!(pack, module)?)?;
    module.add("shogi_unpack", wrap_pyfunction!(unpack, module)?)?;
    module.add("shogi_planes", wrap_pyfunction!(planes, module)?)
}
