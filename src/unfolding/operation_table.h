#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "base/hash.h"
#include "trace/operation.h"
#include "unfolding/event.h"

namespace heddle::unfolding {

// The distinct operations that threads can reach, each stored once. An operation here is what is known before it
// happens: its thread, on which its effect may depend (kTimedWake), kind, location, operand, place, and the thread that
// it creates or joins.
class OperationTable {
 public:
  OperationId intern(const trace::Operation& op) {
    const bool fixed = op.kind == trace::OpKind::kCreate || op.kind == trace::OpKind::kJoin;
    const std::int32_t choice = fixed ? op.choice : trace::kNoChoice;
    base::Hash128 key;
    key.add((static_cast<std::uint64_t>(op.kind) << 32) | op.location.value)
        .add((static_cast<std::uint64_t>(op.place.value) << 32) | static_cast<std::uint32_t>(choice))
        .add(static_cast<std::uint64_t>(op.operand))
        .add(op.thread.value);
    const auto [it, added] = index_.try_emplace(key, OperationId(operations_.size()));
    if (added) {
      trace::Operation stored;
      stored.kind = op.kind;
      stored.thread = op.thread;
      stored.location = op.location;
      stored.place = op.place;
      stored.operand = op.operand;
      stored.choice = choice;
      operations_.push_back(stored);
    }
    return it->second;
  }

  const trace::Operation& operator[](OperationId id) const { return operations_[id.index()]; }

 private:
  std::vector<trace::Operation> operations_;
  std::unordered_map<base::Hash128, OperationId> index_;
};

}  // namespace heddle::unfolding
