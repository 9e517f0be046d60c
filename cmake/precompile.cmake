# Library headers that nearly every source includes are compiled once for all targets that are compiled alike. A source
# still includes what it uses: with -DHEDDLE_PRECOMPILE=OFF everything must compile, too.
#
# A compiler cache does better without them.
if(CMAKE_CXX_COMPILER_LAUNCHER)
  set(precompile OFF)
else()
  set(precompile ON)
endif()
option(HEDDLE_PRECOMPILE "Precompile the headers of libraries that nearly all sources include" ${precompile})

set(headers_standard <algorithm> <array> <chrono> <cstdint> <filesystem> <functional> <map> <memory> <optional> <ranges>
    <set> <span> <string> <string_view> <unordered_map> <utility> <variant> <vector>)
set(headers_explorer ${headers_standard} <fmt/format.h> <fmt/ranges.h>)
set(headers_cold ${headers_explorer})
set(headers_tests ${headers_explorer} <gmock/gmock.h> <gtest/gtest.h>)
set(headers_llvm <algorithm> <string> <vector> <llvm/IR/DebugInfoMetadata.h> <llvm/IR/IRBuilder.h>
    <llvm/IR/InstIterator.h> <llvm/IR/Instructions.h> <llvm/IR/IntrinsicInst.h> <llvm/IR/Module.h>
    <llvm/IR/PassManager.h>)

# heddle_precompile_headers(TARGET SET): the headers_SET. The first target of a set decides how they are compiled; it
# must have all its options by then.
function(heddle_precompile_headers target headers)
  if(NOT HEDDLE_PRECOMPILE)
    return()
  endif()
  get_property(first GLOBAL PROPERTY heddle_precompiled_${headers})
  if(first)
    target_precompile_headers(${target} REUSE_FROM ${first})
  else()
    set_property(GLOBAL PROPERTY heddle_precompiled_${headers} ${target})
    target_precompile_headers(${target} PRIVATE ${headers_${headers}})
  endif()
endfunction()
