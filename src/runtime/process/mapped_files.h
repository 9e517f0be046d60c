#pragma once

#include <sys/types.h>

#include <cstddef>

namespace heddle::runtime {

// The files that the program has mapped so that others see what it writes. A file that is mapped twice is memory with
// two addresses, which are not recognised as the same, and so is one that is read or written, too: both are named in
// the verdict. Owned by the runtime.
class MappedFiles {
 public:
  // Was the file behind this descriptor mapped before, or are there too many to know?
  bool add(int descriptor);
  // Was it mapped?
  bool has(int descriptor) const;
  bool any() const { return count_ != 0; }
  void put_back() { count_ = 0; }

 private:
  static constexpr std::size_t kMost = 64;
  struct File {
    dev_t device = 0;
    ino_t number = 0;
    bool operator==(const File&) const = default;
  };
  static File file_of(int descriptor);

  File files_[kMost] = {};
  std::size_t count_ = 0;
};

}  // namespace heddle::runtime
