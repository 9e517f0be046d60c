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
// Is it a function that touches no memory which threads of the program share, although it gets pointers? It belongs to
// a family that is known by the beginning of its names.
bool shares_nothing(std::string_view name);
// Do names like this belong to what the runtime replaces? One that is found in a library nevertheless is not replaced.
bool is_replaced_family(std::string_view name);

}  // namespace heddle::runtime
