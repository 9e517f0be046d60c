# cmake --install, find_package(Heddle) and the Debian package. The program finds its parts in ../lib/heddle of its own
# folder (src/cli/tool_chain.cpp), so that a prefix can be moved; nothing of the source or build tree is used any more.
include(CMakePackageConfigHelpers)

set(parts lib/heddle)
install(TARGETS heddle RUNTIME DESTINATION bin)
install(TARGETS heddle_slicer RUNTIME DESTINATION ${parts})
install(TARGETS heddle_runtime heddle_real_main ARCHIVE DESTINATION ${parts})
install(TARGETS heddle_pass LIBRARY DESTINATION ${parts})
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

# Manual pages and completions are what the program itself says of its options.
set(generated ${CMAKE_BINARY_DIR}/generated)
set(man ${generated}/share/man/man1)
set(completions ${generated}/share/bash-completion/completions ${generated}/share/zsh/vendor-completions
    ${generated}/share/fish/vendor_completions.d)
install(CODE "file(REMOVE_RECURSE \"${generated}\")\nfile(MAKE_DIRECTORY \"${man}\")")
foreach(folder ${completions})
  install(CODE "file(MAKE_DIRECTORY \"${folder}\")")
endforeach()
function(heddle_generate file)
  install(CODE "execute_process(COMMAND \"$<TARGET_FILE:heddle>\" ${ARGN} OUTPUT_FILE \"${file}\" COMMAND_ERROR_IS_FATAL ANY)")
endfunction()
heddle_generate(${man}/heddle.1 man)
foreach(verb test cc c++ ask replay dump slice strategies init doctor completion man)
  heddle_generate(${man}/heddle-${verb}.1 man ${verb})
endforeach()
list(GET completions 0 bash)
list(GET completions 1 zsh)
list(GET completions 2 fish)
heddle_generate(${bash}/heddle completion bash)
heddle_generate(${zsh}/_heddle completion zsh)
heddle_generate(${fish}/heddle.fish completion fish)
install(DIRECTORY ${generated}/share DESTINATION .)

# The Debian package: cpack -G DEB in the build folder.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME heddle)
set(CPACK_PACKAGE_CONTACT "Heddle <heddle@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "systematic testing of multithreaded C and C++ programs")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES OFF) # a stripped runtime would lose the names of its sources
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
find_program(HEDDLE_SHLIBDEPS dpkg-shlibdeps)
if(HEDDLE_SHLIBDEPS)
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
endif()
# What Heddle runs: the compiler, and the libraries that programs are linked with.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "clang-19, libboost-context-dev, libstdc++-12-dev, libc6-dev")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "gdb, llvm-19")
include(CPack)
