#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "base/result.h"

namespace heddle::native {

// How to start a process. It dies with us, however we die.
struct Spawn {
  std::vector<std::string> command;      // the program, with its path or looked up in PATH, and its arguments
  std::vector<std::string> environment;  // empty: ours
  int input = -1;                        // descriptors for the standard streams; -1: ours
  int output = -1;
  int error = -1;
  bool own_group = false;        // Ctrl-C at the terminal does not reach it
  bool fixed_addresses = false;  // without address space randomisation
};

// Returns the process, which the caller waits for; an error is that of the system.
base::Result<pid_t> spawn(const Spawn& how);

// From now on spawn() waits for ever: we are about to end, and whoever still works must not start another process in
// place of one that was killed.
void start_no_more();

// Reaps dead processes that were not started by spawn: orphans that this process has adopted.
void reap_orphans();

// Waits for the end of a process started by spawn: its exit code, or 128 plus the signal that killed it. Throws
// base::Stopped, after killing it and what it started, if the work is to stop in the meantime.
int wait_for(pid_t process);

}  // namespace heddle::native
