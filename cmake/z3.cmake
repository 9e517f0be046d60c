# Z3::Z3: the solver. Debian's libz3-dev has no CMake package, so the header and the library are looked for.
#
# The library is loaded when one of its functions is first called: most explorations ask it nothing, and loading it takes
# longer than anything else at the start. So programs are linked with functions of the same names that jump into it.
find_path(Z3_INCLUDE_DIR z3++.h REQUIRED)
find_library(Z3_LIBRARY z3 REQUIRED)
file(REAL_PATH ${Z3_LIBRARY} z3_file)
execute_process(COMMAND ${CMAKE_OBJDUMP} -p ${z3_file} OUTPUT_VARIABLE z3_headers COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCH "SONAME +([^ \n]+)" z3_headers "${z3_headers}")
set(Z3_SONAME ${CMAKE_MATCH_1})
execute_process(COMMAND ${CMAKE_NM} -D --defined-only ${z3_file} OUTPUT_VARIABLE z3_symbols COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL " T Z3_[A-Za-z0-9_]+" z3_symbols "${z3_symbols}")
list(SORT z3_symbols)
list(TRANSFORM z3_symbols REPLACE " T (.+)" "  X(\\1) \\\\\n" OUTPUT_VARIABLE z3_symbols)
string(CONCAT Z3_FUNCTIONS ${z3_symbols})
configure_file(${CMAKE_CURRENT_LIST_DIR}/z3_functions.cpp.in ${CMAKE_BINARY_DIR}/z3_functions.cpp @ONLY)

add_library(heddle_z3 STATIC ${CMAKE_BINARY_DIR}/z3_functions.cpp)
target_include_directories(heddle_z3 SYSTEM INTERFACE ${Z3_INCLUDE_DIR})
target_link_libraries(heddle_z3 PRIVATE ${CMAKE_DL_LIBS})
add_library(Z3::Z3 ALIAS heddle_z3)
