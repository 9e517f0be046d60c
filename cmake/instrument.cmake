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
list(REMOVE_ITEM sources ${CMAKE_SOURCE_DIR}/src/instrument/plugin.cpp)
add_library(heddle_pass_parts OBJECT ${sources})
add_library(heddle_pass MODULE ${CMAKE_SOURCE_DIR}/src/instrument/plugin.cpp $<TARGET_OBJECTS:heddle_pass_parts>)
set_target_properties(heddle_pass PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
foreach(target heddle_pass_parts heddle_pass)
  target_include_directories(${target} PRIVATE ${CMAKE_SOURCE_DIR}/src)
  target_include_directories(${target} SYSTEM PRIVATE ${HEDDLE_LLVM_INCLUDES})
  target_compile_definitions(${target} PRIVATE _GNU_SOURCE __STDC_CONSTANT_MACROS __STDC_FORMAT_MACROS __STDC_LIMIT_MACROS)
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_compile_options(${target} PRIVATE -fno-rtti)
  heddle_without_sanitizers(${target})
endforeach()
