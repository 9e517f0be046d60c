#include "base/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace heddle::base {

MappedFile::MappedFile(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  struct stat status{};
  if (::fstat(file, &status) == 0 && status.st_size > 0) {
    const auto size = static_cast<std::size_t>(status.st_size);
    void* const memory = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
    if (memory != MAP_FAILED) content_ = {static_cast<const char*>(memory), size};
  }
  ::close(file);
}

MappedFile::~MappedFile() {
  if (!content_.empty()) ::munmap(const_cast<char*>(content_.data()), content_.size());
}

}  // namespace heddle::base
