#include "native/difference.h"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::native {

namespace {

constexpr std::size_t kShown = 3;  // operations of each run that are shown

std::string place_of(trace::PlaceId id, const trace::Names& names) {
  if (id.index() == 0 || id.index() >= names.places.size()) return "";
  const trace::Names::Place& place = names.places[id.index()];
  return fmt::format(" at {}:{}", place.file, place.line);
}

std::string text_of(const trace::Operation& op, const trace::Names& names) {
  std::string result = fmt::format("{}: {}", names.threads[op.thread.index()].name, name(op.kind));
  if (op.location.valid()) {
    result += fmt::format(" {} ({}", names.locations[op.location.index()], op.before);
    result += op.value != op.before ? fmt::format(" -> {})", op.value) : ")";
  }
  return result + place_of(op.place, names);
}

void show(std::string& text, const char* run, const trace::Trace& trace, std::size_t from, const trace::Names& names) {
  const std::size_t end = std::min(trace.operations.size(), from + kShown);
  for (std::size_t i = from; i < end; ++i)
    text += fmt::format("\n  {}, operation {}: {}", run, i + 1, text_of(trace.operations[i], names));
  if (end < from + kShown) text += fmt::format("\n  {}: the end, {}", run, name(trace.outcome));
  for (const trace::Failure& failure : trace.failures) {
    if (end == trace.operations.size())
      text += fmt::format("\n  {}: {}{}", run, name(failure.kind), place_of(failure.place, names));
  }
}

}  // namespace

std::string describe_difference(const trace::Trace& once, const trace::Trace& again, const trace::Names& names,
                                const std::vector<std::string>& reasons) {
  const std::size_t size = std::min(once.operations.size(), again.operations.size());
  std::size_t at = 0;
  while (at < size && once.operations[at] == again.operations[at]) ++at;
  std::string result = fmt::format("the program is not deterministic: its first run, repeated, differs {}",
                                   at < size ? fmt::format("from operation {} on", at + 1) : "at its end");
  show(result, "once", once, at, names);
  show(result, "again", again, at, names);
  for (const std::string& reason : reasons) result += fmt::format("\n  {}", reason);
  return result +
         "\nDoes it read uninitialised memory, a device, the network, or what another process changes? Compiled with "
         "-O0 or -fsanitize=memory it may show where; what it reads from outside can be made an input.";
}

}  // namespace heddle::native
