#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "trace/sliced_places.h"

namespace heddle::cli {

// What is sliced, and for which failures (docs/slicing.md).
struct Slicing {
  std::vector<std::string> sources;
  std::vector<std::string> flags;  // of the compiler
  bool assertions = false;         // only assertions and the like
};

// The slice of the whole program, computed by the program heddle_slicer; what is built for it is in `folder`.
base::Result<trace::SlicedPlaces> slice_program(const Slicing& slicing, const std::string& folder);

}  // namespace heddle::cli
