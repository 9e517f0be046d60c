#include "base/content_hash.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <cstring>

#include "base/file.h"
#include "base/mapped_file.h"

namespace heddle::base {

namespace {

// Adding a word takes as long as two multiplications that depend on each other; four hashes are added to at a time.
Hash128 hash_in_lanes(std::string_view content) {
  constexpr std::size_t kLanes = 4;
  std::array<Hash128, kLanes> lanes;
  std::array<std::uint64_t, kLanes> words{};
  std::string_view left = content;
  for (; left.size() >= sizeof words; left.remove_prefix(sizeof words)) {
    std::memcpy(words.data(), left.data(), sizeof words);
    for (std::size_t i = 0; i < kLanes; ++i) lanes[i].add(words[i]);
  }
  Hash128 hash = content_hash(left);
  for (const Hash128& lane : lanes) hash.add(lane);
  return hash.add(content.size());
}

}  // namespace

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

Result<Hash128> file_hash(const std::string& path, std::size_t limit) {
  const MappedFile mapped(path);
  if (!mapped.content().empty() && mapped.content().size() <= limit) return hash_in_lanes(mapped.content());
  const Result<std::string> content = read_file(path, limit);  // which knows what is wrong with it
  if (!content) return content.error();
  return hash_in_lanes(content.value());
}

std::string hex(const Hash128& hash) { return fmt::format("{:016x}{:016x}", hash.high, hash.low); }

}  // namespace heddle::base
