#pragma once

#include <cstdint>
#include <string_view>

namespace heddle::runtime {

// What a function outside of the instrumented code means for the exploration.
enum class Control : std::uint8_t {
  kHarmless,  // it only computes, or what it changes is memory that is reset after the run, or the runtime replaces it
  kReadsFiles,  // fine as long as the files stay as they are; descriptors are closed after the run
  kNeedsFork,   // changes what only the end of a process undoes
  kUnknown,
};

Control control_of(std::string_view name);
// Is it known by the beginning of its name only? The runtime replaces such functions, or they belong to the C++ library
// and the compiler.
bool is_of_family(std::string_view name);

}  // namespace heddle::runtime
