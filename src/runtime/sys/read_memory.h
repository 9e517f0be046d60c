#pragma once

#include <sys/syscall.h>
#include <sys/uio.h>

#include <cstddef>
#include <cstdint>

#include "runtime/sys/real.h"

namespace heddle::runtime {

// Reads memory that may not exist; returns how many bytes of it do.
inline std::size_t read_memory(std::uint64_t address, void* to, std::size_t size) {
  iovec local{to, size};
  iovec remote{reinterpret_cast<void*>(address), size};
  const auto self = static_cast<pid_t>(real_syscall(SYS_getpid));
  const ssize_t read = ::process_vm_readv(self, &local, 1, &remote, 1, 0);
  return read > 0 ? static_cast<std::size_t>(read) : 0;
}

}  // namespace heddle::runtime
