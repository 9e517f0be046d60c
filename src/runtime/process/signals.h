#pragma once

namespace heddle::runtime {

// Faults of the program (SIGSEGV and its like) become failures of the thread that runs; writes to protected pages of
// the snapshot are let through; the explorer's SIGALRM stops a thread that runs on and on without a step.
void install_signal_handlers();

}  // namespace heddle::runtime
