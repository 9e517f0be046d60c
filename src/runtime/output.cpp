#include "runtime/output.h"

#include <unistd.h>

#include <cstdio>

#include "runtime/anchor.h"
#include "runtime/real.h"

namespace heddle::runtime {

void prepare_output() { std::fflush(stdout); }

void finish_output(abi::Channel& channel) {
  if (!runtime().attached) return;
  if (stdout->_IO_write_ptr != stdout->_IO_write_base) std::fflush(stdout);
  const off_t size = lseek(STDOUT_FILENO, 0, SEEK_CUR);
  channel.output_size = size > 0 ? static_cast<std::uint64_t>(size) : 0;
}

// The file keeps its content, which the explorer may still want to read, until somebody writes over it.
void reset_output() {
  if (runtime().channel->output_size != 0) lseek(STDOUT_FILENO, 0, SEEK_SET);
}

}  // namespace heddle::runtime
