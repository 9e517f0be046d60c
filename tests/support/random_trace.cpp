#include "tests/support/random_trace.h"

#include <limits>

namespace heddle::tests {

using trace::NamedTrace;

std::string random_name(base::Rng& rng) {
  constexpr std::string_view kOdd = "ab[0]\"\\#= :\n\t\r\x01\x7f\xc3\xa9x";
  std::string name;
  for (std::uint64_t n = rng.below(8); n > 0; --n) name += kOdd[rng.below(kOdd.size())];
  return name;
}

std::int64_t random_value(base::Rng& rng) {
  using Limits = std::numeric_limits<std::int64_t>;
  switch (rng.below(4)) {
    case 0: return 0;
    case 1: return rng.between(-5, 5);
    case 2: return rng.one_in(2) ? Limits::min() : Limits::max();
    default: return static_cast<std::int64_t>(rng.next());
  }
}

namespace {

template <class Id>
Id random_id(base::Rng& rng, std::size_t size) {
  return size == 0 || rng.one_in(4) ? Id() : Id(rng.below(size));
}

trace::Operation random_operation(base::Rng& rng, const trace::Names& names) {
  trace::Operation op;
  op.kind = static_cast<trace::OpKind>(rng.below(trace::kOpKindCount));
  op.effect = static_cast<trace::Effect>(rng.below(3));
  op.thread = trace::ThreadId(rng.below(names.threads.size()));
  op.location = random_id<trace::LocationId>(rng, names.locations.size());
  op.place = random_id<trace::PlaceId>(rng, names.places.size());
  op.choice = static_cast<std::int32_t>(random_value(rng));
  op.operand = random_value(rng);
  op.before = random_value(rng);
  op.value = random_value(rng);
  return op;
}

trace::Names random_names(base::Rng& rng) {
  trace::Names names;
  for (std::uint64_t n = 1 + rng.below(8); n > 0; --n) {
    const auto parent = random_id<trace::ThreadId>(rng, names.threads.size());
    names.threads.push_back({parent, static_cast<std::uint32_t>(rng.next()), random_name(rng)});
  }
  for (std::uint64_t n = rng.below(5); n > 0; --n) names.locations.push_back(random_name(rng));
  for (std::uint64_t n = rng.below(5); n > 0; --n) {
    names.places.push_back({random_name(rng), static_cast<std::uint32_t>(rng.next()),
                            static_cast<std::uint32_t>(rng.below(200)), random_name(rng)});
  }
  return names;
}

}  // namespace

NamedTrace random_trace(base::Rng& rng) {
  NamedTrace result;
  result.names = random_names(rng);
  trace::Trace& trace = result.trace;
  for (std::uint64_t n = rng.below(20); n > 0; --n) {
    trace.operations.push_back(random_operation(rng, result.names));
  }
  for (std::uint64_t n = rng.below(4); n > 0; --n) {
    trace.pending.push_back(
        {static_cast<trace::Pending::Why>(rng.below(trace::kWhyCount)), random_operation(rng, result.names)});
  }
  for (std::uint64_t n = rng.below(3); n > 0; --n) {
    trace.failures.push_back({static_cast<trace::FailureKind>(rng.below(trace::kFailureKindCount)),
                              trace::ThreadId(rng.below(result.names.threads.size())),
                              random_id<trace::PlaceId>(rng, result.names.places.size())});
  }
  trace.outcome = static_cast<trace::Outcome>(rng.below(trace::kOutcomeCount));
  trace.diverged_at = static_cast<std::uint32_t>(rng.below(3));
  return result;
}

}  // namespace heddle::tests
