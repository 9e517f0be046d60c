#pragma once

namespace heddle::runtime {

// The life of a host: takes tests out of the channel, runs them and leaves their traces there, until told to quit.
int serve();

// The program was started by a debugger that the explorer has started (Settings::os_threads): runs the test that is in
// the channel, once.
int debug();

// The program was started by hand: runs it once, with its own input and output, and returns its exit code.
int run_alone();

}  // namespace heddle::runtime
