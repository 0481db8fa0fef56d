# Games written by hand in C, beside which `terrane bench` measures: tests/reference/hand_NAME.c with NAME.c and NAME_*.c
# becomes hand/NAME.so beside the program. The target `hand` is all of them.
add_custom_target(hand)
file(GLOB hands CONFIGURE_DEPENDS tests/reference/hand_*.c)
foreach(source ${hands})
  get_filename_component(name ${source} NAME_WE)
  string(REGEX REPLACE "^hand_" "" name ${name})
  file(GLOB parts CONFIGURE_DEPENDS tests/reference/${name}.c tests/reference/${name}_*.c)
  add_library(hand_${name} MODULE ${source} ${parts})
  set_target_properties(hand_${name} PROPERTIES PREFIX "" OUTPUT_NAME ${name} SUFFIX .so C_VISIBILITY_PRESET hidden
                        LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/hand)
  add_dependencies(hand hand_${name})
endforeach()
