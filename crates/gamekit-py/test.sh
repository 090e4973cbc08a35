#!/usr/bin/env bash
# Builds the wheel and tests it in a clean environment.
#
#   crates/gamekit-py/test.sh              builds, installs, runs pytest
#   crates/gamekit-py/test.sh --million    also compares a million positions with cshogi
#
# Needs Rust and Python 3.10 or later. Installs packages from PyPI in target/python. Exits with 3 if they
# cannot be installed.
set -euo pipefail
cd "$(dirname "$0")/../.."

tools=target/python/tools clean=target/python/clean wheels=target/python/wheels
command -v python3 >/dev/null || { echo "python3 is not installed"; exit 3; }
if ! [ -x "$tools/bin/maturin" ]; then
    python3 -m venv "$tools" && "$tools/bin/pip" install -q 'maturin>=1.7,<2' || exit 3
fi

rm -rf "$wheels"
"$tools/bin/maturin" build --release --locked -q -m crates/gamekit-py/Cargo.toml -i python3 -o "$wheels"
wheel=$(ls "$wheels"/gamekit-*-abi3-*.whl)
size=$(stat -c %s "$wheel")
echo "wheel: $(basename "$wheel"), $size bytes"
if [ "$size" -ge 6000000 ]; then
    echo "the wheel has $size bytes, expected less than 6000000"
    exit 1
fi

# The package works with numpy alone.
rm -rf "$clean"
python3 -m venv "$clean"
"$clean/bin/pip" install -q "$wheel" || exit 3
(cd /tmp && "$OLDPWD/$clean/bin/python" -c '
from gamekit import reversi, shogi
assert shogi.Position().perft(3) == 25470 and reversi.Position().perft(6) == 8200
print("clean environment: ok")')

"$clean/bin/pip" install -q pytest hypothesis pyarrow duckdb cshogi==1.1.0 python-shogi || exit 3
"$clean/bin/python" -m pytest -q crates/gamekit-py/tests "$@"
