#!/usr/bin/env bash
# The table at a real terminal: signs for pictures where it can show them, letters where the person wants them or the
# terminal has none, ASCII where the locale is not UTF-8, and no colour with NO_COLOR.
. "$ROOT/tests/support/script.sh"
. "$ROOT/tests/support/skip.sh"
needs python3

# screen LOCALE TERM COLUMNS LINES GAME TYPED OPTIONS...: what the terminal gets is in $out.
screen() {
    local locale=$1 kind=$2 columns=$3 lines=$4 game=$5 typed=$6
    shift 6
    out=$(printf '%b' "$typed" | env -u COLUMNS -u LINES LC_ALL="$locale" TERM="$kind" \
        python3 "$ROOT/tests/term/screen.py" "$columns" "$lines" "$TERRANE" play "$game" "$@" 2>&1)
}

typed='1\n1 2 3\nquit\n'
screen C.UTF-8 xterm 120 40 mars '1\n1 2 3\nsigns letters\nsigns pictures\nquit\n' --seed 5 --seat B=greedy
has "  1 Lunar Beam          13 🌍🔌 [−2💰 +2⚡ +2🔥]"
has "  6 Gene Repair         12 ⚛    needs 3⚛; [+2💰]; 2 pts"
has "💰 money                33           0"
has "💨 oxygen      0 ░░░░░░░▒░░░░░░ 14  at 0"
has "│1🍃 1💎│"
has "│1P 1Ti │" # after "signs letters"
lacks $'\x1b['
screen C.UTF-8 linux 120 40 mars "$typed" --seed 5 --seat B=greedy # the console has no such letters
lacks "💰"
has "│1P 1Ti │"
screen C xterm 120 40 coal-mines "$typed" --seed 5
has "|22 Gros|"
lacks "│"
if printf '%s' "$out" | LC_ALL=C grep -q '[^ -~[:space:]]'; then complain "more than ASCII without UTF-8"; fi
has ".+.+.+.+. 10  at 1"
unset NO_COLOR
screen C.UTF-8 xterm 120 40 tic-tac-toe '5\nquit\n' --seed 1
has $'\x1b['
NO_COLOR=1 screen C.UTF-8 xterm 120 40 tic-tac-toe '5\nquit\n' --seed 1
lacks $'\x1b['

# ---- what others did stays in sight where the table takes the whole screen
export NO_COLOR=1
screen C.UTF-8 xterm 80 24 mars '1\nnone\npass\nnone\nquit\n' --seed 5 --seat B=greedy
printf '%s\n' "$out" | grep -B4 '^A: Which do you buy' | tail -5 | grep -q '^  • B ' ||
    complain "what B did is out of sight: $out"

# ---- at the end a game may be looked at again: B did not stop three in a row
screen C.UTF-8 xterm 80 24 tic-tac-toe '1\n5\n2\n7\n3\nanalyse\n' --seat B=person
has "Type analyse to see where the game turned"
printf '%s\n' "$out" | grep -q 'answer 4, B: "grid 7" wins .* "grid 3"' || complain "the blunder is not named: $out"
screen C.UTF-8 xterm 80 24 tic-tac-toe '1\n5\n2\n7\n3\n\n' --seat B=person
lacks "Chance to win"
finish
