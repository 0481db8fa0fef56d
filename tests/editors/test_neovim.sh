#!/usr/bin/env bash
# The language server with Neovim: a real editor opens a game, is told of a mistake, and renames.
set -euo pipefail
. "$ROOT/tests/support/skip.sh"
needs nvim
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$ROOT/games/tic-tac-toe/tic-tac-toe.game" "$work"
printf 'scenario "Nothing at first":\n  now: grid[1].mark == none\n' >>"$work/tic-tac-toe.game"
cd "$work"
HOME=$work XDG_CONFIG_HOME=$work XDG_DATA_HOME=$work XDG_CACHE_HOME=$work XDG_STATE_HOME=$work \
    GAME=$work/tic-tac-toe.game timeout 120 nvim --headless -u NONE -i NONE -c "luafile $ROOT/tests/editors/neovim.lua"
echo
