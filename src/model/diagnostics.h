#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/executor.h"

namespace heddle::model {

// At most this many messages are shown for one program; a last one says how many more there are.
inline constexpr std::size_t kMaxDiagnostics = 50;

// Collects the messages about one source text. Of several messages about the same position only the first
// is kept, because the others are usually its consequences. Owned by compile().
class Diagnostics {
 public:
  Diagnostics(std::string_view source, std::string file);

  void error(std::uint32_t offset, std::string message);
  // A message about the program as a whole, without a line.
  void error_without_place(std::string message);

  bool any() const { return !found_.empty() || !general_.empty(); }
  std::uint32_t line_of(std::uint32_t offset) const;
  std::uint32_t column_of(std::uint32_t offset) const;
  std::string_view source() const { return source_; }
  const std::string& file() const { return file_; }

  // All messages in textual order.
  std::vector<Diagnostic> take();

 private:
  struct Found {
    std::uint32_t offset;
    std::string message;
  };

  std::string_view source_;
  std::string file_;
  std::vector<std::uint32_t> line_starts_;
  std::vector<Found> found_;
  std::vector<std::string> general_;
  std::size_t dropped_ = 0;
};

}  // namespace heddle::model
