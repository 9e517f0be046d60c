#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "model/executor.h"
#include "trace/executor.h"

namespace heddle::model {

using Strings = std::vector<std::string>;
using Definitions = std::map<std::string, std::int64_t>;

inline std::unique_ptr<trace::Executor> compiled(std::string_view source, const Definitions& definitions = {}) {
  Compiled c = compile(source, "test.model", definitions);
  for (const Diagnostic& d : c.diagnostics) ADD_FAILURE() << d.text();
  return std::move(c.executor);
}

// "2:5: message" for each diagnostic; without the place where there is none.
inline Strings errors(std::string_view source, const Definitions& definitions = {}) {
  const Compiled c = compile(source, "test.model", definitions);
  EXPECT_EQ(c.executor == nullptr, !c.diagnostics.empty());
  Strings result;
  for (const Diagnostic& d : c.diagnostics) {
    result.push_back((d.line == 0 ? "" : std::to_string(d.line) + ":" + std::to_string(d.column) + ": ") + d.message);
  }
  return result;
}

inline trace::Trace run(trace::Executor& executor, const trace::Test& test = {}) {
  trace::Trace trace;
  executor.run(test, trace);
  return trace;
}
inline trace::Trace run(std::string_view source, const trace::Test& test = {}) {
  const auto executor = compiled(source);
  return executor ? run(*executor, test) : trace::Trace();
}

// The operations as "T1 write x 0 -> 5", "T1 lock m", ...: the thread by number, the location by number.
inline std::string text(const trace::Operation& op) {
  std::string result = std::to_string(op.thread.value) + " " + std::string(trace::name(op.kind));
  if (op.location.valid()) result += " @" + std::to_string(op.location.value);
  if (op.choice != trace::kNoChoice) result += " #" + std::to_string(op.choice);
  if (op.before != 0 || op.value != 0) result += " " + std::to_string(op.before) + "->" + std::to_string(op.value);
  return result;
}
inline Strings operations(const trace::Trace& trace) {
  Strings result;
  for (const trace::Operation& op : trace.operations) result.push_back(text(op));
  return result;
}
inline Strings steps(const trace::Trace& trace) {
  Strings result;
  for (const trace::Operation& op : trace.operations) {
    if (trace::is_step(op)) result.push_back(text(op));
  }
  return result;
}
inline Strings pending(const trace::Trace& trace) {
  Strings result;
  for (const trace::Pending& p : trace.pending) {
    result.push_back(std::string(trace::name(p.why)) + ": " + text(p.operation));
  }
  return result;
}
inline Strings failures(const trace::Trace& trace) {
  Strings result;
  for (const trace::Failure& f : trace.failures) {
    result.push_back(std::to_string(f.thread.value) + " " + std::string(trace::name(f.kind)));
  }
  return result;
}

// A schedule from thread numbers.
inline trace::Test schedule(std::initializer_list<int> threads) {
  trace::Test test;
  for (const int t : threads) test.schedule.push_back({trace::ThreadId(static_cast<std::size_t>(t)), trace::kNoChoice});
  return test;
}
inline trace::Step choosing(int thread, std::int32_t choice) {
  return {trace::ThreadId(static_cast<std::size_t>(thread)), choice};
}
inline const trace::ThreadSet kEverybody = trace::ThreadSet::all();

// The value that an expression has in a thread with the local variables a, b and c.
inline std::int64_t value_of(const std::string& expression, std::int64_t a = 0, std::int64_t b = 0,
                             std::int64_t c = 0) {
  const auto executor =
      compiled("const A = 0, B = 0, C = 0; shared result; thread T { local a = A; local b = B; local c = C; result = " +
                   expression + "; }",
               {{"A", a}, {"B", b}, {"C", c}});
  if (!executor) return -1;
  const trace::Trace trace = run(*executor);
  return trace.operations.at(trace.operations.size() - 2).value;
}

inline std::string read_file(const std::string& path) {
  std::ifstream in(std::string(HEDDLE_SOURCE_DIR) + "/" + path);
  std::ostringstream content;
  content << in.rdbuf();
  return content.str();
}

}  // namespace heddle::model
