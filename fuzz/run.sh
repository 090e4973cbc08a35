#!/bin/bash
# fuzz/run.sh [SECONDS [TARGET..]]: runs all targets, or the named ones, one after the other, each for
# SECONDS [default: 600]. A run starts from the seeds and the inputs that earlier runs added to corpus/.
# The script stops at the first error.
set -euo pipefail
cd "$(dirname "$0")"
seconds=${1:-600}
shift || true
./seed.sh
targets=("$@")
[ ${#targets[@]} -gt 0 ] || mapfile -t targets < <(cargo +nightly fuzz list)
# The sanitizer keeps 16 MB of freed memory to detect later uses, and two stack frames per allocation.
export ASAN_OPTIONS=${ASAN_OPTIONS:-quarantine_size_mb=16:malloc_context_size=2}
for target in "${targets[@]}"; do
    words= longest=4096 options=
    # Inputs that encode a game do not need more bytes; longer inputs are only slower. These inputs may
    # have the full length from the start.
    case $target in
        reversi_transcript | reversi_ggf_obf | reversi_files) words=reversi ;;
        reversi_book) longest=1024 options=-len_control=0 ;;
        reversi_play | reversi_solve | shogi_packed) longest=256 options=-len_control=0 ;;
        reversi_texts) longest=512 options=-len_control=0 ;;
        shogi_sfen_usi | shogi_book) words=sfen ;;
        shogi_serde) words=serde ;;
        shogi_play | shogi_rules) words=sfen longest=256 options=-len_control=0 ;;
        shogi_csa) words=csa longest=2048 ;;
        shogi_kif_ki2_bod) words=kif longest=2048 ;;
        shogi_tree) words=kif longest=512 options=-len_control=0 ;;
        shogi_jkf) words=jkf ;;
    esac
    echo "== $target, $seconds s"
    # No single allocation of a reader comes near this limit.
    cargo +nightly fuzz run "$target" -- ${words:+-dict=dict/$words.dict} $options \
        -max_total_time="$seconds" -timeout=10 -max_len=$longest -rss_limit_mb=1024 \
        -malloc_limit_mb=256 -print_final_stats=1
done
