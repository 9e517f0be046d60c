# The slicer: the library heddle_slice and the program heddle_slicer, next to the program heddle, which runs it. Only
# the slicer is linked with LLVM: loading LLVM would cost each start of `heddle` far more than its own work.
execute_process(COMMAND ${HEDDLE_LLVM_CONFIG} --libdir OUTPUT_VARIABLE HEDDLE_LLVM_LIBRARIES
                OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
find_library(HEDDLE_LLVM LLVM-19 HINTS ${HEDDLE_LLVM_LIBRARIES} REQUIRED)

# heddle_uses_llvm(TARGET): LLVM has no type information.
function(heddle_uses_llvm target)
  target_include_directories(${target} SYSTEM PUBLIC ${HEDDLE_LLVM_INCLUDES})
  target_compile_definitions(${target} PRIVATE _GNU_SOURCE __STDC_CONSTANT_MACROS __STDC_FORMAT_MACROS
                             __STDC_LIMIT_MACROS)
  target_compile_options(${target} PRIVATE -fno-rtti)
  heddle_without_sanitizers(${target})
endfunction()

file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/slice/*.cpp)
list(REMOVE_ITEM sources ${CMAKE_SOURCE_DIR}/src/slice/main.cpp)
# The names of places and functions are those of the pass.
add_library(heddle_slice STATIC ${sources} $<TARGET_OBJECTS:heddle_pass_parts>)
target_include_directories(heddle_slice PUBLIC ${CMAKE_SOURCE_DIR}/src)
target_link_libraries(heddle_slice PUBLIC ${HEDDLE_LLVM})
heddle_uses_llvm(heddle_slice)
# Like the pass, whose precompiled headers it shares.
set_target_properties(heddle_slice PROPERTIES POSITION_INDEPENDENT_CODE ON)
heddle_precompile_headers(heddle_slice llvm)
heddle_unity(heddle_slice)
add_executable(heddle_slicer ${CMAKE_SOURCE_DIR}/src/slice/main.cpp)
target_link_libraries(heddle_slicer PRIVATE heddle_slice)
heddle_uses_llvm(heddle_slicer)
add_dependencies(heddle heddle_slicer)
