#pragma once

#include <csignal>
#include <cstdint>

namespace heddle::runtime {

// A set of signals as the kernel keeps it.
using SignalSet = std::uint64_t;

constexpr SignalSet set_of(int signal) { return SignalSet{1} << (signal - 1); }

// Which signals a thread of the program blocks, and which it has sent to itself meanwhile. The threads share one of the
// operating system, so both go with the fiber: they are put aside when it stops running, and are back before it
// continues. While the runtime itself runs, everything is blocked that may be.
//
// Only in runs in which the program has done something with signals (RunState::uses_signals).
class SignalState {
 public:
  // The fiber stops running, and is about to continue.
  void leave();
  void enter();

  // A new thread begins with what its creator blocks.
  static SignalState inherited(const SignalState& creator);
  // The same with a mask of its own.
  static SignalState with(SignalSet blocked);

  // For the running fiber. How: as for pthread_sigmask; null if only the present mask is asked for. The mask before;
  // false if there is no such `how`.
  bool change(int how, const SignalSet* set, SignalSet& before);
  SignalSet blocked() const;
  SignalSet pending() const;
  // Of what is pending, what the operating system does not know.
  SignalSet held() const { return held_; }
  // What is pending, or was until another thread discarded it, which this one has not seen yet.
  SignalSet sent() const { return pending() | discarded_; }
  // After a step on what the signal does: whether it is pending is known from now on. Is it?
  bool see(int signal);
  // Takes one that is pending.
  void take(int signal, siginfo_t* info);
  // Sends it to the running thread: a handler runs before this returns, unless the signal is blocked.
  void raise(int signal);
  // For one that does not run: another thread ignores the signal, which discards it where it is pending.
  void discard(int signal);

 private:
  SignalSet mask_ = 0;    // while it does not run
  SignalSet raised_ = 0;  // by the thread itself while it blocked them
  SignalSet kept_ = 0;    // that it believes to block: Heddle needs them
  SignalSet held_ = 0;    // of these: what it has sent to itself
  SignalSet discarded_ = 0;
};

}  // namespace heddle::runtime
