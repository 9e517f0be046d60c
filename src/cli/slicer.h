#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "trace/program_spec.h"
#include "trace/sliced_places.h"

namespace heddle::cli {

// A compiler flag, as far as a stored test is concerned (trace::ProgramSpec::flags): variables that influence no
// failure are set aside. It is removed before the compiler sees it.
inline constexpr const char* kSliceFlag = "-fslice";
bool is_sliced(const trace::ProgramSpec& spec);

// What is sliced, and for which failures (docs/slicing.md).
struct Slicing {
  std::vector<std::string> sources;
  std::vector<std::string> flags;  // of the compiler
  bool assertions = false;         // only assertions and the like
};

// The slice of the whole program, computed by the program heddle_slicer; what is built for it is in `folder`.
base::Result<trace::SlicedPlaces> slice_program(const Slicing& slicing, const std::string& folder);
// Where its table then is.
std::string table_in(const std::string& folder);

}  // namespace heddle::cli
