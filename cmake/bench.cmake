# `./terrane bench`: bench/games as the program bench_games, and games written by hand in C, beside which it measures:
# tests/reference/hand_NAME.c with NAME.c and NAME_*.c becomes hand/NAME.so beside the program. The target `hand` is all
# of them.
file(GLOB sources CONFIGURE_DEPENDS bench/games/*.c)
list(FILTER sources EXCLUDE REGEX "/main\\.c$")
add_library(tn_bench STATIC ${sources})
target_include_directories(tn_bench PUBLIC ${PROJECT_SOURCE_DIR})
target_link_libraries(tn_bench PUBLIC ${layers})
add_executable(bench_games bench/games/main.c)
target_link_libraries(bench_games PRIVATE tn_bench)

add_custom_target(hand)
file(GLOB hands CONFIGURE_DEPENDS tests/reference/hand_*.c)
foreach(source ${hands})
  get_filename_component(name ${source} NAME_WE)
  string(REGEX REPLACE "^hand_" "" name ${name})
  file(GLOB parts CONFIGURE_DEPENDS tests/reference/${name}.c tests/reference/${name}_*.c)
  add_library(hand_${name} MODULE ${source} ${parts})
  target_include_directories(hand_${name} PRIVATE ${PROJECT_SOURCE_DIR})
  set_target_properties(hand_${name} PROPERTIES PREFIX "" OUTPUT_NAME ${name} SUFFIX .so C_VISIBILITY_PRESET hidden
                        LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/hand)
  add_dependencies(hand hand_${name})
endforeach()
