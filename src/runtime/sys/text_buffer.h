#pragma once

#include <cstdarg>
#include <cstddef>
#include <cstdio>

namespace heddle::runtime {

// A text of bounded length, built without allocating; what does not fit is cut off.
class TextBuffer {
 public:
  void add(const char* format, ...) __attribute__((format(printf, 2, 3))) {
    va_list arguments;
    va_start(arguments, format);
    const int written = std::vsnprintf(text_ + size_, kSize - size_, format, arguments);
    va_end(arguments);
    if (written > 0)
      size_ = size_ + static_cast<std::size_t>(written) < kSize ? size_ + static_cast<std::size_t>(written) : kSize - 1;
  }
  const char* text() const { return text_; }
  bool empty() const { return size_ == 0; }

 private:
  static constexpr std::size_t kSize = 1024;
  char text_[kSize] = {};
  std::size_t size_ = 0;
};

}  // namespace heddle::runtime
