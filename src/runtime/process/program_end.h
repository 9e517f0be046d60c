#pragma once

#include "runtime/process/exit_handlers.h"

// The end of the program, and what is registered for it.
//
// Exit handlers and destructors of static objects are run by the thread that calls exit or returns from main, as its
// last steps: the other threads are still alive, and what they do at the same time is explored. When it is finished,
// the process could end at any moment of the others; since each of their runs passes through that moment before it
// continues, letting them run to their end loses nothing. If two threads call exit, the second one waits for ever, as
// POSIX specifies.
//
// These are steps only where their order can matter: a thread that is alone is the only one that can register or call
// handlers, and a program without handlers just ends. The list of handlers has a lock of its own, as in the C library.
// A thread that registers handlers while another one is ending the program is told that it is too late.
//
// If main ends with pthread_exit, the program ends with its last thread. Which one that is would be a race of all
// against all; here it is an additional thread, which joins all others and then calls exit.

namespace heddle::runtime {

// The running thread ends the program with this code: first the destructors of its thread-local objects, then the
// handlers of this kind (ExitHandlers::kProcess, kQuickExit).
[[noreturn]] void end_program(int code, std::int32_t handlers);
// The same without any handlers.
[[noreturn]] void end_program_at_once(int code);

// Main has ended, but the program has not.
void main_has_ended();

// A handler for the end of the program. False if it is not accepted.
bool add_exit_handler(const ExitHandlers::Handler& handler);

}  // namespace heddle::runtime
