#!/usr/bin/env bash
# Builds the page and the npm package.
#
#   crates/gamekit-web/build.sh [FOLDER]
#
# Writes FOLDER/page, a static folder for any web server, and FOLDER/npm, a package for Node and
# bundlers. The default FOLDER is target/web. Needs only Rust with the target wasm32-unknown-unknown.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
out=${1:-$root/target/web}
cargo_out=$root/target/web/cargo
mkdir -p "$out"
out=$(cd "$out" && pwd)
cd "$root"

if [ ! -d "$(rustc --print sysroot)/lib/rustlib/wasm32-unknown-unknown/lib" ]; then
    rustup target add wasm32-unknown-unknown
fi

cargo build --locked --release --manifest-path "$here/builder/Cargo.toml" --target-dir "$root/target/web/builder"

# One module for each game. The vector instructions of WebAssembly are in all current browsers and in Node.
glue=$(mktemp -d)
trap 'rm -rf "$glue"' EXIT
for game in reversi shogi; do
    RUSTFLAGS='-C target-feature=+simd128' \
        cargo build --locked -p gamekit-web --no-default-features --features "$game" --profile web \
        --target wasm32-unknown-unknown --target-dir "$cargo_out"
    "$root/target/web/builder/release/gamekit-web-builder" \
        "$cargo_out/wasm32-unknown-unknown/web/gamekit_web.wasm" "$glue" "gamekit_$game"
done

# The package.
rm -rf "$out/npm.new" "$out/page.new"
mkdir -p "$out/npm.new/data" "$out/npm.new/test"
cp "$here"/npm/*.js "$here"/npm/*.d.ts "$here"/npm/package.json "$here"/npm/README.md "$here"/LICENSE-* "$out/npm.new"
cp "$glue"/gamekit_*.js "$glue"/gamekit_*_bg.wasm "$out/npm.new"
cp "$here"/npm/test/* "$out/npm.new/test"
cp crates/reversi-core/data/rich-46.weights "$out/npm.new/data/reversi.weights"
cp crates/gamekit-engines/data/opening.book "$out/npm.new/data/reversi.book"

# The page.
mkdir -p "$out/page.new/gamekit"
cp -r "$here"/page/. "$out/page.new"
cp "$out"/npm.new/{gamekit,encoding,gamekit_reversi,gamekit_shogi}.js "$glue"/gamekit_*_bg.wasm "$out/page.new/gamekit"
cp -r "$out/npm.new/data" "$out/page.new/data"

# The service worker gets the list of the files and a version that changes with any of them.
cd "$out/page.new"
files=$(find . -type f ! -name sw.js ! -path './data/*' | sed 's|^\./||' | LC_ALL=C sort)
version=$(find . -type f | LC_ALL=C sort | xargs sha256sum | sha256sum | cut -c1-12)
list=$(printf '"%s", ' $files)
sed -i "s|/\* files \*/|${list%, }|; s|/\* version \*/|$version|" sw.js

for kind in npm page; do
    rm -rf "${out:?}/$kind"
    mv "$out/$kind.new" "$out/$kind"
done
echo "$out/page: $(du -sk "$out/page" | cut -f1) kB, $out/npm: $(du -sk "$out/npm" | cut -f1) kB"
