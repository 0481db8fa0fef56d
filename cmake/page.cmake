# The engine for a page: terrane.wasm, with the preset wasm (wasm.cmake). The layers that need a system are left out;
# src/page has what stands in for files and for native code, and what the page calls.
set(sources)
foreach(folder base code lang/parse lang/model text lang/emit lang vm api bot play show table lsp page)
  file(GLOB of_folder CONFIGURE_DEPENDS src/${folder}/*.c)
  list(APPEND sources ${of_folder})
endforeach()
list(FILTER sources EXCLUDE REGEX "/base/file.c$|/bot/crew.c$|/play/journal_live.c$|/lsp/(pipes|wire).c$")

add_executable(page ${sources})
set_target_properties(page PROPERTIES OUTPUT_NAME terrane SUFFIX .wasm)
foreach(folder text lang/emit) # tree and model are settled: see src/lang/parse/ast.h
  file(GLOB of_folder CONFIGURE_DEPENDS src/${folder}/*.c)
  set_source_files_properties(${of_folder} PROPERTIES COMPILE_DEFINITIONS TN_READS_ONLY)
endforeach()

# What a page fetches: fast where games are played, small where a definition is read, said and shown.
foreach(folder code lang/parse lang/model text lang/emit lang api play show table lsp page)
  file(GLOB of_folder CONFIGURE_DEPENDS src/${folder}/*.c)
  set_property(SOURCE ${of_folder} APPEND PROPERTY COMPILE_OPTIONS -Oz)
endforeach()
