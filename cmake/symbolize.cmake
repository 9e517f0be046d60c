# The program heddle_symbolizer, next to the program heddle. It is started for every finding, so LLVM is linked
# statically: loading the shared library would take twice as long as its work. Where the static libraries are missing, it
# is not built, and llvm-symbolizer-19 does its work.
execute_process(COMMAND ${HEDDLE_LLVM_CONFIG} --link-static --libfiles symbolize OUTPUT_VARIABLE libraries
                OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
separate_arguments(libraries)
find_library(HEDDLE_ZLIB z)
find_library(HEDDLE_ZSTD NAMES zstd libzstd.so.1)
find_library(HEDDLE_TINFO NAMES tinfo libtinfo.so.6)
if(failed OR NOT HEDDLE_ZLIB OR NOT HEDDLE_ZSTD OR NOT HEDDLE_TINFO)
  message(STATUS "No static libraries of LLVM: findings need llvm-symbolizer-19")
  return()
endif()
add_executable(heddle_symbolizer ${CMAKE_SOURCE_DIR}/src/symbolize/main.cpp)
heddle_uses_llvm(heddle_symbolizer)
target_link_libraries(heddle_symbolizer PRIVATE ${libraries} ${HEDDLE_ZLIB} ${HEDDLE_ZSTD} ${HEDDLE_TINFO})
target_link_options(heddle_symbolizer PRIVATE -Wl,--gc-sections)
add_dependencies(heddle heddle_symbolizer)
install(TARGETS heddle_symbolizer RUNTIME DESTINATION lib/heddle)
