#pragma once

#include <dlfcn.h>

#include "runtime/sys/die.h"

namespace heddle::runtime {

// The function of this name that ours replaces: that of the C library. `known` keeps it for the next time.
template <class Function>
Function* real_function(void*& known, const char* name) {
  if (known == nullptr) known = dlsym(RTLD_NEXT, name);
  if (known == nullptr) die("the C library has no %s", name);
  return reinterpret_cast<Function*>(known);
}

// The same for functions that are not called often: it is looked up each time.
template <class Function>
Function* library(Function* /*ours*/, const char* name) {
  void* known = nullptr;
  return real_function<Function>(known, name);
}

}  // namespace heddle::runtime
