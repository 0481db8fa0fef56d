#!/usr/bin/env bash
# The language server with the protocol library of a real editor, and the extension for VS Code: it is built, has all
# its parts, and begins when an editor loads it.
set -euo pipefail
. "$ROOT/tests/support/skip.sh"
needs node npm python3
"$ROOT/tools/vsix"
for game in pluto mars; do
    timeout 60 node "$ROOT/tests/editors/client.cjs" "$TERRANE" "$ROOT/games/$game/$game.game"
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m zipfile -e "$ROOT/build/terrane.vsix" "$work"
for part in package.json extension.js language-configuration.json terrane.tmLanguage.json; do
    [ -s "$work/extension/$part" ] || { echo "the extension lacks $part"; exit 1; }
done
mkdir -p "$work/node_modules/vscode"
cat >"$work/node_modules/vscode/index.js" <<'JS'
// An editor that notes which commands it is given; everything else is there and does nothing.
const nothing = new Proxy(function () {}, { get: (t, key) => (key === "prototype" ? t.prototype : nothing),
  apply: () => nothing, construct: () => ({}) });
const given = [];
module.exports = new Proxy({ given, commands: { registerCommand: (name) => (given.push(name), { dispose() {} }) } },
  { get: (t, key) => (key in t ? t[key] : nothing) });
JS
cat >"$work/load.cjs" <<'JS'
const extension = require("./extension/extension.js");
const { given } = require("vscode");
extension.activate({ subscriptions: [] }).catch(() => {});
const wanted = "terrane.runScenario terrane.test terrane.restart";
if (given.join(" ") !== wanted) throw new Error(`commands: ${given}`);
process.exit(0);
JS
(cd "$work" && NODE_PATH="$work/node_modules" node load.cjs)
