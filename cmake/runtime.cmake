# The runtime is linked into tested programs: it uses neither exceptions nor type information, and is never instrumented
# itself. heddle_runtime_parts are its components that replace no function of libc, so that tests can link them.
# Stacks are unwound using the tables for exceptions; src/native/symbolizer.cpp recognises the runtime by the names of its
# sources, even if a compiler cache has made them relative.
file(RELATIVE_PATH relative_sources ${CMAKE_BINARY_DIR} ${CMAKE_SOURCE_DIR}/src)
set(runtime_options -O2 -fno-exceptions -fno-rtti -fno-sanitize=all -fasynchronous-unwind-tables
    -ffile-prefix-map=${CMAKE_SOURCE_DIR}/src/=/heddle/src/ -ffile-prefix-map=${relative_sources}/=/heddle/src/)

file(GLOB_RECURSE parts CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/runtime/memory/*.cpp
     ${CMAKE_SOURCE_DIR}/src/runtime/race/*.cpp ${CMAKE_SOURCE_DIR}/src/runtime/library/*.cpp)
list(APPEND parts ${CMAKE_SOURCE_DIR}/src/runtime/symbolic/expressions.cpp
     ${CMAKE_SOURCE_DIR}/src/runtime/symbolic/shadow_memory.cpp
     ${CMAKE_SOURCE_DIR}/src/runtime/names/layout_reader.cpp)
add_library(heddle_runtime_parts OBJECT ${parts})
target_compile_options(heddle_runtime_parts PRIVATE ${runtime_options})
target_include_directories(heddle_runtime_parts PUBLIC ${CMAKE_SOURCE_DIR}/src)
set_target_properties(heddle_runtime_parts PROPERTIES POSITION_INDEPENDENT_CODE ON)
heddle_unity(heddle_runtime_parts)

file(GLOB_RECURSE others CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/runtime/*.cpp)
list(REMOVE_ITEM others ${parts} ${CMAKE_SOURCE_DIR}/src/runtime/process/real_main.cpp)
# The parts of trace/ without state of their own: how a test decides what it leaves open, and names.
list(APPEND others ${CMAKE_SOURCE_DIR}/src/trace/policy.cpp ${CMAKE_SOURCE_DIR}/src/trace/trace.cpp)
# C library functions with shadows: compiled like programs. Without debug information, so that what they do is reported
# at the place of the user's call.
set(symbolic_pass -Xclang -load -Xclang $<TARGET_FILE:heddle_pass> -fpass-plugin=$<TARGET_FILE:heddle_pass> -Xclang
    -mllvm -Xclang -heddle-symbolic=always)
file(GLOB versions CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/runtime/strings/*.c)
file(GLOB version_headers CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/runtime/strings/*.h)
list(APPEND version_headers ${CMAKE_SOURCE_DIR}/src/abi/symbolic.h ${CMAKE_SOURCE_DIR}/src/abi/instrumented.h)
set(version_objects)
foreach(source ${versions})
  get_filename_component(name ${source} NAME_WE)
  set(object ${CMAKE_BINARY_DIR}/strings/${name}.o)
  add_custom_command(
    OUTPUT ${object}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_BINARY_DIR}/strings
    COMMAND clang-19 -std=gnu17 -O1 -g0 -fPIC -fno-builtin -D__NO_CTYPE -Wall -Wextra -Werror -fno-omit-frame-pointer
            -I${CMAKE_SOURCE_DIR}/src ${symbolic_pass} -c ${source} -o ${object}
    DEPENDS ${source} ${version_headers} heddle_pass)
  list(APPEND version_objects ${object})
endforeach()
# The parts of the C++ library that are not in headers, likewise.
file(GLOB cxx_parts CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/runtime/cxx/*.cpp)
file(GLOB cxx_headers CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/include/cxx/bits/*.h)
list(REMOVE_ITEM others ${cxx_parts})
foreach(source ${cxx_parts})
  get_filename_component(name ${source} NAME_WE)
  set(object ${CMAKE_BINARY_DIR}/cxx/${name}.o)
  add_custom_command(
    OUTPUT ${object}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_BINARY_DIR}/cxx
    COMMAND clang++-19 -std=c++20 -O1 -g0 -fPIC -D_GLIBCXX_ASSERTIONS -isystem ${CMAKE_SOURCE_DIR}/include/cxx -Wall
            -Wextra -Werror -fno-omit-frame-pointer ${symbolic_pass} -c ${source}
            -o ${object}
    DEPENDS ${source} ${cxx_headers} heddle_pass)
  list(APPEND version_objects ${object})
endforeach()
add_library(heddle_runtime STATIC ${others} ${version_objects} $<TARGET_OBJECTS:heddle_runtime_parts>)
target_compile_options(heddle_runtime PRIVATE ${runtime_options})
target_include_directories(heddle_runtime PUBLIC ${CMAKE_SOURCE_DIR}/src)
set_target_properties(heddle_runtime PROPERTIES POSITION_INDEPENDENT_CODE ON LINKER_LANGUAGE CXX)
# A program may have a function with the same name as one of ours. Linked into one object in advance, all of it takes
# less time to link with each program.
set(runtime_object ${CMAKE_BINARY_DIR}/heddle_runtime.o)
add_custom_command(
  TARGET heddle_runtime POST_BUILD
  COMMAND ${CMAKE_CXX_COMPILER} -r -nostdlib -o ${runtime_object} -Wl,--whole-archive $<TARGET_FILE:heddle_runtime>
  COMMAND ${CMAKE_OBJCOPY} --weaken ${runtime_object}
  COMMAND ${CMAKE_COMMAND} -E rm $<TARGET_FILE:heddle_runtime>
  COMMAND ${CMAKE_AR} rcs $<TARGET_FILE:heddle_runtime> ${runtime_object}
  COMMAND ${CMAKE_COMMAND} -E rm ${runtime_object})
add_library(heddle_real_main STATIC ${CMAKE_SOURCE_DIR}/src/runtime/process/real_main.cpp)
target_compile_options(heddle_real_main PRIVATE ${runtime_options})
set_target_properties(heddle_real_main PROPERTIES POSITION_INDEPENDENT_CODE ON)
add_dependencies(heddle_runtime heddle_real_main)
# Exceptions of the program pass through the code for things that happen once.
set_source_files_properties(${CMAKE_SOURCE_DIR}/src/runtime/sync/once.cpp PROPERTIES COMPILE_OPTIONS -fexceptions)
set_source_files_properties(${CMAKE_SOURCE_DIR}/src/runtime/process/terminate.cpp
                            ${CMAKE_SOURCE_DIR}/src/runtime/interpose/new.cpp
                            PROPERTIES COMPILE_OPTIONS "-fexceptions;-frtti")

# The C library has inline versions of what this file defines.
set_source_files_properties(${CMAKE_SOURCE_DIR}/src/runtime/interpose/input_streams.cpp
                            PROPERTIES COMPILE_DEFINITIONS __NO_INLINE__)

heddle_unity(heddle_runtime)
# What every step passes through is compiled as one unit, so that it is inlined across files.
set(hot_path schedule/scheduler schedule/steps observe/hooks observe/visible_cells schedule/synchronisation
    names/places names/locations schedule/spin)
list(TRANSFORM hot_path PREPEND ${CMAKE_SOURCE_DIR}/src/runtime/)
list(TRANSFORM hot_path APPEND .cpp)
set_source_files_properties(${hot_path} PROPERTIES UNITY_GROUP hot_path)
set_target_properties(heddle_runtime PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)

# What programs include is next to the program heddle, as when installed.
file(CREATE_LINK ${CMAKE_SOURCE_DIR}/include ${CMAKE_BINARY_DIR}/include SYMBOLIC)
