#pragma once

#include "runtime/memory/mapped_array.h"
#include "runtime/race/clocks.h"
#include "runtime/race/happens_before.h"
#include "trace/ids.h"

namespace heddle::runtime {

// The happens-before order of the run so far, worked out when somebody first asks for it. Until then operations are
// only written down: a run without plain accesses never needs the clocks.
// 1. Before catch_up(), the clocks are those of the start of the run; from then on, they are up to date.
// 2. More operations than there is room for make it catch up: nothing is lost.
// Owned by RaceDetector.
class DeferredOrder {
 public:
  enum class Kind : std::uint8_t {
    kCreate,  // the object is the child
    kJoin,    // the object is the thread that has ended
    kAcquire,
    kRelease,
    kReleaseStore,
    kForget,
    kLearn,
    kPublishStore,
    kPublishRmw,
    kFence,
  };

  // So many operations of a run can be written down.
  static constexpr std::size_t kMaxDeferred = std::size_t{1} << 20;

  bool map() { return deferred_.map(kMaxDeferred) && order_.map(); }
  void start_run() {
    deferred_.clear();
    up_to_date_ = false;
  }

  // See the function of HappensBefore with this name.
  [[gnu::always_inline]] void add(Kind kind, trace::ThreadId thread, std::uint32_t object,
                                  Order order = Order::kRelaxed) {
    const Operation op{kind, order, thread, object};
    if (!up_to_date_) {
      if (deferred_.push(op)) return;
      catch_up();
    }
    carry_out(op);
  }

  void catch_up() {
    if (!up_to_date_) [[unlikely]]
      carry_out_deferred();
  }

  // After catch_up().
  Epoch epoch(trace::ThreadId thread) const { return order_.epoch(thread); }
  const VectorClock& clock(trace::ThreadId thread) const { return order_.clock(thread); }

  bool exhausted() const { return up_to_date_ && order_.exhausted(); }

 private:
  struct Operation {
    Kind kind;
    Order order;
    trace::ThreadId thread;
    std::uint32_t object;  // SyncId or ThreadId
  };
  static_assert(sizeof(Operation) == 8);

  [[gnu::always_inline]] void carry_out(const Operation& op) {
    const SyncId sync(op.object);
    switch (op.kind) {
      case Kind::kCreate: return order_.create(op.thread, trace::ThreadId(op.object));
      case Kind::kJoin: return order_.join(op.thread, trace::ThreadId(op.object));
      case Kind::kAcquire: return order_.acquire(op.thread, sync);
      case Kind::kRelease: return order_.release(op.thread, sync);
      case Kind::kReleaseStore: return order_.release_store(op.thread, sync);
      case Kind::kForget: return order_.forget(sync);
      case Kind::kLearn: return order_.atomic_learn(op.thread, sync, op.order);
      case Kind::kPublishStore: return order_.atomic_publish_store(op.thread, sync, op.order);
      case Kind::kPublishRmw: return order_.atomic_publish_rmw(op.thread, sync, op.order);
      case Kind::kFence: return order_.fence(op.thread, op.order);
    }
  }

  void carry_out_deferred();

  HappensBefore order_;
  MappedArray<Operation> deferred_;
  bool up_to_date_ = false;
};

}  // namespace heddle::runtime
