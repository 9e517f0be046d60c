#include <cstdio>

#include "abi/instrumented.h"
#include "runtime/anchor.h"
#include "runtime/driver.h"

// The program's entry: its own main was renamed by the pass, or, where it is prebuilt, by the linker (real_main.c).
extern "C" int __wrap_main(int argc, char** argv, char** envp) {
  heddle::runtime::Runtime& rt = heddle::runtime::runtime();
  rt.argc = argc;
  rt.argv = argv;
  rt.envp = envp;
  if (!rt.attached) return heddle::runtime::run_alone();
  return rt.channel->settings.os_threads ? heddle::runtime::debug() : heddle::runtime::serve();
}
