"""The examples of docs/python.md and of the docstrings run."""

import doctest
import os
import re
from pathlib import Path

import pytest
from gamekit import _core, reversi, shogi

ROOT = Path(__file__).resolve().parents[3]
PAGE = ROOT / "docs" / "python.md"
README = ROOT / "crates" / "gamekit-py" / "README.md"


def test_the_page(tmp_path, data, monkeypatch):
    pytest.importorskip("pyarrow")
    pytest.importorskip("duckdb")
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.S)
    assert len(blocks) > 5
    monkeypatch.chdir(tmp_path)
    os.symlink(data, tmp_path / "data")
    names = {}
    blocks += re.findall(r"```python\n(.*?)```", README.read_text(), re.S)
    for number, block in enumerate(blocks):
        exec(compile(block, f"docs/python.md, block {number}", "exec"), names)
    assert (tmp_path / "position.svg").exists()


@pytest.mark.parametrize("module", [shogi, reversi, _core])
def test_docstrings(module):
    for name in ["Position"] if module is not _core else ["Position", "ReversiPosition"]:
        failed, tried = doctest.run_docstring_examples, 0
        finder = doctest.DocTestFinder(recurse=False)
        runner = doctest.DocTestRunner()
        for case in finder.find(getattr(module, name), name, globs={}):
            result = runner.run(case)
            tried += result.attempted
            assert result.failed == 0
        assert tried >= 3 and failed
