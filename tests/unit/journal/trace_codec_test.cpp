#include "journal/trace_codec.h"

#include <gtest/gtest.h>

#include "base/rng.h"

namespace heddle::journal {
namespace {

using symbolic::ExprId;
using trace::Operation;
using trace::OpKind;
using trace::Trace;

std::int64_t any_number(base::Rng& rng) {
  const std::uint64_t n = rng.next();
  return static_cast<std::int64_t>(n >> rng.below(64));
}

template <class Id>
Id any_id(base::Rng& rng, std::size_t end) {
  return rng.below(8) == 0 ? Id::none() : Id(rng.below(end));
}

// Expressions grow from run to run, as those of an executor do.
ExprId any_expression(base::Rng& rng, symbolic::Expressions& store) {
  const ExprId x =
      store.variable(static_cast<std::uint16_t>(rng.below(3)), static_cast<std::uint32_t>(rng.below(4)), 32, "n");
  const ExprId y = store.constant(rng.below(100), 32);
  switch (rng.below(4)) {
    case 0: return x;
    case 1: return store.binary(symbolic::Kind::kAdd, x, y);
    case 2: return store.extract(store.binary(symbolic::Kind::kMul, x, y), 3, 9);
    default: return store.select(store.equal(x, y), x, y);
  }
}

Operation any_operation(base::Rng& rng, symbolic::Expressions* store) {
  Operation op;
  op.kind = static_cast<OpKind>(rng.below(trace::kOpKindCount));
  op.effect = static_cast<trace::Effect>(rng.below(3));
  op.thread = trace::ThreadId(rng.below(3));
  op.location = any_id<trace::LocationId>(rng, 4);
  op.place = any_id<trace::PlaceId>(rng, 4);
  op.choice = static_cast<std::int32_t>(any_number(rng));
  op.operand = any_number(rng);
  if (store != nullptr && op.kind == OpKind::kBranch)
    op.operand = trace::pack(trace::Branch{any_expression(rng, *store), static_cast<trace::BranchMode>(rng.below(3))});
  if (store != nullptr && op.kind == OpKind::kInput)
    op.operand = rng.below(4) == 0 ? ExprId::none().value : any_expression(rng, *store).value;
  op.before = any_number(rng);
  op.value = any_number(rng);
  return op;
}

void add_symbolic(base::Rng& rng, symbolic::Expressions& store, Trace& trace) {
  for (std::size_t i = rng.below(4); i > 0; --i)
    trace.expressions.push_back({static_cast<std::uint32_t>(rng.next()), any_expression(rng, store)});
  for (std::size_t i = rng.below(4); i > 0; --i)
    trace.locals.push_back({trace::SymbolicLocal::kNoOperation, static_cast<std::uint32_t>(rng.below(9)),
                            any_expression(rng, store), any_expression(rng, store), any_number(rng)});
  for (std::size_t i = rng.below(4); i > 0; --i)
    trace.controls.push_back({static_cast<std::uint32_t>(rng.below(99)), trace::ThreadId(rng.below(3)), 1, 2,
                              base::Hash128{rng.next(), rng.next()}});
}

// Few different operations, so that they recur.
Trace any_trace(base::Rng& rng, const std::vector<Operation>& operations, symbolic::Expressions* store) {
  Trace trace;
  trace.outcome = static_cast<trace::Outcome>(rng.below(trace::kOutcomeCount));
  if (trace.outcome == trace::Outcome::kDiverged) trace.diverged_at = static_cast<std::uint32_t>(rng.below(1000));
  for (std::size_t i = rng.below(20); i > 0; --i) trace.operations.push_back(operations[rng.below(operations.size())]);
  for (std::size_t i = rng.below(3); i > 0; --i)
    trace.twins.push_back({trace::ThreadId(rng.below(3)), trace::ThreadId(rng.below(3))});
  if (rng.one_in(2))
    trace.edges = {static_cast<std::uint32_t>(rng.below(8)), 100, static_cast<std::uint32_t>(100 + rng.below(1 << 18))};
  for (std::size_t i = rng.below(4); i > 0; --i)
    trace.pending.push_back(
        {static_cast<trace::Pending::Why>(rng.below(trace::kWhyCount)), operations[rng.below(operations.size())]});
  for (std::size_t i = rng.below(3); i > 0; --i)
    trace.failures.push_back({static_cast<trace::FailureKind>(rng.below(trace::kFailureKindCount)),
                              trace::ThreadId(rng.below(3)), any_id<trace::PlaceId>(rng, 9),
                              any_id<trace::PlaceId>(rng, 9), any_id<trace::NoteId>(rng, 9)});
  for (std::size_t i = rng.below(3); i > 0; --i)
    trace.accesses.push_back({rng.next(), rng.below(99), trace::ThreadId(rng.below(3)),
                              static_cast<std::uint32_t>(rng.next()), static_cast<trace::Access::Kind>(rng.below(4))});
  if (store != nullptr) add_symbolic(rng, *store, trace);
  return trace;
}

std::vector<Operation> any_operations(base::Rng& rng, symbolic::Expressions* store) {
  std::vector<Operation> result(30);
  for (Operation& op : result) op = any_operation(rng, store);
  return result;
}

void expect_same(const Trace& a, const Trace& b) {
  EXPECT_EQ(a, b);
  EXPECT_EQ(a.accesses, b.accesses);
  EXPECT_EQ(a.twins, b.twins);
  EXPECT_EQ(a.edges, b.edges);
}

TEST(TraceCodec, what_is_decoded_is_what_was_encoded) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    base::Rng rng(seed);
    const std::vector<Operation> operations = any_operations(rng, nullptr);
    TraceCodec writer(nullptr);
    TraceCodec reader(nullptr);
    for (int i = 0; i < 20; ++i) {
      const Trace trace = any_trace(rng, operations, nullptr);
      std::string bytes;
      writer.encode(trace, 0, bytes);
      ASSERT_TRUE(reader.learn(writer.take_added()));
      base::ByteReader in(bytes);
      Trace again;
      ASSERT_TRUE(reader.decode(in, again));
      EXPECT_TRUE(in.at_end());
      expect_same(again, trace);
    }
  }
}

// The reader has a store of its own. Created in the same order, its expressions have the same ids.
TEST(TraceCodec, expressions_are_made_again_in_their_order) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    base::Rng rng(seed);
    symbolic::Expressions store;
    symbolic::Expressions other;
    TraceCodec writer(&store);
    TraceCodec reader(&other);
    for (int i = 0; i < 20; ++i) {
      const std::size_t first = store.size();
      const Trace trace = any_trace(rng, any_operations(rng, &store), &store);
      std::string bytes;
      writer.encode(trace, first, bytes);
      ASSERT_TRUE(reader.learn(writer.take_added()));
      base::ByteReader in(bytes);
      Trace again;
      ASSERT_TRUE(reader.decode(in, again));
      expect_same(again, trace);
    }
    EXPECT_EQ(other.size(), store.size());
  }
}

TEST(TraceCodec, an_operation_that_comes_again_takes_a_byte) {
  TraceCodec codec(nullptr);
  Trace trace;
  trace.operations.assign(10, {.kind = OpKind::kWrite, .thread = trace::ThreadId(1), .value = 123456789});
  std::string bytes;
  codec.encode(trace, 0, bytes);
  EXPECT_LE(bytes.size(), trace.operations.size() + 4);
}

TEST(TraceCodec, damaged_bytes_are_refused_or_read_as_something) {
  base::Rng rng(7);
  symbolic::Expressions store;
  TraceCodec codec(&store);
  const Trace trace = any_trace(rng, any_operations(rng, &store), &store);
  std::string bytes;
  codec.encode(trace, 0, bytes);
  for (int i = 0; i < 2000; ++i) {
    std::string damaged = bytes.substr(0, rng.below(bytes.size() + 1));
    if (!damaged.empty()) damaged[rng.below(damaged.size())] = static_cast<char>(rng.next());
    base::ByteReader in(damaged);
    Trace again;
    codec.decode(in, again);
  }
  const TraceCodec::Added added = codec.take_added();
  for (int i = 0; i < 2000; ++i) {
    TraceCodec::Added damaged = added;
    damaged.operations[rng.below(damaged.operations.size())] = static_cast<char>(rng.next());
    damaged.expressions.resize(rng.below(damaged.expressions.size() + 1));
    symbolic::Expressions other;
    TraceCodec(&other).learn(damaged);
  }
}

}  // namespace
}  // namespace heddle::journal
