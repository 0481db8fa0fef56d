# script.sh: what test scripts that run the program share. Sourced; expects TERRANE (the program) and ROOT (the
# checkout). The script then stands in an empty folder, $work, which goes when it ends; what the program saves is saved
# there. Its last line is `finish`.
set -u
: "${TERRANE:?the program}" "${ROOT:?the checkout}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
export XDG_STATE_HOME="$work/state" TERRANE_GAMES="$ROOT/games" NO_COLOR=1
failures=0

complain() {
    echo "FAILED: $1"
    failures=$((failures + 1))
}

# has PART: $out holds it.
has() {
    case $out in
    *"$1"*) ;;
    *) complain "expected \"$1\" in: ${out:0:4000}" ;;
    esac
}

# lacks PART: $out does not hold it.
lacks() {
    case $out in
    *"$1"*) complain "did not expect \"$1\" in: ${out:0:4000}" ;;
    esac
}

finish() {
    [ "$failures" -eq 0 ] || exit 1
}
