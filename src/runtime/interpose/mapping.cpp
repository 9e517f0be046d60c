#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdarg>

#include "abi/symbolic.h"
#include "runtime/anchor.h"
#include "runtime/failures/uncontrolled.h"
#include "runtime/memory/pages.h"
#include "runtime/process/failing_calls.h"

// Mapping memory and files.

namespace heddle::runtime {

MappedFiles::File MappedFiles::file_of(int descriptor) {
  struct stat about = {};
  if (failed(system_call(SYS_fstat, descriptor, reinterpret_cast<long>(&about)))) return {};
  return {about.st_dev, about.st_ino};
}

bool MappedFiles::has(int descriptor) const {
  if (count_ == 0) return false;
  const File file = file_of(descriptor);
  return std::find(files_, files_ + count_, file) != files_ + count_;
}

bool MappedFiles::add(int descriptor) {
  if (has(descriptor) || count_ == kMost) return true;
  const File file = file_of(descriptor);
  if (file.number != 0) files_[count_++] = file;
  return false;
}

namespace {

void look_at_mapping(int flags, int descriptor) {
  if (anchor == nullptr || !anchor->in_program()) return;
  needs_fork();
  if (descriptor == STDIN_FILENO && anchor->channel->settings.symbolic_stdin != 0) __heddle_sym_real_input("mmap");
  const bool is_shared = (flags & MAP_SHARED) != 0 && (flags & MAP_ANONYMOUS) == 0;
  if (is_shared) anchor->channel->changes_files = true;
  if (is_shared && anchor->mapped_files.add(descriptor))
    report_uncontrolled("mmap of a file that is mapped already", nullptr);
}

// With these the kernel must choose the place.
constexpr int kPlacedByKernel = MAP_FIXED | MAP_FIXED_NOREPLACE | MAP_32BIT | MAP_HUGETLB;

long map(void* address, std::size_t size, int protection, int flags, int descriptor, off_t offset) {
  if (address == nullptr && (flags & kPlacedByKernel) == 0 && anchor != nullptr && anchor->in_program()) {
    const long result = anchor->mappings.map(anchor->current_thread(), size, protection, flags, descriptor, offset);
    if (result != -EEXIST) return result;
    report_uncontrolled("mmap of more than a thread may have", nullptr);
  }
  return system_call(SYS_mmap, reinterpret_cast<long>(address), static_cast<long>(size), protection, flags, descriptor,
                     offset);
}

long remap(std::uintptr_t address, std::size_t size, std::size_t new_size, int flags, void* to) {
  const bool is_placed = (flags & MREMAP_FIXED) != 0;
  if (!is_placed && (flags & MREMAP_MAYMOVE) != 0 && anchor != nullptr && anchor->in_program()) {
    const long grown = system_call(SYS_mremap, static_cast<long>(address), static_cast<long>(size),
                                   static_cast<long>(new_size), flags & ~MREMAP_MAYMOVE);
    if (grown != -ENOMEM) return grown;
    const long moved = anchor->mappings.move(anchor->current_thread(), address, size, new_size, flags);
    if (moved != -EEXIST) return moved;
    report_uncontrolled("mremap of more than a thread may have", nullptr);
  }
  return system_call(SYS_mremap, static_cast<long>(address), static_cast<long>(size), static_cast<long>(new_size),
                     flags, reinterpret_cast<long>(to));
}

}  // namespace

}  // namespace heddle::runtime

extern "C" {

void* mmap(void* address, std::size_t size, int protection, int flags, int descriptor, off_t offset) noexcept {
  if (heddle::runtime::fails(heddle::trace::FailingCall::kMmap, __builtin_return_address(0))) {
    errno = ENOMEM;
    return MAP_FAILED;
  }
  heddle::runtime::look_at_mapping(flags, descriptor);
  const long result = heddle::runtime::map(address, size, protection, flags, descriptor, offset);
  if (!heddle::runtime::failed(result)) return reinterpret_cast<void*>(result);
  errno = static_cast<int>(-result);
  return MAP_FAILED;
}

// With size 0, shared memory gets a second address.
void* mremap(void* address, std::size_t size, std::size_t new_size, int flags, ...) noexcept {
  va_list arguments;
  va_start(arguments, flags);
  void* const to = (flags & MREMAP_FIXED) != 0 ? va_arg(arguments, void*) : nullptr;
  va_end(arguments);
  if (heddle::runtime::anchor != nullptr && heddle::runtime::anchor->in_program() && size == 0)
    heddle::runtime::report_uncontrolled("mremap that maps memory twice", nullptr);
  const long result = heddle::runtime::remap(reinterpret_cast<std::uintptr_t>(address), size, new_size, flags, to);
  if (!heddle::runtime::failed(result)) return reinterpret_cast<void*>(result);
  errno = static_cast<int>(-result);
  return MAP_FAILED;
}

void* mmap64(void* address, std::size_t size, int protection, int flags, int descriptor, off_t offset) noexcept {
  return mmap(address, size, protection, flags, descriptor, offset);
}
}
