#pragma once

namespace heddle::runtime {

// The life of the process from the point where its runs begin: as a target, which takes tests from the channel, runs
// them and leaves their traces there until it is told to quit; in a debugger started by the explorer
// (Settings::os_threads), for the test that is in the channel, once; or started by hand, once, with its own input and
// output.
[[noreturn]] void begin_program(int argc, char** argv, char** envp);

}  // namespace heddle::runtime
