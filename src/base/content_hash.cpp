#include "base/content_hash.h"

#include <fmt/format.h>

#include <cstdint>

namespace heddle::base {

Hash128 content_hash(std::string_view text) {
  Hash128 hash;
  hash.add(text.size());
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    word = word << 8 | static_cast<unsigned char>(text[i]);
    if (i % 8 == 7) hash.add(word);
  }
  return hash.add(word);
}

std::string hex(const Hash128& hash) { return fmt::format("{:016x}{:016x}", hash.high, hash.low); }

}  // namespace heddle::base
