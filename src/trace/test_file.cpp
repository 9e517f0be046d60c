#include "trace/test_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <concepts>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

namespace heddle::trace {

namespace {

using Json = nlohmann::ordered_json;

Json threads_json(const std::vector<Names::Thread>& threads) {
  Json result = Json::array();
  for (const Names::Thread& thread : threads) {
    const Json parent = thread.parent.valid() ? Json(thread.parent.value) : Json(nullptr);
    result.push_back({{"parent", parent}, {"nth", thread.nth}, {"name", thread.name}});
  }
  return result;
}

Json json_of(Visible visible) { return name(visible); }
Json json_of(std::optional<Isolation> isolation) { return isolation ? name(*isolation) : ""; }
Json json_of(Checkpoint checkpoint) { return name(checkpoint); }
template <class Value>
Json json_of(const Value& value) {
  return value;
}

// Takes the place of a cell's size: it is a lock.
constexpr const char* kLock = "lock";

Json native_json(const TestFile& file) {
  Json result = Json::object();
  for_each_native_field(file.spec, [&](const char* key, const auto& value) {
    result[key] = json_of(value);
    return false;
  });
  Json cells = Json::array();
  for (const VisibleCell& cell : file.cells) {
    Json& json = cells.emplace_back(Json::array({cell.address}));
    if (cell.is_lock) {
      json.push_back(kLock);
    } else {
      json.push_back(cell.size);
    }
  }
  result["cells"] = std::move(cells);
  return result;
}

// --- reading: each function returns what is wrong, or nothing

using Problem = std::optional<std::string>;

Problem wrong(std::string_view what, std::string_view expected) {
  return fmt::format("'{}' must be {}", what, expected);
}

template <class Number>
Problem read_number(const Json& json, std::string_view what, Number& result, std::int64_t low, std::int64_t high) {
  const auto refuse = [&] { return wrong(what, fmt::format("a whole number from {} to {}", low, high)); };
  if (!json.is_number_integer()) return refuse();
  if (json.is_number_unsigned() && json.get<std::uint64_t>() > std::numeric_limits<std::int64_t>::max()) {
    return refuse();
  }
  const auto number = json.get<std::int64_t>();
  if (number < low || number > high) return refuse();
  result = static_cast<Number>(number);
  return {};
}

template <class Number>
Problem read_number(const Json& json, std::string_view what, Number& result) {
  const auto high =
      std::min<std::uint64_t>(std::numeric_limits<Number>::max(), std::numeric_limits<std::int64_t>::max());
  return read_number(json, what, result, std::numeric_limits<Number>::min(), static_cast<std::int64_t>(high));
}

// The member `key` of an object, or null.
const Json* member(const Json& object, std::string_view key) {
  const auto found = object.find(key);
  return found == object.end() ? nullptr : &*found;
}

Problem read_string(const Json& object, std::string_view key, std::string& result) {
  const Json* json = member(object, key);
  if (json == nullptr || !json->is_string()) return wrong(key, "a text");
  result = json->get<std::string>();
  return {};
}

Problem read_array(const Json& object, std::string_view key, std::size_t limit, const Json*& result) {
  result = member(object, key);
  if (result == nullptr || !result->is_array()) return wrong(key, "a list");
  if (result->size() > limit) return wrong(key, fmt::format("a list of at most {} elements", limit));
  return {};
}

Problem read_thread_id(const Json& json, std::string_view what, std::size_t count, ThreadId& thread) {
  if (count == 0) return wrong(what, "empty, because there are no threads");
  return read_number(json, what, thread.value, 0, static_cast<std::int64_t>(count) - 1);
}

Problem read_definitions(const Json& object, TestFile& file) {
  const Json* json = member(object, "definitions");
  if (json == nullptr || !json->is_object()) return wrong("definitions", "an object");
  if (json->size() > kMaxDefinitions) {
    return wrong("definitions", fmt::format("an object of at most {} members", kMaxDefinitions));
  }
  for (const auto& [key, value] : json->items()) {
    if (Problem problem = read_number(value, "definitions", file.spec.definitions[key])) return problem;
  }
  return {};
}

// One function for each type of a member of ProgramSpec.

Problem read_value(const Json& json, std::string_view key, std::vector<std::string>& words) {
  if (!json.is_array() || json.size() > kMaxWords) return wrong(key, "a list of texts");
  for (const Json& word : json) {
    if (!word.is_string()) return wrong(key, "a list of texts");
    words.push_back(word.get<std::string>());
  }
  return {};
}

template <std::integral Number>
Problem read_value(const Json& json, std::string_view key, Number& number) {
  return read_number(json, key, number);
}

Problem read_value(const Json& json, std::string_view key, std::vector<std::uint32_t>& sizes) {
  if (!json.is_array() || json.size() > kMaxWords) return wrong(key, "a list of sizes");
  for (const Json& size : json) {
    if (Problem problem = read_value(size, key, sizes.emplace_back())) return problem;
  }
  return {};
}

Problem read_value(const Json& json, std::string_view key, bool& value) {
  if (!json.is_boolean()) return wrong(key, "true or false");
  value = json.get<bool>();
  return {};
}

Problem read_value(const Json& json, std::string_view key, double& seconds) {
  if (!json.is_number() || !(json.get<double>() > 0)) return wrong(key, "a number above 0");
  seconds = json.get<double>();
  return {};
}

Problem read_value(const Json& json, std::string_view key, Visible& visible) {
  if (!json.is_string() || !parse(json.get<std::string>(), visible)) return wrong(key, "racy or shared");
  return {};
}

Problem read_value(const Json& json, std::string_view key, std::optional<Isolation>& isolation) {
  if (json.is_string() && json.get<std::string>().empty()) return {};
  if (!json.is_string() || !parse(json.get<std::string>(), isolation.emplace()))
    return wrong(key, "reset, fork or empty");
  return {};
}

Problem read_value(const Json& json, std::string_view key, Checkpoint& checkpoint) {
  if (!json.is_string() || !parse(json.get<std::string>(), checkpoint)) return wrong(key, "auto, never or always");
  return {};
}

Problem read_cells(const Json& object, std::vector<VisibleCell>& cells) {
  const Json* list = nullptr;
  if (Problem problem = read_array(object, "cells", kMaxStoredCells, list)) return problem;
  for (const Json& json : *list) {
    if (!json.is_array() || json.size() != 2)
      return wrong("cells", "a list of [address, size] and [address, \"lock\"]");
    VisibleCell cell;
    Problem problem = read_number(json[0], "cells", cell.address, 0, std::numeric_limits<std::int64_t>::max());
    cell.is_lock = json[1] == kLock;
    if (!problem && !cell.is_lock)
      problem = read_number(json[1], "cells", cell.size, 0, std::numeric_limits<std::int32_t>::max());
    if (problem) return problem;
    cells.push_back(cell);
  }
  return {};
}

// What is missing has its default: it may be newer than the test.
Problem read_native(const Json& object, TestFile& file) {
  const Json* json = member(object, "native");
  if (json == nullptr) return {};
  if (!json->is_object()) return wrong("native", "an object");
  file.spec.native = true;
  Problem problem;
  for_each_native_field(file.spec, [&](const char* key, auto& value) {
    if (const Json* const stored = member(*json, key); stored != nullptr) problem = read_value(*stored, key, value);
    return problem.has_value();
  });
  return problem ? problem : read_cells(*json, file.cells);
}

Problem read_symbolic_values(const Json& object, TestFile& file) {
  if (const Json* const json = member(object, "symbolic_reads"); json != nullptr) {
    if (Problem problem = read_value(*json, "symbolic_reads", file.spec.symbolic_reads)) return problem;
  }
  const Json* const json = member(object, "symbolic_locals");
  return json == nullptr ? Problem() : read_value(*json, "symbolic_locals", file.spec.symbolic_locals);
}

Problem read_threads(const Json& object, TestFile& file) {
  const Json* list = nullptr;
  if (Problem problem = read_array(object, "threads", kMaxThreads, list)) return problem;
  for (const Json& json : *list) {
    const Json* parent = json.is_object() ? member(json, "parent") : nullptr;
    const Json* nth = json.is_object() ? member(json, "nth") : nullptr;
    if (parent == nullptr || nth == nullptr) return wrong("threads", "a list of {parent, nth, name}");
    Names::Thread thread;
    if (Problem problem = read_string(json, "name", thread.name)) return problem;
    if (Problem problem = read_number(*nth, "nth", thread.nth)) return problem;
    if (!parent->is_null()) {
      if (file.threads.empty()) return wrong("parent", "null for the first thread");
      Problem problem = read_thread_id(*parent, "parent", file.threads.size(), thread.parent);
      if (problem) return problem;
    }
    file.threads.push_back(std::move(thread));
  }
  return {};
}

Problem read_schedule(const Json& object, TestFile& file) {
  const Json* list = nullptr;
  if (Problem problem = read_array(object, "schedule", kMaxScheduleSteps, list)) return problem;
  file.test.schedule.reserve(list->size());
  for (const Json& json : *list) {
    if (!json.is_array() || json.size() != 2) return wrong("schedule", "a list of [thread, choice]");
    Step step;
    Problem problem = read_thread_id(json[0], "schedule", file.threads.size(), step.thread);
    if (!problem) problem = read_number(json[1], "schedule", step.choice);
    if (problem) return problem;
    file.test.schedule.push_back(step);
  }
  return {};
}

Problem read_inputs(const Json& object, TestFile& file) {
  const Json* list = nullptr;
  if (Problem problem = read_array(object, "inputs", kMaxInputs, list)) return problem;
  for (const Json& json : *list) {
    if (!json.is_array() || json.size() != 3) return wrong("inputs", "a list of [thread, nth, value]");
    InputValue input;
    Problem problem = read_thread_id(json[0], "inputs", file.threads.size(), input.thread);
    if (!problem) problem = read_number(json[1], "inputs", input.nth);
    if (!problem) problem = read_number(json[2], "inputs", input.value);
    if (problem) return problem;
    file.test.inputs.push_back(input);
  }
  return {};
}

Problem read_expected(const Json& object, TestFile& file) {
  const Json* expected = member(object, "expected");
  if (expected == nullptr || !expected->is_object()) return wrong("expected", "an object");
  std::string outcome;
  if (Problem problem = read_string(*expected, "outcome", outcome)) return problem;
  if (!parse_outcome(outcome, file.outcome)) return wrong("outcome", "an outcome such as 'failed'");
  if (Problem problem = read_string(*expected, "kind", file.finding_kind)) return problem;
  if (Problem problem = read_string(*expected, "where", file.finding_where)) return problem;
  return read_string(*expected, "message", file.finding_message);
}

Problem read_all(const Json& object, TestFile& file) {
  const Json* format = object.is_object() ? member(object, "format") : nullptr;
  int version = 0;
  if (format == nullptr || read_number(*format, "format", version)) {
    return "this is not a test of Heddle: there is no 'format' in it";
  }
  if (version != kTestFileFormat) {
    return fmt::format("this version of Heddle reads format {}, this is format {}", kTestFileFormat, version);
  }
  const Json* depth = member(object, "depth");
  if (depth == nullptr) return wrong("depth", "a number");
  Problem problem = read_number(*depth, "depth", file.test.depth);
  if (!problem) problem = read_string(object, "heddle", file.heddle_version);
  if (!problem) problem = read_string(object, "program", file.spec.program);
  if (!problem) problem = read_string(object, "directory", file.directory);
  if (!problem) problem = read_string(object, "program_hash", file.program_hash);
  if (!problem) problem = read_definitions(object, file);
  if (!problem) problem = read_symbolic_values(object, file);
  if (!problem) problem = read_native(object, file);
  if (!problem) problem = read_threads(object, file);
  if (!problem) problem = read_schedule(object, file);
  if (!problem) problem = read_inputs(object, file);
  if (!problem) problem = read_expected(object, file);
  return problem;
}

}  // namespace

std::string to_json(const TestFile& file) {
  Json schedule = Json::array();
  for (const Step& step : file.test.schedule) schedule.push_back({step.thread.value, step.choice});
  Json inputs = Json::array();
  for (const InputValue& input : file.test.inputs) {
    inputs.push_back({input.thread.value, input.nth, input.value});
  }
  Json object = {
      {"format", kTestFileFormat},
      {"heddle", file.heddle_version},
      {"program", file.spec.program},
      {"directory", file.directory},
      {"program_hash", file.program_hash},
      {"definitions", Json(file.spec.definitions)},
      {"depth", file.test.depth},
      {"threads", threads_json(file.threads)},
      {"schedule", std::move(schedule)},
      {"inputs", std::move(inputs)},
      {"expected",
       {{"outcome", name(file.outcome)},
        {"kind", file.finding_kind},
        {"where", file.finding_where},
        {"message", file.finding_message}}},
  };
  if (file.spec.symbolic_reads) object["symbolic_reads"] = true;
  if (file.spec.symbolic_locals) object["symbolic_locals"] = true;
  if (file.spec.native) object["native"] = native_json(file);
  std::string text = "{\n";
  for (const auto& [key, value] : object.items()) {
    const std::string line = value.dump(-1, ' ', false, Json::error_handler_t::replace);
    text += fmt::format("{}  \"{}\": {}", text.size() > 2 ? ",\n" : "", key, line);
  }
  return text + "\n}\n";
}

base::Result<TestFile> parse_test_file(std::string_view text, const std::string& file) {
  if (text.size() > kMaxTestFileBytes) {
    return base::Error{file, fmt::format("larger than {} bytes, which is the limit", kMaxTestFileBytes)};
  }
  Json object;
  try {
    object = Json::parse(text);
  } catch (const Json::exception& error) {
    // "[json.exception.parse_error.101] parse error at line 3, ..."
    const std::string_view what = error.what();
    const std::size_t number = what.find("] ");
    return base::Error{file, fmt::format("this is not JSON: {}", what.substr(number == what.npos ? 0 : number + 2))};
  }
  TestFile result;
  if (Problem problem = read_all(object, result)) return base::Error{file, *std::move(problem)};
  return result;
}

}  // namespace heddle::trace
