#include "report/first_difference.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "report/describe.h"

namespace heddle::report {

namespace {

using Json = nlohmann::json;

// The parts of an operation that are compared, and where it was.
struct Told {
  std::string thread;
  std::string kind;
  std::string text;
  std::string file;
  std::uint64_t line = 0;

  bool is_same(const Told& other) const { return thread == other.thread && kind == other.kind && text == other.text; }
};

std::string member(const Json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_string()) return {};
  std::string text = found->get<std::string>();
  std::ranges::replace_if(text, [](unsigned char c) { return c < ' '; }, ' ');
  return text;
}

Told told_in(const Json& object) {
  if (!object.is_object()) return {};
  const auto line = object.find("line");
  return {member(object, "thread"), member(object, "kind"), member(object, "text"), member(object, "file"),
          line != object.end() && line->is_number_unsigned() ? line->get<std::uint64_t>() : 0};
}

Told told_of(const trace::Operation& op, const trace::Names& names) {
  Told told{.thread = thread_name(op.thread, names), .kind = std::string(name(op.kind)), .text = {}, .file = {}};
  if (op.place.index() < names.places.size()) {
    const trace::Names::Place& place = names.places[op.place.index()];
    told.text = place.text;
    told.file = place.file;
    told.line = place.line;
  }
  return told;
}

std::string described(const Told& told) {
  const std::string place =
      told.file.empty() ? "" : fmt::format(" at {}:{}", told.file.substr(told.file.rfind('/') + 1), told.line);
  return fmt::format("{}{} ({})", told.thread, place, told.text.empty() ? told.kind : told.text);
}

}  // namespace

std::string first_difference(const std::string& trace_json, const trace::Trace& now, const trace::Names& names) {
  const Json before = Json::parse(trace_json, nullptr, false);
  const auto operations = before.is_object() ? before.find("operations") : before.end();
  if (operations == before.end() || !operations->is_array()) return {};
  std::size_t step = 0;
  for (std::size_t i = 0; i < std::max(operations->size(), now.operations.size()); ++i) {
    const bool is_now = i < now.operations.size();
    if (!is_now || is_step(now.operations[i])) ++step;
    if (i >= operations->size())
      return fmt::format("step {}: ended before, is {}", step, described(told_of(now.operations[i], names)));
    const Told was = told_in((*operations)[i]);
    if (!is_now) return fmt::format("step {}: was {}, ends before that", step, described(was));
    const Told is = told_of(now.operations[i], names);
    if (!was.is_same(is)) return fmt::format("step {}: was {}, is {}", step, described(was), described(is));
  }
  return {};
}

}  // namespace heddle::report
