#include "cli/restart_bytes.h"

#include <algorithm>
#include <type_traits>

#include "base/bytes.h"
#include "journal/trace_codec.h"

namespace heddle::cli {

namespace {

using base::ByteReader;
using base::ByteWriter;
using trace::Words;

// --- each kind of part is written and read by two functions that mirror each other

template <class Enum>
  requires std::is_enum_v<Enum>
void write(ByteWriter& out, Enum value) {
  out.number(static_cast<std::uint64_t>(value));
}
template <class Enum>
  requires std::is_enum_v<Enum>
void read(ByteReader& in, Enum& value, Enum last) {
  const std::uint64_t number = in.number();
  if (number > static_cast<std::uint64_t>(last)) return in.fail();
  value = static_cast<Enum>(number);
}

void write(ByteWriter& out, const Words& words) {
  for (const std::string& text : {words.location, words.before, words.after}) out.text(text);
  out.number(words.address);
  out.number(words.opaque ? 1 : 0);
}
void read(ByteReader& in, Words& words) {
  for (std::string* text : {&words.location, &words.before, &words.after}) *text = in.text();
  words.address = in.number();
  words.opaque = in.number() != 0;
}

void write(ByteWriter& out, const explore::InputInfo& input) {
  out.text(input.name);
  out.integer(input.value);
  out.text(input.bytes);
  out.id(input.thread);
  out.number(input.nth);
  out.number(input.width);
  out.number(input.is_fraction ? 1 : 0);
}
void read(ByteReader& in, explore::InputInfo& input) {
  input.name = in.text();
  input.value = in.integer();
  input.bytes = in.text();
  input.thread = in.id<trace::ThreadId>();
  input.nth = static_cast<std::uint32_t>(in.number());
  input.width = static_cast<unsigned>(in.number());
  input.is_fraction = in.number() != 0;
}

void write(ByteWriter& out, const trace::VisibleCell& cell) {
  out.number(cell.address);
  out.number(cell.size);
  out.number(cell.is_lock ? 1 : 0);
}
void read(ByteReader& in, trace::VisibleCell& cell) {
  cell.address = in.number();
  cell.size = in.number();
  cell.is_lock = in.number() != 0;
}

void write(ByteWriter& out, const trace::Step& step) {
  out.id(step.thread);
  out.integer(step.choice);
}
void read(ByteReader& in, trace::Step& step) {
  step.thread = in.id<trace::ThreadId>();
  step.choice = static_cast<std::int32_t>(in.integer());
}

void write(ByteWriter& out, const trace::InputValue& input) {
  out.id(input.thread);
  out.number(input.nth);
  out.integer(input.value);
}
void read(ByteReader& in, trace::InputValue& input) {
  input.thread = in.id<trace::ThreadId>();
  input.nth = static_cast<std::uint32_t>(in.number());
  input.value = in.integer();
}

void write(ByteWriter& out, const explore::SourcePlace& place) {
  out.text(place.file);
  out.number(place.line);
  out.number(place.column);
}
void read(ByteReader& in, explore::SourcePlace& place) {
  place.file = in.text();
  place.line = static_cast<std::uint32_t>(in.number());
  place.column = static_cast<std::uint32_t>(in.number());
}

void write(ByteWriter& out, const trace::Held& held) {
  out.number(held.size());
  for (const auto& [lock, taken] : held) {
    out.id(lock);
    out.number(taken);
  }
}
void read(ByteReader& in, trace::Held& held) {
  for (std::size_t left = in.count(); left > 0; --left) {
    const auto lock = in.id<trace::LocationId>();
    held[lock] = in.number();
  }
}

void write(ByteWriter& out, const explore::RacingAccess& access) {
  out.number(access.operation);
  write(out, access.held);
}
void read(ByteReader& in, explore::RacingAccess& access) {
  access.operation = in.number();
  read(in, access.held);
}

void write(ByteWriter& out, const explore::Wait& wait) {
  out.number(wait.pending);
  out.id(wait.holder);
  out.number(wait.since);
  write(out, wait.held);
}
void read(ByteReader& in, explore::Wait& wait) {
  wait.pending = in.number();
  wait.holder = in.id<trace::ThreadId>();
  wait.since = in.number();
  read(in, wait.held);
}

void write(ByteWriter& out, const trace::Frame& frame) {
  out.text(frame.function);
  out.text(frame.file);
  out.number(frame.line);
}
void read(ByteReader& in, trace::Frame& frame) {
  frame.function = in.text();
  frame.file = in.text();
  frame.line = static_cast<std::uint32_t>(in.number());
}

void write(ByteWriter& out, const trace::Stack& stack);
void read(ByteReader& in, trace::Stack& stack);

template <class T>
void write(ByteWriter& out, const std::vector<T>& all) {
  out.number(all.size());
  for (const T& one : all) write(out, one);
}
template <class T>
void read(ByteReader& in, std::vector<T>& all) {
  all.resize(in.count());
  for (T& one : all) read(in, one);
}

void write(ByteWriter& out, const trace::Stack& stack) {
  out.id(stack.thread);
  write(out, stack.what);
  write(out, stack.frames);
  out.number(stack.is_cut ? 1 : 0);
}
void read(ByteReader& in, trace::Stack& stack) {
  stack.thread = in.id<trace::ThreadId>();
  read(in, stack.what, trace::Stack::What::kWrites);
  read(in, stack.frames);
  stack.is_cut = in.number() != 0;
}

void write(ByteWriter& out, const trace::Explanation& explanation) {
  write(out, explanation.stacks);
  out.number(explanation.has_symbolizer ? 1 : 0);
  write(out, explanation.operations);
  write(out, explanation.waiting);
  out.text(explanation.note);
  write(out, explanation.fault);
  out.id(explanation.freed_by);
  out.id(explanation.freed_at);
}
void read(ByteReader& in, trace::Explanation& explanation) {
  read(in, explanation.stacks);
  explanation.has_symbolizer = in.number() != 0;
  read(in, explanation.operations);
  read(in, explanation.waiting);
  explanation.note = in.text();
  read(in, explanation.fault);
  explanation.freed_by = in.id<trace::ThreadId>();
  explanation.freed_at = in.id<trace::PlaceId>();
}

void write(ByteWriter& out, const trace::Failure& failure) {
  write(out, failure.kind);
  out.id(failure.thread);
  out.id(failure.place);
  out.id(failure.other);
  out.id(failure.note);
}
void read(ByteReader& in, trace::Failure& failure) {
  read(in, failure.kind, trace::FailureKind::kDied);
  failure.thread = in.id<trace::ThreadId>();
  failure.place = in.id<trace::PlaceId>();
  failure.other = in.id<trace::PlaceId>();
  failure.note = in.id<trace::NoteId>();
}

void write(ByteWriter& out, const trace::DeadlockCore& core) {
  write(out, core.kind);
  std::vector<trace::ThreadId> waiting;
  for (const trace::ThreadId thread : core.waiting) waiting.push_back(thread);
  out.number(waiting.size());
  for (const trace::ThreadId thread : waiting) out.id(thread);
  out.id(core.keeper);
}
void read(ByteReader& in, trace::DeadlockCore& core) {
  read(in, core.kind, trace::DeadlockCore::Kind::kWaiting);
  for (std::size_t left = in.count(); left > 0; --left) {
    const auto thread = in.id<trace::ThreadId>();
    if (thread.index() >= trace::kMaxThreads) return in.fail();
    core.waiting.insert(thread);
  }
  core.keeper = in.id<trace::ThreadId>();
}

// Are all operations and waiting threads that it refers to in its trace?
bool points_into_its_trace(const explore::Finding& finding) {
  const auto is_operation = [&](std::size_t i) {
    return i == explore::kNoOperation || i < finding.trace.operations.size();
  };
  const auto is_held = [&](const trace::Held& held) {
    return std::ranges::all_of(held, [&](const auto& lock) { return lock.second < finding.trace.operations.size(); });
  };
  const auto is_wait = [&](const explore::Wait& wait) {
    return wait.pending < finding.trace.pending.size() && is_operation(wait.since) && is_held(wait.held);
  };
  return is_operation(finding.earlier.operation) && is_operation(finding.later.operation) &&
         is_held(finding.earlier.held) && is_held(finding.later.held) && std::ranges::all_of(finding.waits, is_wait);
}

// The test of a finding is fully described by its schedule and inputs.
void write(ByteWriter& out, const explore::Finding& finding, journal::TraceCodec& codec) {
  write(out, finding.kind);
  write(out, finding.places);
  write(out, finding.failure);
  write(out, finding.core);
  write(out, finding.earlier);
  write(out, finding.later);
  write(out, finding.waits);
  for (const std::string& text : {finding.note, finding.output}) out.text(text);
  out.number(finding.count);
  write(out, finding.test.schedule);
  write(out, finding.test.inputs);
  out.number(finding.test.depth);
  out.id(finding.failing);
  write(out, finding.inputs);
  write(out, finding.explanation);
  write(out, finding.visible_cells);
  std::string trace;
  codec.encode(finding.trace, SIZE_MAX, trace);
  out.text(trace);
}
bool read(ByteReader& in, explore::Finding& finding, journal::TraceCodec& codec) {
  read(in, finding.kind, explore::FindingKind::kLivelock);
  read(in, finding.places);
  read(in, finding.failure);
  read(in, finding.core);
  read(in, finding.earlier);
  read(in, finding.later);
  read(in, finding.waits);
  for (std::string* text : {&finding.note, &finding.output}) *text = in.text();
  finding.count = in.number();
  read(in, finding.test.schedule);
  read(in, finding.test.inputs);
  finding.test.depth = static_cast<std::uint32_t>(in.number());
  finding.failing = in.id<trace::ThreadId>();
  read(in, finding.inputs);
  read(in, finding.explanation);
  read(in, finding.visible_cells);
  ByteReader trace(in.text());
  return codec.decode(trace, finding.trace) && in.ok() && points_into_its_trace(finding);
}

}  // namespace

std::string to_bytes(const explore::Restart& restart, symbolic::Expressions* expressions) {
  journal::TraceCodec codec(expressions);
  std::string findings;
  ByteWriter inner(findings);
  for (const auto& [key, finding] : restart.findings) {
    inner.bytes(&key, sizeof key);
    write(inner, finding, codec);
  }
  const journal::TraceCodec::Added added = codec.take_added();
  std::string result;
  ByteWriter out(result);
  out.number(restart.tests);
  out.text(added.operations);
  out.text(added.expressions);
  out.text(findings);
  return result;
}

bool from_bytes(const std::string& bytes, symbolic::Expressions* expressions, explore::Restart& restart) {
  if (bytes.empty()) return true;
  ByteReader in(bytes);
  journal::TraceCodec codec(expressions);
  restart.tests = in.number();
  journal::TraceCodec::Added added;
  added.operations = in.text();
  added.expressions = in.text();
  if (!in.ok() || !codec.learn(added)) return false;
  ByteReader findings(in.text());
  while (!findings.at_end()) {
    auto& [key, finding] = restart.findings.emplace_back();
    const std::string_view hash = findings.bytes(sizeof key);
    if (!findings.ok()) return false;
    std::memcpy(&key, hash.data(), hash.size());
    if (!read(findings, finding, codec)) return false;
  }
  return in.ok();
}

}  // namespace heddle::cli
