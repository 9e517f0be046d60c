#include "cli/restart_bytes.h"

#include "base/bytes.h"
#include "journal/trace_codec.h"

namespace heddle::cli {

namespace {

using base::ByteReader;
using base::ByteWriter;
using trace::Words;

// --- each kind of part is written and read by two functions that mirror each other

void write(ByteWriter& out, const std::string& text) { out.text(text); }
void read(ByteReader& in, std::string& text) { text = in.text(); }

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
}
void read(ByteReader& in, explore::InputInfo& input) {
  input.name = in.text();
  input.value = in.integer();
  input.bytes = in.text();
  input.thread = in.id<trace::ThreadId>();
  input.nth = static_cast<std::uint32_t>(in.number());
  input.width = static_cast<unsigned>(in.number());
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

void write(ByteWriter& out, const trace::Explanation& explanation) {
  write(out, explanation.stacks);
  write(out, explanation.operations);
  write(out, explanation.waiting);
  out.text(explanation.note);
  write(out, explanation.fault);
  out.id(explanation.freed_by);
  out.id(explanation.freed_at);
}
void read(ByteReader& in, trace::Explanation& explanation) {
  read(in, explanation.stacks);
  read(in, explanation.operations);
  read(in, explanation.waiting);
  explanation.note = in.text();
  read(in, explanation.fault);
  explanation.freed_by = in.id<trace::ThreadId>();
  explanation.freed_at = in.id<trace::PlaceId>();
}

// The test of a finding says everything by its schedule and inputs.
void write(ByteWriter& out, const explore::Finding& finding, journal::TraceCodec& codec) {
  for (const std::string& text : {finding.kind, finding.where, finding.message, finding.output}) out.text(text);
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
  for (std::string* text : {&finding.kind, &finding.where, &finding.message, &finding.output}) *text = in.text();
  finding.count = in.number();
  read(in, finding.test.schedule);
  read(in, finding.test.inputs);
  finding.test.depth = static_cast<std::uint32_t>(in.number());
  finding.failing = in.id<trace::ThreadId>();
  read(in, finding.inputs);
  read(in, finding.explanation);
  read(in, finding.visible_cells);
  ByteReader trace(in.text());
  return codec.decode(trace, finding.trace) && in.ok();
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
