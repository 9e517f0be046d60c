#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace heddle::base {

// A file in memory, without a copy. Empty if it cannot be mapped.
class MappedFile {
 public:
  explicit MappedFile(const std::string& path);
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();

  std::string_view content() const { return content_; }

  // `count` objects at an offset; none if they are not entirely within the file, which may be anything.
  template <class T>
  std::span<const T> objects(std::uint64_t offset, std::uint64_t count) const {
    const bool fits = offset <= content_.size() && count <= (content_.size() - offset) / sizeof(T);
    if (!fits || offset % alignof(T) != 0) return {};
    return {reinterpret_cast<const T*>(content_.data() + offset), count};
  }

 private:
  std::string_view content_;
};

}  // namespace heddle::base
