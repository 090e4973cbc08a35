#!/bin/sh
# Counts the instructions of shogi tasks, per leaf of a tree or per position of `games`, as the
# difference of two runs under valgrind. Usage: benches/instructions.sh [WHO ..]. The caller sets
# RUSTFLAGS. (valgrind does not support AVX-512: target-cpu=native may fail; use x86-64-v3.)
set -eu
cd "$(dirname "$0")/.."
cargo build --release --quiet --package gamekit-benches --bin shogi-work --features rivals
work=${CARGO_TARGET_DIR:-target}/release/shogi-work
refs() {
    valgrind --tool=cachegrind --cache-sim=no --cachegrind-out-file=/dev/null "$work" "$@" 2>&1 |
        awk '/I *refs/ { gsub(",", "", $NF); print $NF }'
}
for who in "${@:-ours}"; do
    for task in "list start:4" "list matsuri:3" "count start:4" "count matsuri:3" \
        "play start:3" "play matsuri:2" "list games" "count games"; do
        # The variable has two words: the task and its case.
        # shellcheck disable=SC2086
        set -- $task
        once=$(refs "$who" "$1" "$2" 1)
        twice=$(refs "$who" "$1" "$2" 2)
        case $2 in
        games) units=618 ;;
        *) units=$("$work" "$who" "$1" "$2" 1 | sed 's/.*: \([0-9]*\) in.*/\1/') ;;
        esac
        awk -v w="$who $task" -v a="$once" -v b="$twice" -v u="$units" \
            'BEGIN { printf "%-24s %8.1f\n", w, (b - a) / u }'
    done
done
