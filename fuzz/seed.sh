#!/bin/bash
# Fills corpus/TARGET with the test data of the workspace. A file is named by the hash of its content.
set -euo pipefail
cd "$(dirname "$0")"
data=../tests/data
cases=$data/cases

put() { # target: stores standard input as a seed
    mkdir -p "corpus/$1"
    local file
    file=$(mktemp "corpus/$1/seed.XXXXXX")
    cat >"$file"
    mv "$file" "corpus/$1/seed-$(sha1sum <"$file" | cut -c1-16)"
}

# Stores each value of a key in a file of cases as a seed, with the JSON escapes decoded.
texts() { # file key target
    # Texts may contain escaped quotes.
    grep -oE "\"$2\": \"([^\"\\\\]|\\\\.)*\"" "$1" | sed -E "s/^\"$2\": \"//; s/\"\$//" |
        while IFS= read -r text; do
            text=${text//\\\"/\"}
            printf '%b' "${text//\\\//\/}" | put "$3"
        done
}

pieces() { # file bytes target: stores the beginning of a file
    head -c "$2" "$1" | put "$3"
}

for key in text transcript board line; do
    texts $cases/reversi.jsonl $key reversi_transcript
    texts $cases/reversi.jsonl $key reversi_ggf_obf
done
awk -F'\t' '/^[0-9]/ { gsub(":", ":", $4); gsub(" ", "; ", $4); print $2 " " $3 "; " $4 ";" }' \
    $data/reversi/ffo_1_59.tsv | head -8 | while IFS= read -r line; do
    printf '%s' "$line" | put reversi_ggf_obf
done
for text in f5d6c3d3c4 f5f6d3e3f3f4g7d6d7f7g5h8f8e7h7h6pad2; do
    printf '%s' $text | put reversi_transcript
    printf '%s' $text | put reversi_play
done
for file in "$data"/reversi/protocols/*.txt ../crates/gamekit-engines/tests/dialogues/{gtp,nboard}*.txt; do
    sed 's/^[<>] \?//' "$file" | put reversi_protocols
    sed -n 's/^[<>] //p' "$file" | while IFS= read -r line; do printf '%s' "$line" | put reversi_protocols; done
done
file=../crates/gamekit-engines/tests/dialogues/usi.txt
sed 's/^> //' "$file" | put shogi_protocol
sed 's/^> //' "$file" | while IFS= read -r line; do printf '%s' "$line" | put shogi_protocol; done
head -c 400 /dev/zero | tr '\0' '\1' | put reversi_play
printf '\4\0\1\2\3\4\5\6\7\377\0\10\20\30\377\0\11\22\33\44\55\66\77' | put reversi_play
for squares in '' '\0' '\0\1\10\11\77\76' '\22\33\44\55\66\77'; do
    for colors in '\0\0\0\0\0\0\0\0' '\377\201\275\245\245\275\201\377' '\17\360\63\314\125\252\30\347'; do
        printf "$colors$squares" | put reversi_solve
    done
done

for file in "$data"/reversi/wthor/*.wtb; do
    # Write a header whose count is the four remaining games.
    { head -c 4 "$file"; printf '\4\0\0\0'; head -c 16 "$file" | tail -c 8; head -c 288 "$file" | tail -c 272; } |
        put reversi_wthor
done
for file in "$data"/reversi/wthor/*.{JOU,TRN}; do pieces "$file" 616 reversi_wthor; done
grep -oE '"bytes_base64": "[^"]*"' $cases/reversi.jsonl | cut -d'"' -f4 | while IFS= read -r text; do
    base64 -d <<<"$text" 2>/dev/null | put reversi_wthor || true
done

# The first byte of these inputs selects the meaning of the rest; the targets build complete files from it.
for choice in 0 1 2 3; do printf "\\$choice f5d6c3d3c4" | put reversi_book; done
printf 'abcdefg\377\4hij\377\1\2\3\4\5Player]\n%%\377Two\3778\377\2\6\3\0\0\0\0\0\0\0\0TI\377TT\377v\377' |
    put reversi_texts
printf '\377\300\377a\377b\3778rk20\377\1\1\0\0\0\1\7\0\0\0XX\377[y]\377' | put reversi_texts
for file in corpus/reversi_transcript/seed-*; do { printf '\0'; head -c 400 "$file"; } | put reversi_files; done
for file in corpus/reversi_wthor/seed-*; do { printf '\1'; head -c 700 "$file"; } | put reversi_files; done
printf 'RVWT' | put reversi_weights; printf '\0\5\6\0\3' | put reversi_weights

texts $cases/shogi.jsonl sfen shogi_sfen_usi
texts $cases/shogi.jsonl usi shogi_sfen_usi
texts $cases/shogi.jsonl text shogi_sfen_usi
for line in 'position startpos moves 7g7f 3c3d 8h2b+ 3a2b B*4e' \
    'position sfen lnsg1gsnl/1r5b1/ppppkpppp/9/9/4+p4/PPPP1PPPP/1B5R1/LNSGKGSNL w Pp 12 moves 5f5g+'; do
    printf '%s' "$line" | put shogi_sfen_usi
done
names=(７六歩 '同　銀' ▲５八金直 '７六歩(77)' P-76 'G4i-5h' '+R6x2' 'P*55')
start='lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1'
for name in "${names[@]}"; do printf '%s\n%s' "$start" "$name" | put shogi_sfen_usi; done
{ grep -v '^#' $data/shogi/see.tsv | cut -f1; awk 'NR % 5 == 1' $data/shogi/middle40.sfen
  grep -oE '"sfen": "[^"]*"' $cases/shogi.jsonl | cut -d'"' -f4; } | sort -u | awk 'NR % 3 == 1' |
    while IFS= read -r line; do
        printf '%s\nabcdefghijklmnop' "$line" | put shogi_play
        printf '%s\nabcd\377\377\377\377\377\377\377\377\377\377' "$line" | put shogi_rules
        printf '\23%s\377\0\5\1\7\16comment\377\15\3\0\0\0\10\1\2\11\22A\377B\377\12\1' "$line" | put shogi_tree
    done
head -c 200 $data/shogi/packed/sample.psv | put shogi_play

head -c 300 $data/shogi/packed/sample.psv | put shogi_tree
for text in b '+R' 7g R2P '9a 1i' '8h2b+ Bx+R' 'P*5e' resign '4k4/9/9/9/9/9/9/9/9 b R 7' 二枚落ち \
    'black has no king, white has no king' 'foul by white' 'illegal 7g7f P' 'end foul by black' \
    120:01.250/100:00:00.001 'black wins by resignation' 'occurrence 2' '27 points' Shift_JIS 3.0 \
    58a449210cd757217e8e4d212caf427814c2ab109e4d212cd75f213e8e49210c variations; do
    printf '%s' "$text" | put shogi_serde
done
for file in "$data"/shogi/records/{csa,csa-pro}/*; do pieces "$file" 1500 shogi_csa; done
for file in "$data"/shogi/records/{kif,ki2}/*; do pieces "$file" 1500 shogi_kif_ki2_bod; done
texts $cases/shogi.jsonl text shogi_csa
texts $cases/shogi.jsonl text shogi_kif_ki2_bod
pieces $data/shogi/records/jkf/same_move_minimal.jkf 4096 shogi_jkf
printf '%s' '{"header":{"先手":"a"},"initial":{"preset":"HIRATE"},"moves":[{"comments":["c"]},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"color":0,"piece":"FU"},"time":{"now":{"m":0,"s":3},"total":{"h":0,"m":0,"s":3}},"forks":[[{"move":{"from":{"x":2,"y":7},"to":{"x":2,"y":6},"piece":"FU"}},{"special":"CHUDAN"}]]},{"move":{"from":{"x":3,"y":3},"to":{"x":3,"y":4},"piece":"FU"}},{"move":{"from":{"x":8,"y":8},"to":{"x":2,"y":2},"piece":"KA","promote":true,"capture":"KA"}},{"move":{"from":{"x":3,"y":1},"to":{"x":2,"y":2},"same":true,"piece":"GI","capture":"UM"}},{"move":{"to":{"x":4,"y":5},"piece":"KA"}},{"special":"TORYO"}]}' |
    put shogi_jkf
printf '%s' '{"header":{},"initial":{"preset":"OTHER","data":{"color":1,"board":[[{"color":1,"kind":"KY"},{},{"color":1,"kind":"FU"},{},{},{},{"color":0,"kind":"FU"},{},{"color":0,"kind":"KY"}],[{},{},{},{},{},{},{},{},{}],[{},{},{},{},{},{},{},{},{}],[{},{},{},{},{},{},{},{},{}],[{"color":1,"kind":"OU"},{},{},{},{},{},{},{},{"color":0,"kind":"OU"}],[{},{},{},{},{},{},{},{},{}],[{},{},{},{},{},{},{},{},{}],[{},{},{},{},{},{},{},{},{}],[{},{},{},{},{},{},{},{},{}]],"hands":[{"FU":1,"KY":0},{"FU":2}]}},"moves":[{}]}' |
    put shogi_jkf
pieces $data/shogi/packed/sample.psv 200 shogi_packed
pieces $data/shogi/packed/sample.hcpe 190 shogi_packed
for file in "$data"/shogi/books/*; do pieces "$file" 4096 shogi_book; done
# Each value of serde has a text; the seeds of other targets contain many of these texts.
for target in shogi_sfen_usi shogi_kif_ki2_bod shogi_book; do
    for file in corpus/$target/seed-*; do cat "$file" | put shogi_serde; done
done
ls corpus | while read -r target; do echo "$target: $(ls "corpus/$target" | wc -l) inputs"; done
