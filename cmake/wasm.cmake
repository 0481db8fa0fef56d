# WebAssembly, by Debian's clang, lld, wasi-libc and libclang-rt-dev-wasm32: `cmake --preset wasm`.
#
# -O0 at the link: the driver of clang runs wasm-opt at any other level where binaryen is installed, so the result
# would depend on the machine. --stack-first: a stack that overflows traps instead of writing into data.
set(CMAKE_SYSTEM_NAME WASI)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_SYSROOT /usr)
string(JOIN " " CMAKE_C_FLAGS_INIT -mbulk-memory -msimd128 -msign-ext -mnontrapping-fptoint -ftls-model=local-exec
       -fvisibility=hidden -ffunction-sections -fdata-sections)
set(CMAKE_EXE_LINKER_FLAGS_INIT
    "-O0 -mexec-model=reactor -Wl,-O2,--gc-sections,--strip-all,--stack-first,-z,stack-size=1048576")
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
