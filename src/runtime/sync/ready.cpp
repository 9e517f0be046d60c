#include <cstdint>

#include "runtime/anchor.h"

// What is ready once: the shared state of std::future, std::promise, std::packaged_task and std::async (see
// include/cxx/bits/atomic_futex.h). The library waits for it by looking at a word, marking it, sleeping, and looking
// again, and each of these can come before or after the store. None of that changes anything for anybody until the
// store has happened: an unsuccessful look leaves nothing behind, and the mark only tells the storing thread whether it
// has to wake another one. So the waiting thread passes a gate first, which the store opens for ever.
//
// The gate is a semaphore: a thread that has passed it opens it for the next one. It orders no memory accesses
// (on_synchronisation), since those who pass it do not know about each other; what they learn, they learn from the
// word. Where a second state has the address of one that was ready, the gate is open, and the library waits in its
// usual way. It also does so where there is no gate: for states that were created before the run, or by code without
// hooks.
//
// Latches and barriers (include/cxx/latch, barrier) have numbered gates: each is a location that nobody has used in
// this run, so it is closed.

namespace heddle::runtime {

namespace {

using trace::OpKind;

constexpr std::uint32_t kNoGate = ~std::uint32_t{0};  // __heddle_no_gate in include/cxx/bits/heddle_gate.h

trace::LocationId gate_of(const void* word, std::uint32_t number = 0) {
  return runtime().locations.of(abi::LocationKind::kOnce, word, 0, 0, number);
}

bool in_run() {
  Runtime& rt = runtime();
  if (!rt.scheduler.running()) rt.constructors.belongs_to_run();
  return rt.scheduler.running();
}

bool has_gate(const void* word) {
  return runtime().scheduler.running() && !runtime().locations.is_fresh(gate_of(word));
}

void open(trace::LocationId gate) { runtime().scheduler.step(OpKind::kSemPost, gate, nullptr); }

// And leaves it open.
void pass(trace::LocationId gate) {
  runtime().scheduler.step(OpKind::kSemWait, gate, nullptr);
  open(gate);
}

}  // namespace

}  // namespace heddle::runtime

using heddle::runtime::gate_of;
using heddle::runtime::has_gate;
using heddle::runtime::in_run;
using heddle::runtime::kNoGate;
using heddle::runtime::runtime;

extern "C" {

void __heddle_word_made(const void* word) {
  if (runtime().scheduler.running()) runtime().locations.state(gate_of(word));
}

void __heddle_stored(const void* word) {
  if (has_gate(word)) heddle::runtime::open(gate_of(word));
}

void __heddle_await_store(const void* word) {
  if (has_gate(word)) heddle::runtime::pass(gate_of(word));
}

std::uint32_t __heddle_new_gate(const void* object) {
  auto& rt = runtime();
  if (!in_run()) return kNoGate;
  std::uint32_t number = 0;
  while (!rt.locations.is_fresh(gate_of(object, number))) ++number;
  rt.locations.state(gate_of(object, number));
  return number;
}

void __heddle_open_gate(const void* object, std::uint32_t gate) {
  if (in_run()) heddle::runtime::open(gate_of(object, gate));
}
void __heddle_pass_gate(const void* object, std::uint32_t gate) {
  if (in_run()) heddle::runtime::pass(gate_of(object, gate));
}
}
