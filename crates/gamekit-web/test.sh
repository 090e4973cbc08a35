#!/usr/bin/env bash
# Builds the page and the npm package and tests both.
#
#   crates/gamekit-web/test.sh              needs Node, Chromium, and playwright-core and axe-core in target/web/tools
#   crates/gamekit-web/test.sh --install    installs them and a Japanese font first
#
# Writes screenshots to target/web/screenshots. Ends with status 3 if a tool is missing.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
out=$root/target/web
tools=$out/tools
install=false
[ "${1:-}" = --install ] && install=true
mkdir -p "$tools"

packages() {
    local names=()
    command -v chromium >/dev/null || names+=(chromium)
    fc-list 2>/dev/null | grep -qi 'ipa\|cjk' || names+=(fonts-ipafont)
    command -v node >/dev/null && command -v npm >/dev/null || names+=(nodejs npm)
    [ ${#names[@]} -eq 0 ] && return
    apt-get install -y -qq --no-install-recommends "${names[@]}" >/dev/null 2>&1 && return
    apt-get update -qq >/dev/null 2>&1
    apt-get install -y -qq --no-install-recommends "${names[@]}" >/dev/null 2>&1
}

if "$install"; then
    packages || true
    if [ ! -d "$tools/node_modules/axe-core" ] && command -v npm >/dev/null; then
        npm install --prefix "$tools" --no-save --no-audit --no-fund --ignore-scripts \
            playwright-core@1.65.1 axe-core@4.14.1 >/dev/null 2>&1 || true
    fi
fi
for tool in node chromium; do
    command -v "$tool" >/dev/null || { echo "$tool is not installed"; exit 3; }
done
for package in playwright-core axe-core; do
    [ -d "$tools/node_modules/$package" ] || { echo "$package is not installed in target/web/tools"; exit 3; }
done

CARGO_NET_OFFLINE=false "$here/build.sh"
node "$here/tests-page/sizes.mjs" "$out"
node --test "$out/npm/test/"
NODE_PATH="$tools/node_modules" node --test "$here/tests-page/page.test.mjs"
