# The engines for pages, with the preset wasm (wasm.cmake): terrane.wasm for who plays, studio.wasm for who changes
# definitions: all of the first, and what tells of a text, of its cards and of many games. The layers that need a system
# are left out; src/page has what stands in for files and for native code, and what the page calls.
set(player base code lang/parse lang/model text lang/emit lang vm api bot play show table page)
set(studio lab lsp design studio)

# The sources of folders, but for what needs a system.
function(collect out)
  set(sources)
  foreach(folder ${ARGN})
    file(GLOB of_folder CONFIGURE_DEPENDS src/${folder}/*.c)
    list(APPEND sources ${of_folder})
  endforeach()
  list(FILTER sources EXCLUDE REGEX "/base/file.c$|/bot/crew.c$|/play/journal_live.c$|/lsp/(pipes|wire).c$")
  # Of the laboratory what nobody waits for at a page: learning, tournaments, counting
  list(FILTER sources EXCLUDE REGEX "/lab/(count|coverage|fit|force|gather|lesson|tournament|train)[.]c$")
  list(FILTER sources EXCLUDE REGEX "/lab/threads[.]c$")
  set(${out} ${sources} PARENT_SCOPE)
endfunction()
collect(of_player ${player})
collect(of_studio ${studio})

# Once for both
add_library(engine OBJECT ${of_player})
foreach(folder text lang/emit) # tree and model are settled: see src/lang/parse/ast.h
  file(GLOB of_folder CONFIGURE_DEPENDS src/${folder}/*.c)
  set_source_files_properties(${of_folder} PROPERTIES COMPILE_DEFINITIONS TN_READS_ONLY)
endforeach()

add_executable(page $<TARGET_OBJECTS:engine>)
set_target_properties(page PROPERTIES OUTPUT_NAME terrane SUFFIX .wasm LINKER_LANGUAGE C)
add_executable(studio $<TARGET_OBJECTS:engine> ${of_studio})
set_target_properties(studio PROPERTIES OUTPUT_NAME studio SUFFIX .wasm)

# What a page fetches: fast where games are played, small where a definition is read, said and shown.
foreach(folder code lang/parse lang/model text lang/emit lang api play show table lsp design page studio)
  file(GLOB of_folder CONFIGURE_DEPENDS src/${folder}/*.c)
  set_property(SOURCE ${of_folder} APPEND PROPERTY COMPILE_OPTIONS -Oz)
endforeach()

# For a test alone: what games come to, as the same program says it that is built for the machine itself.
add_executable(hashes EXCLUDE_FROM_ALL $<TARGET_OBJECTS:engine> tests/page/bench_hashes.c)
set_target_properties(hashes PROPERTIES SUFFIX .wasm LINKER_LANGUAGE C)
add_executable(desk EXCLUDE_FROM_ALL $<TARGET_OBJECTS:engine> tests/page/desk.c)
set_target_properties(desk PROPERTIES SUFFIX .wasm LINKER_LANGUAGE C)
