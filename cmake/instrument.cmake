# The pass plugin libheddle_pass.so beside the program heddle. LLVM itself is in the compiler that loads it.
find_program(HEDDLE_LLVM_CONFIG llvm-config-19 REQUIRED)
execute_process(COMMAND ${HEDDLE_LLVM_CONFIG} --includedir OUTPUT_VARIABLE HEDDLE_LLVM_INCLUDES
                OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)

# heddle_without_sanitizers(TARGET): for what runs inside programs that are not built with them.
function(heddle_without_sanitizers target)
  foreach(property COMPILE_OPTIONS LINK_OPTIONS)
    get_target_property(options ${target} ${property})
    if(options)
      list(FILTER options EXCLUDE REGEX "sanitize")
      set_property(TARGET ${target} PROPERTY ${property} ${options})
    endif()
  endforeach()
endfunction()

file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/instrument/*.cpp)
add_library(heddle_pass MODULE ${sources})
target_include_directories(heddle_pass PRIVATE ${CMAKE_SOURCE_DIR}/src)
target_include_directories(heddle_pass SYSTEM PRIVATE ${HEDDLE_LLVM_INCLUDES})
target_compile_definitions(heddle_pass PRIVATE _GNU_SOURCE __STDC_CONSTANT_MACROS __STDC_FORMAT_MACROS __STDC_LIMIT_MACROS)
set_target_properties(heddle_pass PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
target_compile_options(heddle_pass PRIVATE -fno-rtti)
heddle_without_sanitizers(heddle_pass)
