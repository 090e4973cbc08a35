"""Options and paths that the tests share."""

from pathlib import Path

import pytest

DATA = Path(__file__).resolve().parents[3] / "tests" / "data"


def pytest_addoption(parser):
    parser.addoption("--million", action="store_true", help="compare a million positions with cshogi")


@pytest.fixture
def data():
    """The folder of the test data of the workspace."""
    return DATA
