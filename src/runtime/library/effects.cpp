#include "runtime/library/effects.h"

#include <algorithm>

namespace heddle::runtime {

const Effects* effects_of(std::string_view name) {
  for (const std::span<const Effects> subject :
       {effects_on_memory(), effects_on_texts(), effects_on_wide_texts(), effects_of_numbers(), effects_of_formats(),
        effects_of_streams(), effects_of_time(), effects_of_system(), effects_of_threads(), effects_of_cxx_library(),
        effects_of_filesystem()}) {
    const auto before = [](const Effects& entry, std::string_view wanted) { return entry.name < wanted; };
    const auto found = std::lower_bound(subject.begin(), subject.end(), name, before);
    if (found != subject.end() && found->name == name) return &*found;
  }
  return effects_of_facet(name);
}

}  // namespace heddle::runtime
