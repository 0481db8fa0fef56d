# libterrane: the layers up to api as one static and one shared library, and what `cmake --install` puts where.
# The objects are those of the layers: compiled once, position independent, everything hidden but what the headers
# declare. The static library is one object with its hidden names made local, so that it clashes with no program's.
include(GNUInstallDirs)
set(library_objects)
foreach(folder ${library_layers})
  string(REPLACE / _ layer ${folder})
  if(TARGET tn_${layer})
    set_target_properties(tn_${layer} PROPERTIES POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden)
    list(APPEND library_objects $<TARGET_OBJECTS:tn_${layer}>)
  endif()
endforeach()

add_library(terrane_shared SHARED ${library_objects})
set_target_properties(terrane_shared PROPERTIES OUTPUT_NAME terrane LINKER_LANGUAGE C VERSION ${PROJECT_VERSION}
                      SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
target_link_libraries(terrane_shared PRIVATE m ${CMAKE_DL_LIBS} Threads::Threads)

if(CMAKE_OBJCOPY AND NOT APPLE)
  add_custom_command(OUTPUT terrane_whole.o
    COMMAND ${CMAKE_LINKER} -r -o terrane_whole.o ${library_objects}
    COMMAND ${CMAKE_OBJCOPY} --localize-hidden terrane_whole.o
    DEPENDS ${library_objects} COMMAND_EXPAND_LISTS VERBATIM)
  set_source_files_properties(terrane_whole.o PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
  add_library(terrane_static STATIC terrane_whole.o)
else()
  add_library(terrane_static STATIC ${library_objects})
endif()
set_target_properties(terrane_static PROPERTIES OUTPUT_NAME terrane LINKER_LANGUAGE C)

file(RELATIVE_PATH TERRANE_PC_UP /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" TERRANE_PC_UP "${TERRANE_PC_UP}")
configure_file(cmake/terrane.pc.in terrane.pc @ONLY)

install(TARGETS terrane RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT server)
install(TARGETS terrane_shared terrane_static DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(FILES include/terrane.h include/terrane_table.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES ${PROJECT_BINARY_DIR}/terrane.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
install(DIRECTORY games DESTINATION ${CMAKE_INSTALL_DATADIR}/terrane COMPONENT server)
# The page, where tools/web has built it before.
install(DIRECTORY web/dist/ DESTINATION ${CMAKE_INSTALL_DATADIR}/terrane/web COMPONENT server OPTIONAL)
