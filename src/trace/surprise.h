#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <utility>

namespace heddle::trace {

// Thrown by observers of traces when a run did not do what they knew it would do: either the program is not
// deterministic, or they are wrong. Whoever ran the test finds out which (explore/loop.cpp).
struct Surprise {
  std::size_t operation = 0;  // index into Trace::operations of the first step that is not as predicted; their number
                              // if the run should have continued
  std::string what;
};

// Unless the condition holds, the operation at this index is a surprise; the other arguments are the text, as for
// fmt::format.
template <typename... Arguments>
void expect_step(bool condition, std::size_t operation, fmt::format_string<Arguments...> format,
                 Arguments&&... arguments) {
  if (!condition) [[unlikely]]
    throw Surprise{operation, fmt::format(format, std::forward<Arguments>(arguments)...)};
}

}  // namespace heddle::trace
