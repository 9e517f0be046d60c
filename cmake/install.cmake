# cmake --install, find_package(Heddle) and the Debian package. The program finds its parts in ../lib/heddle of its own
# folder (src/cli/compiler.cpp), so that a prefix can be moved; nothing of the source or build tree is used any more.
include(CMakePackageConfigHelpers)

set(parts lib/heddle)
install(TARGETS heddle RUNTIME DESTINATION bin)
install(TARGETS heddle_slicer RUNTIME DESTINATION ${parts})
install(TARGETS heddle_runtime heddle_real_main ARCHIVE DESTINATION ${parts})
install(TARGETS heddle_pass heddle_pass_symbolic heddle_pass_locals heddle_pass_concrete LIBRARY DESTINATION ${parts})
# What programs under Heddle include, and what all programs may include.
install(DIRECTORY ${CMAKE_SOURCE_DIR}/include DESTINATION ${parts})
install(DIRECTORY ${CMAKE_SOURCE_DIR}/include/heddle DESTINATION include)
install(FILES ${CMAKE_SOURCE_DIR}/README.md ${CMAKE_SOURCE_DIR}/CHANGELOG.md DESTINATION share/doc/heddle)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/docs ${CMAKE_SOURCE_DIR}/examples DESTINATION share/doc/heddle)

# The compilers by names of their own, for build systems that take one word.
foreach(compiler heddle-cc heddle-c++)
  file(CREATE_LINK heddle ${CMAKE_BINARY_DIR}/${compiler} SYMBOLIC)
  install(FILES ${CMAKE_BINARY_DIR}/${compiler} DESTINATION bin)
endforeach()

# find_package(Heddle) finds the build tree as it finds a prefix.
set(package ${CMAKE_BINARY_DIR}/HeddleConfig.cmake ${CMAKE_BINARY_DIR}/HeddleTests.cmake
    ${CMAKE_BINARY_DIR}/HeddleConfigVersion.cmake)
configure_file(cmake/package/HeddleConfig.cmake ${CMAKE_BINARY_DIR} COPYONLY)
configure_file(cmake/package/HeddleTests.cmake ${CMAKE_BINARY_DIR} COPYONLY)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/HeddleConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${package} DESTINATION lib/cmake/Heddle)
