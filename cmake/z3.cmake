# Z3::Z3: the solver. Debian's libz3-dev has no CMake package, so the header and the library are looked for.
find_path(Z3_INCLUDE_DIR z3++.h REQUIRED)
find_library(Z3_LIBRARY z3 REQUIRED)
add_library(Z3::Z3 UNKNOWN IMPORTED)
set_target_properties(Z3::Z3 PROPERTIES IMPORTED_LOCATION ${Z3_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${Z3_INCLUDE_DIR})
