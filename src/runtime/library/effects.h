#pragma once

#include <span>
#include <string_view>

#include "runtime/library/library_call.h"

// The table of effects: which memory the C library functions read and write through their arguments and between calls.

namespace heddle::runtime {

struct Effects {
  std::string_view name;
  void (*tell)(LibraryCall&);  // null: nothing that others could see
};

// By subject; together they are the table. Each is sorted by name.
std::span<const Effects> effects_on_memory();
std::span<const Effects> effects_on_texts();
std::span<const Effects> effects_on_wide_texts();
std::span<const Effects> effects_of_numbers();
std::span<const Effects> effects_of_formats();
std::span<const Effects> effects_of_streams();
std::span<const Effects> effects_of_time();
std::span<const Effects> effects_of_system();
std::span<const Effects> effects_of_threads();
std::span<const Effects> effects_of_cxx_library();
std::span<const Effects> effects_of_filesystem();

// For virtual functions of facets; null for others.
const Effects* effects_of_facet(std::string_view name);

// Null if it is not in the table.
const Effects* effects_of(std::string_view name);

}  // namespace heddle::runtime
