# common.sh: what ./terrane and ./test share. Sourced by bash; expects ROOT, the folder of the checkout.

say() { printf '%s\n' "$*" >&2; }

# need WHAT PACKAGE...: WHAT is a command or the path of a file; notes the packages when it is missing.
missing=()
need() {
    local what=$1
    shift
    case $what in
    /*) [ -e "$what" ] && return ;;
    *) command -v "$what" >/dev/null 2>&1 && return ;;
    esac
    missing+=("$@")
}

need_build_tools() {
    need "${CC:-cc}" gcc
    need /usr/include/stdio.h libc6-dev
    need cmake cmake
    need ninja ninja-build
    need pkg-config pkg-config
    need /usr/include/libwebsockets.h libwebsockets-dev
    need /usr/include/uv.h libuv1-dev
    need /usr/include/sqlite3.h libsqlite3-dev
    need /usr/include/sodium.h libsodium-dev
}

# What building the page takes; tools/web says when a version is too old.
need_page_tools() {
    need node nodejs
    need npm npm
}

# What compiling the engine for a page takes (cmake/wasm.cmake).
need_wasm_tools() {
    need clang clang
    need wasm-ld lld
    need /usr/lib/wasm32-wasi/libc.a wasi-libc
    need "$(find /usr/lib/llvm-*/lib/clang -name 'libclang_rt.builtins-wasm32.a' -print -quit 2>/dev/null ||
        true)" libclang-rt-dev-wasm32
}

# Installs what `need` noted, or says how and stops.
install_missing() {
    [ ${#missing[@]} -eq 0 ] && return
    if ! command -v apt-get >/dev/null 2>&1; then
        say "missing: ${missing[*]} (names of Debian's packages). Install them and try again."
        exit 1
    fi
    if [ "$(id -u)" -ne 0 ]; then
        say "missing: ${missing[*]}. Install with:"
        say "    sudo apt-get install --no-install-recommends ${missing[*]}"
        exit 1
    fi
    say "installing ${missing[*]}"
    mkdir -p "$ROOT/build"
    local log="$ROOT/build/install.log"
    export DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 # no service is started: tests run their own
    if ! { apt-get update && apt-get install -y --no-install-recommends "${missing[@]}"; } >"$log" 2>&1; then
        cat "$log" >&2
        say "the installation failed (log above)"
        exit 1
    fi
    missing=()
}

# Copies ninja's output and says so once when something is really compiled, so that a build with no work is silent.
announce() {
    local line said=
    while IFS= read -r line; do
        printf '%s\n' "$line"
        if [ -z "$said" ] && [[ $line == *Building* ]]; then
            said=1
            say "building $1"
        fi
    done
}

# build PRESET [TARGET...]: quiet; the log is shown on failure. Two calls at once wait for one another.
build() (
    preset=$1
    shift
    folder="$ROOT/build/$preset"
    log="$ROOT/build/$preset.log"
    mkdir -p "$folder"
    exec 9>"$ROOT/build/$preset.lock"
    command -v flock >/dev/null 2>&1 && flock 9
    cd "$ROOT"
    # A build folder that was moved or copied along with the checkout cannot be reused.
    if [ -e "$folder/CMakeCache.txt" ] &&
        ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" "$folder/CMakeCache.txt"; then
        rm -rf "$folder"
    fi
    if [ ! -e "$folder/build.ninja" ] || [ -n "${CONFIGURE:-}" ]; then
        if ! cmake --preset "$preset" >"$log" 2>&1 9>&-; then
            cat "$log" >&2
            say "configuring $preset failed (log above)"
            exit 1
        fi
    fi
    if ! ninja -C "$folder" -k 0 ${JOBS:+-j "$JOBS"} "$@" 2>&1 9>&- | announce "$preset" >"$log"; then
        grep -vE '^\[[0-9]+/[0-9]+\] (Building|Linking|Generating|Re-checking)' "$log" >&2
        say "building $preset failed (log above)"
        exit 1
    fi
)
