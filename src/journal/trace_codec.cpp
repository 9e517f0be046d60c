#include "journal/trace_codec.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <type_traits>
#include <utility>

namespace heddle::journal {

using trace::Operation;
using trace::OpKind;
using trace::Trace;

namespace {

constexpr std::size_t kFirstSlots = 1024;
constexpr std::uint64_t kLiteral = 0;  // instead of 1 + a number

// Compares all members at once.
bool same(const Operation& a, const Operation& b) {
  static_assert(std::has_unique_object_representations_v<Operation>);
  return std::memcmp(&a, &b, sizeof a) == 0;
}

std::uint64_t hash(const Operation& op) {
  std::uint64_t result = static_cast<std::uint64_t>(op.kind) | static_cast<std::uint64_t>(op.effect) << 8 |
                         static_cast<std::uint64_t>(op.thread.value) << 16 |
                         static_cast<std::uint64_t>(op.location.value) << 32;
  const auto add = [&result](std::uint64_t word) {
    constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15ULL;
    result = std::rotl((result ^ word) * kOdd, 29);
  };
  add(op.place.value | static_cast<std::uint64_t>(static_cast<std::uint32_t>(op.choice)) << 32);
  add(static_cast<std::uint64_t>(op.operand));
  add(static_cast<std::uint64_t>(op.before));
  add(static_cast<std::uint64_t>(op.value));
  return base::mix(result);
}

// What else a trace has besides operations, threads that have not come to their end, and an outcome.
enum Parts : std::uint64_t { kFailures = 1, kAccesses = 2, kSymbolic = 4, kTwins = 8, kEdges = 16, kPartsEnd = 32 };

std::uint64_t parts_of(const Trace& trace) {
  const bool symbolic = !trace.expressions.empty() || !trace.locals.empty() || !trace.controls.empty();
  return (trace.failures.empty() ? 0 : kFailures) | (trace.accesses.empty() ? 0 : kAccesses) |
         (symbolic ? kSymbolic : 0) | (trace.twins.empty() ? 0 : kTwins) | (trace.edges.empty() ? 0 : kEdges);
}

void encode_accesses(const Trace& trace, std::string& bytes) {
  base::ByteWriter out(bytes);
  out.number(trace.accesses.size());
  std::uint64_t last = 0;
  for (const trace::Access& access : trace.accesses) {
    out.integer(static_cast<std::int64_t>(access.address - std::exchange(last, access.address)));
    out.number(access.size);
    out.id(access.thread);
    out.number(access.step);
    out.number(static_cast<std::uint64_t>(access.kind));
  }
}

void decode_accesses(base::ByteReader& in, Trace& trace) {
  constexpr auto kKinds = static_cast<std::uint64_t>(trace::Access::Kind::kAtomicWrite) + 1;
  std::uint64_t last = 0;
  for (std::size_t left = in.count(); left > 0; --left) {
    trace::Access& access = trace.accesses.emplace_back();
    access.address = last += static_cast<std::uint64_t>(in.integer());
    access.size = in.number();
    access.thread = in.id<trace::ThreadId>();
    access.step = static_cast<std::uint32_t>(in.below(std::uint64_t{UINT32_MAX} + 1));
    access.kind = static_cast<trace::Access::Kind>(in.below(kKinds));
  }
}

void encode_twins(const Trace& trace, std::string& bytes) {
  base::ByteWriter out(bytes);
  out.number(trace.twins.size());
  for (const trace::Twin& twin : trace.twins) {
    out.id(twin.thread);
    out.id(twin.before);
  }
}

void decode_twins(base::ByteReader& in, Trace& trace) {
  for (std::size_t left = in.count(); left > 0; --left) {
    trace::Twin& twin = trace.twins.emplace_back();
    twin.thread = in.id<trace::ThreadId>();
    twin.before = in.id<trace::ThreadId>();
  }
}

// They are in their order.
void encode_edges(const Trace& trace, std::string& bytes) {
  base::ByteWriter out(bytes);
  out.number(trace.edges.size());
  std::uint32_t last = 0;
  for (const std::uint32_t edge : trace.edges) out.number(edge - std::exchange(last, edge));
}

void decode_edges(base::ByteReader& in, Trace& trace) {
  std::uint32_t last = 0;
  for (std::size_t left = in.count(); left > 0; --left)
    trace.edges.push_back(last += static_cast<std::uint32_t>(in.below(std::uint64_t{UINT32_MAX} + 1)));
}

}  // namespace

TraceCodec::TraceCodec(symbolic::Expressions* expressions) : expressions_(expressions), slots_(kFirstSlots) {}

bool TraceCodec::names_expression(const Operation& op) const {
  return expressions_.any() && (op.kind == OpKind::kBranch || op.kind == OpKind::kInput);
}

// --- the dictionary

std::uint32_t& TraceCodec::slot_of(const Operation& op) {
  for (std::uint64_t i = hash(op);; ++i) {
    std::uint32_t& slot = slots_[i & (slots_.size() - 1)];
    if (slot == 0 || same(operations_[slot - 1], op)) return slot;
  }
}

void TraceCodec::grow() {
  slots_.assign(2 * slots_.size(), 0);
  for (std::uint32_t i = 0; i < operations_.size(); ++i) {
    if (!is_unread_[i]) slot_of(operations_[i]) = i + 1;
  }
}

// 1 + the number of the operation, or kLiteral if there is no room for another one.
std::uint32_t TraceCodec::number_of(const Operation& op) {
  // Runs resemble each other: what followed the last operation before often does so again.
  if (const std::uint32_t next = last_ == 0 ? 0 : next_[last_ - 1]; next != 0 && same(operations_[next - 1], op))
    return next;
  std::uint32_t& slot = slot_of(op);
  if (slot == 0) {
    if (operations_.size() == kMaxNumbers) return kLiteral;
    write(op, added_.operations);
    operations_.push_back(op);
    is_unread_.push_back(false);
    next_.push_back(0);
    slot = static_cast<std::uint32_t>(operations_.size());
  }
  const std::uint32_t number = slot;
  if (2 * operations_.size() > slots_.size()) grow();
  if (last_ != 0) next_[last_ - 1] = number;
  return number;
}

bool TraceCodec::learn(const Added& added) {
  base::ByteReader expressions(added.expressions);
  if (!expressions_.learn(expressions)) return false;
  base::ByteReader in(added.operations);
  while (!in.at_end()) {
    Operation op;
    read(in, op, false);
    if (!in.ok() || operations_.size() == kMaxNumbers) return false;
    const bool waits = names_expression(op);
    operations_.push_back(op);
    is_unread_.push_back(waits);
    next_.push_back(0);
    if (!waits) slot_of(op) = static_cast<std::uint32_t>(operations_.size());
    if (2 * operations_.size() > slots_.size()) grow();
  }
  return true;
}

// --- operations

void TraceCodec::encode_expression(symbolic::ExprId e, std::string& out) {
  base::ByteWriter(out).number(e.valid() ? std::uint64_t{expressions_.keep(e, added_.expressions)} + 1 : 0);
}

symbolic::ExprId TraceCodec::decode_expression(base::ByteReader& in) const {
  const std::uint64_t number = in.below(expressions_.size() + 1);
  return number == 0 ? symbolic::ExprId::none() : expressions_.made(static_cast<std::size_t>(number - 1));
}

void TraceCodec::write(const Operation& op, std::string& bytes) {
  base::ByteWriter out(bytes);
  out.number(static_cast<std::uint64_t>(op.kind));
  out.number(static_cast<std::uint64_t>(op.effect));
  out.id(op.thread);
  out.id(op.location);
  out.id(op.place);
  out.integer(op.choice);
  if (!names_expression(op)) {
    out.integer(op.operand);
  } else {
    const trace::Branch branch = trace::unpack_branch(op.operand);
    out.number(static_cast<std::uint64_t>(branch.mode));
    encode_expression(branch.expression, bytes);
  }
  out.integer(op.before);
  out.integer(op.value);
}

// If expressions are not created, the operand is the number under which its expression is kept.
void TraceCodec::read(base::ByteReader& in, Operation& op, bool makes_expressions) const {
  op.kind = static_cast<OpKind>(in.below(trace::kOpKindCount));
  op.effect = static_cast<trace::Effect>(in.below(static_cast<std::uint64_t>(trace::Effect::kModify) + 1));
  op.thread = in.id<trace::ThreadId>();
  op.location = in.id<trace::LocationId>();
  op.place = in.id<trace::PlaceId>();
  op.choice = static_cast<std::int32_t>(in.integer());
  if (!names_expression(op)) {
    op.operand = in.integer();
  } else {
    trace::Branch branch;
    branch.mode = static_cast<trace::BranchMode>(in.below(static_cast<std::uint64_t>(trace::BranchMode::kFix) + 1));
    branch.expression = makes_expressions ? decode_expression(in) : in.id<symbolic::ExprId>();
    op.operand = trace::pack(branch);
  }
  op.before = in.integer();
  op.value = in.integer();
}

// A run often begins like the one before it: those operations need not be looked up.
void TraceCodec::encode_operations(const std::vector<Operation>& operations, std::string& bytes) {
  base::ByteWriter out(bytes);
  out.number(operations.size());
  const std::size_t most = std::min(operations.size(), previous_.size());
  std::size_t shared = 0;
  while (shared < most && numbers_[shared] != kLiteral && same(operations[shared], previous_[shared]))
    out.number(numbers_[shared++]);
  last_ = shared == 0 ? 0 : numbers_[shared - 1];
  numbers_.resize(shared);
  previous_.resize(shared);
  previous_.insert(previous_.end(), operations.begin() + static_cast<std::ptrdiff_t>(shared), operations.end());
  for (std::size_t i = shared; i < operations.size(); ++i) {
    encode_operation(operations[i], bytes);
    numbers_.push_back(last_);
  }
}

void TraceCodec::encode_operation(const Operation& op, std::string& out) {
  const std::uint32_t number = number_of(op);
  base::ByteWriter(out).number(number);
  if (number == kLiteral) write(op, out);
  last_ = number;
}

void TraceCodec::decode_operation(base::ByteReader& in, Operation& op) {
  const std::uint64_t number = in.below(operations_.size() + 1);
  if (!in.ok()) return;
  if (number == kLiteral) {
    read(in, op, true);
    return;
  }
  const auto index = static_cast<std::size_t>(number - 1);
  if (is_unread_[index]) {
    trace::Branch branch = trace::unpack_branch(operations_[index].operand);
    if (branch.expression.valid()) {
      if (branch.expression.index() >= expressions_.size() || !expressions_.made(branch.expression.index()).valid())
        return in.fail();
      branch.expression = expressions_.made(branch.expression.index());
    }
    operations_[index].operand = trace::pack(branch);
    is_unread_[index] = false;
    slot_of(operations_[index]) = static_cast<std::uint32_t>(number);
  }
  op = operations_[index];
}

// --- traces

void TraceCodec::encode(const Trace& trace, std::size_t first_expression, std::string& bytes) {
  if (!expressions_.any()) {
    encode_content(trace, bytes);
    return;
  }
  expressions_.keep_since(first_expression, added_.expressions);
  content_.clear();
  encode_content(trace, content_);
  base::ByteWriter(bytes).number(expressions_.size());  // the content may refer to more than the run has created
  bytes += content_;
}

void TraceCodec::encode_content(const Trace& trace, std::string& bytes) {
  base::ByteWriter out(bytes);
  const std::uint64_t parts = parts_of(trace);
  out.number(static_cast<std::uint64_t>(trace.outcome) * kPartsEnd + parts);
  if (trace.outcome == trace::Outcome::kDiverged) out.number(trace.diverged_at);
  encode_operations(trace.operations, bytes);
  out.number(trace.pending.size());
  for (const trace::Pending& pending : trace.pending) {
    out.number(static_cast<std::uint64_t>(pending.why));
    encode_operation(pending.operation, bytes);
  }
  if ((parts & kFailures) != 0) encode_failures(trace, bytes);
  if ((parts & kAccesses) != 0) encode_accesses(trace, bytes);
  if ((parts & kSymbolic) != 0) encode_symbolic(trace, bytes);
  if ((parts & kTwins) != 0) encode_twins(trace, bytes);
  if ((parts & kEdges) != 0) encode_edges(trace, bytes);
}

bool TraceCodec::decode(base::ByteReader& in, Trace& trace) {
  trace.clear();
  if (expressions_.any() && !expressions_.make_up_to(static_cast<std::size_t>(in.number()))) return false;
  const std::uint64_t head = in.below(trace::kOutcomeCount * kPartsEnd);
  trace.outcome = static_cast<trace::Outcome>(head / kPartsEnd);
  if (trace.outcome == trace::Outcome::kDiverged) trace.diverged_at = static_cast<std::uint32_t>(in.number());
  trace.operations.resize(in.count());
  for (Operation& op : trace.operations) decode_operation(in, op);
  trace.pending.resize(in.count());
  for (trace::Pending& pending : trace.pending) {
    pending.why = static_cast<trace::Pending::Why>(in.below(trace::kWhyCount));
    decode_operation(in, pending.operation);
  }
  if ((head & kFailures) != 0) decode_failures(in, trace);
  if ((head & kAccesses) != 0) decode_accesses(in, trace);
  if ((head & kSymbolic) != 0) decode_symbolic(in, trace);
  if ((head & kTwins) != 0) decode_twins(in, trace);
  if ((head & kEdges) != 0) decode_edges(in, trace);
  return in.ok();
}

void TraceCodec::encode_failures(const Trace& trace, std::string& bytes) const {
  base::ByteWriter out(bytes);
  out.number(trace.failures.size());
  for (const trace::Failure& failure : trace.failures) {
    out.number(static_cast<std::uint64_t>(failure.kind));
    out.id(failure.thread);
    out.id(failure.place);
    out.id(failure.other);
    out.id(failure.note);
  }
}

void TraceCodec::decode_failures(base::ByteReader& in, Trace& trace) const {
  for (std::size_t left = in.count(); left > 0; --left) {
    trace::Failure& failure = trace.failures.emplace_back();
    failure.kind = static_cast<trace::FailureKind>(in.below(trace::kFailureKindCount));
    failure.thread = in.id<trace::ThreadId>();
    failure.place = in.id<trace::PlaceId>();
    failure.other = in.id<trace::PlaceId>();
    failure.note = in.id<trace::NoteId>();
  }
}

void TraceCodec::encode_symbolic(const Trace& trace, std::string& bytes) {
  base::ByteWriter out(bytes);
  out.number(trace.expressions.size());
  for (const trace::SymbolicValue& value : trace.expressions) {
    out.number(value.operation);
    encode_expression(value.expression, bytes);
  }
  out.number(trace.locals.size());
  for (const trace::SymbolicLocal& local : trace.locals) {
    out.number(local.operation);
    out.number(local.local);
    encode_expression(local.before, bytes);
    encode_expression(local.variable, bytes);
    out.integer(local.value);
  }
  out.number(trace.controls.size());
  for (const trace::ControlPoint& control : trace.controls) {
    out.number(control.at);
    out.id(control.thread);
    out.number(control.first_name);
    out.number(control.names);
    out.bytes(&control.control, sizeof control.control);
  }
}

void TraceCodec::decode_symbolic(base::ByteReader& in, Trace& trace) const {
  const auto word = [&in] { return static_cast<std::uint32_t>(in.below(std::uint64_t{UINT32_MAX} + 1)); };
  for (std::size_t left = in.count(); left > 0; --left) {
    const std::uint32_t operation = word();
    trace.expressions.push_back({operation, decode_expression(in)});
  }
  for (std::size_t left = in.count(); left > 0; --left) {
    trace::SymbolicLocal& local = trace.locals.emplace_back();
    local.operation = word();
    local.local = word();
    local.before = decode_expression(in);
    local.variable = decode_expression(in);
    local.value = in.integer();
  }
  for (std::size_t left = in.count(); left > 0; --left) {
    trace::ControlPoint& control = trace.controls.emplace_back();
    control.at = word();
    control.thread = in.id<trace::ThreadId>();
    control.first_name = word();
    control.names = word();
    const std::string_view bytes = in.bytes(sizeof control.control);
    if (in.ok()) std::memcpy(&control.control, bytes.data(), bytes.size());
  }
}

}  // namespace heddle::journal
