#include <cstdio>

#include "abi/instrumented.h"
#include "runtime/anchor.h"
#include "runtime/process/driver.h"

// The program's entry point: its own main was renamed by the pass or, where it is precompiled, by the linker
// (real_main.c).
extern "C" int __wrap_main(int argc, char** argv, char** envp) {
  heddle::runtime::runtime().constructors.have_ended();
  heddle::runtime::begin_program(argc, argv, envp);
}
