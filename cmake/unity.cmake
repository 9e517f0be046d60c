# Several sources as one unit: what headers contain is parsed, optimised and instrumented once for all of them. That is
# most of the work of a build from scratch, which ./check makes. scripts/unity_groups says which sources can be together;
# without the option each is compiled separately, and must compile that way.
option(HEDDLE_UNITY "Compile several sources of a folder as one unit" OFF)
set(HEDDLE_UNITY_SIZE 16 CACHE STRING "How many sources a unit has at most")

# heddle_unity(TARGET): for a target that has all its sources.
function(heddle_unity target)
  if(NOT HEDDLE_UNITY)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cpp$")
  list(TRANSFORM sources PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/ REGEX "^[^/]")
  execute_process(COMMAND ${CMAKE_SOURCE_DIR}/scripts/unity_groups ${HEDDLE_UNITY_SIZE} ${sources}
                  OUTPUT_VARIABLE groups OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE "\n" ";" groups "${groups}")
  foreach(source group IN ZIP_LISTS sources groups)
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${target}_${group})
  endforeach()
  # A name may shadow one of another source. Compiled separately, a source gets a warning if it shadows its own names.
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP
                        UNITY_BUILD_CODE_BEFORE_INCLUDE "#pragma clang diagnostic ignored \"-Wshadow\"")
endfunction()
