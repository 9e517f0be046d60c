#include "trace/program_spec.h"

#include <array>

namespace heddle::trace {

namespace {

constexpr std::array<std::string_view, 2> kVisible = {"racy", "shared"};
constexpr std::array<std::string_view, 2> kIsolation = {"reset", "fork"};
constexpr std::array<std::string_view, 3> kCheckpoint = {"auto", "never", "always"};

template <class Enum, std::size_t N>
bool parse_name(const std::array<std::string_view, N>& names, std::string_view name, Enum& result) {
  for (std::size_t i = 0; i < N; ++i) {
    if (names[i] != name) continue;
    result = static_cast<Enum>(i);
    return true;
  }
  return false;
}

}  // namespace

std::string_view name(Visible visible) { return kVisible[static_cast<std::size_t>(visible)]; }
std::string_view name(Isolation isolation) { return kIsolation[static_cast<std::size_t>(isolation)]; }
std::string_view name(Checkpoint checkpoint) { return kCheckpoint[static_cast<std::size_t>(checkpoint)]; }
bool parse(std::string_view name, Visible& visible) { return parse_name(kVisible, name, visible); }
bool parse(std::string_view name, Isolation& isolation) { return parse_name(kIsolation, name, isolation); }
bool parse(std::string_view name, Checkpoint& checkpoint) { return parse_name(kCheckpoint, name, checkpoint); }

}  // namespace heddle::trace
