# heddle_add_test(NAME name SOURCES file... | TARGET target
#                 [ARGS argument...] [TIME seconds] [STRATEGY name] [FLAGS flag...] [OPTIONS option...]
#                 [REGRESSIONS folder] [GTEST] [MAY_BE_INCOMPLETE])
#
# Adds a test to CTest that explores a program: it passes if no bug is found and everything was explored. The output of a
# test that fails is Heddle's report; what it keeps is in heddle-out/NAME of the binary directory.
#   SOURCES  files that make up one C or C++ program, or one model; compiled when the test is run, with FLAGS
#   TARGET   an executable of this project. Unless the project is compiled with `heddle cc`, a copy of the target and of
#            the libraries of this project that it links is compiled for Heddle, as TARGET.heddle, with assertions
#   ARGS     arguments of the program
#   TIME     seconds that the exploration may take; a test that is not complete by then fails
#   OPTIONS  options of `heddle test`
#   REGRESSIONS  the directory of kept findings (`heddle keep`), with which the test begins; by default
#            heddle-regressions in the source directory. It need not exist
#   GTEST    it is a GoogleTest program: each of its tests is explored separately
#   MAY_BE_INCOMPLETE  a test that finds no bug but has not explored everything is skipped instead of failed
function(heddle_add_test)
  cmake_parse_arguments(PARSE_ARGV 0 ARG "GTEST;MAY_BE_INCOMPLETE" "NAME;TARGET;TIME;STRATEGY;REGRESSIONS"
                        "SOURCES;ARGS;FLAGS;OPTIONS")
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "heddle_add_test: unknown argument ${ARG_UNPARSED_ARGUMENTS}")
  elseif(NOT ARG_NAME)
    message(FATAL_ERROR "heddle_add_test: NAME is missing")
  elseif((ARG_SOURCES AND ARG_TARGET) OR NOT (ARG_SOURCES OR ARG_TARGET))
    message(FATAL_ERROR "heddle_add_test(NAME ${ARG_NAME}): either SOURCES or TARGET is needed")
  elseif(ARG_FLAGS AND ARG_TARGET)
    message(FATAL_ERROR "heddle_add_test(NAME ${ARG_NAME}): FLAGS are for SOURCES; a target has its own")
  elseif(ARG_TARGET AND NOT TARGET ${ARG_TARGET})
    message(FATAL_ERROR "heddle_add_test(NAME ${ARG_NAME}): there is no target ${ARG_TARGET} (yet)")
  endif()

  set(options --out=${CMAKE_CURRENT_BINARY_DIR}/heddle-out/${ARG_NAME})
  if(NOT ARG_REGRESSIONS)
    set(ARG_REGRESSIONS heddle-regressions)
  endif()
  get_filename_component(regressions ${ARG_REGRESSIONS} ABSOLUTE)
  list(APPEND options --regressions=${regressions})
  if(ARG_TIME)
    list(APPEND options --max-seconds=${ARG_TIME})
  endif()
  if(ARG_STRATEGY)
    list(APPEND options --strategy=${ARG_STRATEGY})
  endif()
  if(ARG_GTEST)
    list(APPEND options --gtest)
  endif()
  foreach(flag IN LISTS ARG_FLAGS)
    string(REPLACE "'" "'\\''" flag "${flag}")
    list(APPEND options "--flags='${flag}'")
  endforeach()
  list(APPEND options ${ARG_OPTIONS})

  if(ARG_TARGET)
    heddle_instrumented_target(${ARG_TARGET} copy)
    set(program -- $<TARGET_FILE:${copy}> ${ARG_ARGS})
  else()
    set(program)
    foreach(source ${ARG_SOURCES})
      get_filename_component(source ${source} ABSOLUTE)
      list(APPEND program ${source})
    endforeach()
    list(APPEND program -- ${ARG_ARGS})
  endif()
  add_test(NAME ${ARG_NAME} COMMAND ${HEDDLE_EXECUTABLE} test ${options} ${program})
  set_tests_properties(${ARG_NAME} PROPERTIES LABELS heddle)
  if(ARG_MAY_BE_INCOMPLETE)
    set_tests_properties(${ARG_NAME} PROPERTIES SKIP_RETURN_CODE 5)
  endif()
endfunction()

# heddle_add_copy(target): creates TARGET.heddle, the target compiled for Heddle, next to it: for HEDDLE_TEST of
# heddle/gtest.h.
function(heddle_add_copy target)
  heddle_instrumented_target(${target} copy)
endfunction()

# Sets `result` to the name of a target that is compiled for Heddle and otherwise like `target`: `target` itself if the
# compiler of the project is Heddle's.
function(heddle_instrumented_target target result)
  get_target_property(aliased ${target} ALIASED_TARGET)
  if(aliased)
    set(target ${aliased})
  endif()
  set(copy ${target}.heddle)
  get_target_property(imported ${target} IMPORTED)
  get_filename_component(compiler "${CMAKE_CXX_COMPILER}${CMAKE_C_COMPILER}" NAME)
  if(imported OR compiler MATCHES "^(heddle|run)")
    set(${result} ${target} PARENT_SCOPE)
    return()
  endif()
  set(${result} ${copy} PARENT_SCOPE)
  if(TARGET ${copy})
    return()
  endif()
  get_target_property(type ${target} TYPE)
  if(type STREQUAL EXECUTABLE)
    add_executable(${copy})
  elseif(type STREQUAL INTERFACE_LIBRARY)
    add_library(${copy} INTERFACE)
  else()
    string(REPLACE _LIBRARY "" kind ${type})
    add_library(${copy} ${kind})
  endif()
  # The project may still add to the target.
  cmake_language(EVAL CODE "cmake_language(DEFER DIRECTORY [[${CMAKE_SOURCE_DIR}]] CALL heddle_copy_target ${target} ${copy})")
endfunction()

# Gives `copy` everything that `target` is compiled and linked with, and Heddle's compiler.
function(heddle_copy_target target copy)
  heddle_copy_sources(${target} ${copy})
  foreach(property INCLUDE_DIRECTORIES SYSTEM_INCLUDE_DIRECTORIES COMPILE_DEFINITIONS COMPILE_OPTIONS COMPILE_FEATURES
          LINK_OPTIONS LINK_DIRECTORIES C_STANDARD C_EXTENSIONS CXX_STANDARD CXX_STANDARD_REQUIRED CXX_EXTENSIONS
          POSITION_INDEPENDENT_CODE RUNTIME_OUTPUT_DIRECTORY AUTOMOC AUTOUIC AUTORCC LINKER_LANGUAGE LINK_WHAT_YOU_USE COMPILE_FLAGS LINK_FLAGS)
    get_target_property(value ${target} ${property})
    if(NOT value MATCHES "-NOTFOUND$")
      set_property(TARGET ${copy} PROPERTY ${property} "${value}")
    endif()
  endforeach()
  foreach(property INCLUDE_DIRECTORIES SYSTEM_INCLUDE_DIRECTORIES COMPILE_DEFINITIONS COMPILE_OPTIONS COMPILE_FEATURES
          LINK_OPTIONS LINK_DIRECTORIES SOURCES)
    get_target_property(value ${target} INTERFACE_${property})
    if(NOT value MATCHES "-NOTFOUND$")
      set_property(TARGET ${copy} PROPERTY INTERFACE_${property} "${value}")
    endif()
  endforeach()
  foreach(property LINK_LIBRARIES INTERFACE_LINK_LIBRARIES)
    get_target_property(libraries ${target} ${property})
    if(NOT libraries MATCHES "-NOTFOUND$")
      heddle_instrumented_libraries("${libraries}" libraries)
      set_property(TARGET ${copy} PROPERTY ${property} "${libraries}")
    endif()
  endforeach()
  get_target_property(type ${target} TYPE)
  if(type STREQUAL INTERFACE_LIBRARY)
    return()
  endif()
  get_target_property(needed ${target} MANUALLY_ADDED_DEPENDENCIES)
  if(needed)
    add_dependencies(${copy} ${needed})
  endif()
  # The warnings are for another compiler. Without assertions there is less to find.
  target_compile_options(${copy} PRIVATE -UNDEBUG -Wno-error -Wno-unknown-warning-option
                         -Wno-ignored-optimization-argument)
  get_property(HEDDLE_EXECUTABLE GLOBAL PROPERTY HEDDLE_EXECUTABLE)
  set_target_properties(
    ${copy}
    PROPERTIES C_COMPILER_LAUNCHER "${HEDDLE_EXECUTABLE};cc;--instead-of"
               CXX_COMPILER_LAUNCHER "${HEDDLE_EXECUTABLE};c++;--instead-of"
               C_LINKER_LAUNCHER "${HEDDLE_EXECUTABLE};cc;--instead-of"
               CXX_LINKER_LAUNCHER "${HEDDLE_EXECUTABLE};c++;--instead-of"
               DISABLE_PRECOMPILE_HEADERS ON
               INTERPROCEDURAL_OPTIMIZATION OFF
               CXX_SCAN_FOR_MODULES OFF)
endfunction()

# The sources of a target are relative to its own directory.
function(heddle_copy_sources target copy)
  get_target_property(sources ${target} SOURCES)
  get_target_property(folder ${target} SOURCE_DIR)
  if(NOT sources)
    return()
  endif()
  foreach(source ${sources})
    if(NOT source MATCHES "^\\$<" AND NOT IS_ABSOLUTE "${source}" AND EXISTS "${folder}/${source}")
      set(source ${folder}/${source})
    endif()
    target_sources(${copy} PRIVATE ${source})
  endforeach()
endfunction()

# The list with each library of this project replaced by its copy. What a subfolder has imported for itself, such as
# Threads::Threads, is not known here and is looked for again.
function(heddle_instrumented_libraries libraries result)
  set(all)
  foreach(library ${libraries})
    if(TARGET ${library})
      heddle_instrumented_target(${library} library)
    elseif(library MATCHES "^([A-Za-z0-9_]+)::[^@]")
      find_package(${CMAKE_MATCH_1} QUIET)
    endif()
    list(APPEND all ${library})
  endforeach()
  set(${result} "${all}" PARENT_SCOPE)
endfunction()
