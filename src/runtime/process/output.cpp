#include "runtime/process/output.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "runtime/anchor.h"
#include "runtime/sys/die.h"
#include "runtime/sys/real.h"

namespace heddle::runtime {

namespace {

// Out of the way of the descriptors that the program opens.
constexpr int kHighDescriptor = 200;

}  // namespace

void Output::prepare() { std::fflush(stdout); }

void Output::finish(abi::Slot& slot) {
  if (!runtime().process.attached) return;
  if (stdout->_IO_write_ptr != stdout->_IO_write_base) std::fflush(stdout);
  const off_t size = lseek(STDOUT_FILENO, 0, SEEK_CUR);
  slot.output_size = size > 0 ? static_cast<std::uint64_t>(size) : 0;
}

// The file keeps its content, which the explorer may still want to read, until it is overwritten.
void Output::put_back() {
  if (runtime().slot->output_size != 0) lseek(STDOUT_FILENO, 0, SEEK_SET);
}

int Output::divert() {
  std::fflush(stdout);
  const int terminal = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, kHighDescriptor);
  const int input = open("/dev/null", O_RDONLY);
  const int output = memfd_create("heddle-output", 0);
  if (terminal < 0 || input < 0 || output < 0) die("cannot divert the program's output: error %d", errno);
  dup2(input, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  close(input);
  close(output);
  return terminal;
}

void Output::show(const abi::Slot& slot, int descriptor) {
  char bytes[4096];
  for (off_t at = 0; at < static_cast<off_t>(slot.output_size);) {
    const ssize_t size = pread(STDOUT_FILENO, bytes, sizeof bytes, at);
    if (size <= 0 || write(descriptor, bytes, static_cast<std::size_t>(size)) != size) return;
    at += size;
  }
}

}  // namespace heddle::runtime
