# Tests are found by folder:
#   tests/FOLDER/test_*.c    a cmocka program, CTest name FOLDER.NAME
#     one that includes support/heap.h is linked so that it may refuse memory (--wrap=malloc and the like)
#   tests/**/test_*.sh       a script, the same; it gets TERRANE (the program) and ROOT (the checkout) in its environment
#   tests/**/soak_*.c, .sh   the same, labelled soak: only `./test soak` runs them
#   tests/fake/*.c           a stand-in for the engine, compiled into the programs of tests/play, tests/term, tests/cli
#   tests/reference/*.c, tests/support/*.c without such a prefix: helper libraries linked to every test program
#   tests/*/bench_*.c        programs that measure; built, never run by CTest
#   tests/reference/hand_*.c a game by hand as a library for `./terrane bench`: see bench.cmake
#   tests/fuzz/fuzz_*.c      libFuzzer programs, with the preset fuzz
# Tests of base and code link only those layers, so that they build while the rest is being changed; those of table, and
# the fuzzers but for the one of HTTP, link nothing of the server.
set(tests_env "TERRANE=$<TARGET_FILE:terrane>;ROOT=${PROJECT_SOURCE_DIR}")

function(name_test file out_name out_label)
  file(RELATIVE_PATH path ${PROJECT_SOURCE_DIR}/tests ${file})
  get_filename_component(folder ${path} DIRECTORY)
  get_filename_component(base ${path} NAME_WE)
  string(REGEX REPLACE "^(test|soak)_" "" short ${base})
  string(REPLACE "/" "." folder "${folder}")
  set(${out_name} ${folder}.${short} PARENT_SCOPE)
  if(base MATCHES "^soak_")
    set(${out_label} soak PARENT_SCOPE)
  else()
    set(${out_label} quick PARENT_SCOPE)
  endif()
endfunction()

foreach(check layers house)
  add_test(NAME tools.${check} COMMAND ${PROJECT_SOURCE_DIR}/tools/${check})
  set_tests_properties(tools.${check} PROPERTIES LABELS quick)
endforeach()

file(GLOB_RECURSE scripts CONFIGURE_DEPENDS tests/test_*.sh tests/soak_*.sh)
foreach(script ${scripts})
  name_test(${script} name label)
  add_test(NAME ${name} COMMAND bash ${script})
  set_tests_properties(${name} PROPERTIES ENVIRONMENT "${tests_env}" LABELS ${label} SKIP_RETURN_CODE 77)
endforeach()

add_custom_command(OUTPUT diagnostics.md COMMAND tn_diagnostics diagnostics.md DEPENDS tn_diagnostics)
add_custom_target(diagnostics_page ALL DEPENDS diagnostics.md)
add_test(NAME docs.diagnostics COMMAND diff -u ${PROJECT_SOURCE_DIR}/docs/diagnostics.md diagnostics.md
         WORKING_DIRECTORY ${PROJECT_BINARY_DIR})
set_tests_properties(docs.diagnostics PROPERTIES LABELS quick)

# Games by hand, for tests and measurements.
file(GLOB sources CONFIGURE_DEPENDS tests/reference/*.c)
list(FILTER sources EXCLUDE REGEX "/(test|soak|bench|fuzz|hand)_[^/]*$")
add_library(tn_reference STATIC ${sources})
target_include_directories(tn_reference PUBLIC tests)
target_link_libraries(tn_reference PUBLIC ${layers})

file(GLOB benches CONFIGURE_DEPENDS tests/*/bench_*.c)
foreach(source ${benches})
  get_filename_component(target ${source} NAME_WE)
  add_executable(${target} ${source})
  target_include_directories(${target} PRIVATE tests)
  target_link_libraries(${target} PRIVATE tn_reference ${layers})
endforeach()

# Programs that measure: bench/NAME.c is bench_NAME.
file(GLOB loads CONFIGURE_DEPENDS bench/*.c)
foreach(source ${loads})
  get_filename_component(name ${source} NAME_WE)
  add_executable(bench_${name} ${source})
  target_link_libraries(bench_${name} PRIVATE tn_base)
endforeach()

file(GLOB fuzzers CONFIGURE_DEPENDS tests/fuzz/fuzz_*.c)
if(TERRANE_FUZZ)
  if(NOT TARGET tn_serve)
    list(FILTER fuzzers EXCLUDE REGEX "/fuzz_head.c$")
  endif()
  foreach(source ${fuzzers})
    get_filename_component(target ${source} NAME_WE)
    add_executable(${target} ${source})
    target_include_directories(${target} PRIVATE tests)
    target_link_options(${target} PRIVATE -fsanitize=fuzzer)
    if(target STREQUAL fuzz_head)
      target_link_libraries(${target} PRIVATE tn_serve)
    else()
      target_link_libraries(${target} PRIVATE tn_table)
    endif()
  endforeach()
endif()

# What follows needs cmocka.
find_path(CMOCKA_INCLUDE cmocka.h)
find_library(CMOCKA_LIBRARY cmocka)
if(NOT CMOCKA_INCLUDE OR NOT CMOCKA_LIBRARY)
  message(STATUS "cmocka not found: unit tests are left out")
  return()
endif()

file(GLOB sources CONFIGURE_DEPENDS tests/support/*.c)
add_library(tn_support STATIC ${sources})
target_include_directories(tn_support PUBLIC tests ${CMOCKA_INCLUDE})
target_link_libraries(tn_support PUBLIC tn_reference ${layers})
set(helpers tn_support tn_reference)

file(GLOB fake CONFIGURE_DEPENDS tests/fake/*.c)
file(GLOB programs CONFIGURE_DEPENDS tests/*/test_*.c tests/*/soak_*.c)
if(NOT TARGET tn_serve)
  list(FILTER programs EXCLUDE REGEX "/tests/serve/")
endif()
foreach(source ${programs})
  name_test(${source} name label)
  string(REPLACE "." "_" target "test_${name}")
  add_executable(${target} ${source})
  set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
  target_include_directories(${target} PRIVATE tests ${CMOCKA_INCLUDE})
  if(name MATCHES "^base\\.")
    target_link_libraries(${target} PRIVATE tn_base)
  elseif(name MATCHES "^code\\." AND TARGET tn_code)
    target_link_libraries(${target} PRIVATE tn_code)
  elseif(name MATCHES "^table\\.")
    target_link_libraries(${target} PRIVATE tn_table)
  else()
    target_link_libraries(${target} PRIVATE ${helpers} ${layers})
  endif()
  if(name MATCHES "^bench\\.")
    target_link_libraries(${target} PRIVATE tn_bench)
  endif()
  if(name MATCHES "^(play|term|cli)\\.")
    target_sources(${target} PRIVATE ${fake})
  endif()
  file(STRINGS ${source} refuses REGEX "\"support/heap.h\"")
  if(refuses) # it sees every request for memory
    foreach(call malloc calloc realloc aligned_alloc free)
      target_link_options(${target} PRIVATE -Wl,--wrap=${call})
    endforeach()
  endif()
  target_link_libraries(${target} PRIVATE ${CMOCKA_LIBRARY})
  add_test(NAME ${name} COMMAND ${target} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(${name} PROPERTIES ENVIRONMENT "${tests_env}" LABELS ${label})
endforeach()
