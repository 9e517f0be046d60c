#include "runtime/interpose/file_times.h"

#include "runtime/anchor.h"
#include "runtime/failures/uncontrolled.h"

namespace heddle::runtime {

void note_times(const struct stat& file) {
  if (anchor == nullptr || !runtime().scheduler.running()) return;
  if (!S_ISREG(file.st_mode) && !S_ISDIR(file.st_mode)) return;
  if (file.st_ctim.tv_sec >= runtime().process.started) note_assumed(abi::Assumed::kFileTimes);
}

}  // namespace heddle::runtime
