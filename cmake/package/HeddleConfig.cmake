# find_package(Heddle): the program as HEDDLE_EXECUTABLE and Heddle::heddle, what programs include as Heddle::headers, and
# heddle_add_test. Located in lib/cmake/Heddle of a prefix, or next to the program in a build tree.
find_program(HEDDLE_EXECUTABLE heddle HINTS ${CMAKE_CURRENT_LIST_DIR}/../../../bin ${CMAKE_CURRENT_LIST_DIR}
             NO_DEFAULT_PATH NO_CACHE)
if(NOT HEDDLE_EXECUTABLE)
  set(Heddle_FOUND FALSE)
  set(Heddle_NOT_FOUND_MESSAGE "the program heddle is neither in ${CMAKE_CURRENT_LIST_DIR}/../../../bin nor here")
  return()
endif()
get_filename_component(HEDDLE_EXECUTABLE ${HEDDLE_EXECUTABLE} ABSOLUTE)
# Also where this folder's variables are not known: targets are copied at the end of the project.
set_property(GLOBAL PROPERTY HEDDLE_EXECUTABLE ${HEDDLE_EXECUTABLE})

if(NOT TARGET Heddle::heddle)
  add_executable(Heddle::heddle IMPORTED)
  set_target_properties(Heddle::heddle PROPERTIES IMPORTED_LOCATION ${HEDDLE_EXECUTABLE})
  find_path(HEDDLE_INCLUDE_DIR heddle/heddle.h HINTS ${CMAKE_CURRENT_LIST_DIR}/../../../include
            ${CMAKE_CURRENT_LIST_DIR}/include NO_DEFAULT_PATH NO_CACHE)
  add_library(Heddle::headers INTERFACE IMPORTED)
  set_target_properties(
    Heddle::headers PROPERTIES INTERFACE_INCLUDE_DIRECTORIES ${HEDDLE_INCLUDE_DIR}
                               INTERFACE_COMPILE_DEFINITIONS "HEDDLE_EXECUTABLE=\"${HEDDLE_EXECUTABLE}\"")
endif()

include(${CMAKE_CURRENT_LIST_DIR}/HeddleTests.cmake)
