#pragma once

namespace heddle::runtime {

// Faults of the program (SIGSEGV and the like) become failures of the running thread; writes to protected pages of the
// snapshot are allowed to proceed; the explorer's SIGALRM stops a thread that keeps running without a step.
void install_signal_handlers();

}  // namespace heddle::runtime
