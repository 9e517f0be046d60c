#pragma once

// System calls by the instruction itself, for the runtime's own needs: the C library functions may be ours.

namespace heddle::runtime {

template <class... Arguments>
inline long real_syscall(long number, Arguments... arguments) {
  long values[6] = {(long)(arguments)...};
  register long r10 asm("r10") = values[3];
  register long r8 asm("r8") = values[4];
  register long r9 asm("r9") = values[5];
  long result = number;
  asm volatile("syscall"
               : "+a"(result)
               : "D"(values[0]), "S"(values[1]), "d"(values[2]), "r"(r10), "r"(r8), "r"(r9)
               : "rcx", "r11", "memory");
  return result;
}

}  // namespace heddle::runtime
