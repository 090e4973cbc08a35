#!/bin/bash
# fuzz/run.sh [SECONDS [TARGET..]]: each target, or those named, for so many seconds (600), one after
# the other, from the seeds and what earlier runs added to corpus/. Stops at the first finding.
set -euo pipefail
cd "$(dirname "$0")"
seconds=${1:-600}
shift || true
./seed.sh
targets=("$@")
[ ${#targets[@]} -gt 0 ] || mapfile -t targets < <(cargo +nightly fuzz list)
for target in "${targets[@]}"; do
    case $target in
        reversi_transcript | reversi_ggf_obf) words=reversi ;;
        shogi_sfen_usi | shogi_book) words=sfen ;;
        shogi_csa) words=csa ;;
        shogi_kif_ki2_bod) words=kif ;;
        shogi_jkf) words=jkf ;;
        *) words= ;;
    esac
    echo "== $target, $seconds s"
    # A single allocation of a reader stays far below this; the longest input is 4 KiB.
    cargo +nightly fuzz run "$target" -- ${words:+-dict=dict/$words.dict} -max_total_time="$seconds" \
        -timeout=10 -max_len=4096 -rss_limit_mb=1024 -malloc_limit_mb=256 -print_final_stats=1
done
