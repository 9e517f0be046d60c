#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/hash.h"
#include "base/result.h"

namespace heddle::base {

// The fingerprint of a text, the same on every machine.
Hash128 content_hash(std::string_view text);

// That of the content of a file of at most `limit` bytes: another one, which takes a quarter of the time.
Result<Hash128> file_hash(const std::string& path, std::size_t limit);

// 32 hexadecimal digits.
std::string hex(const Hash128& hash);

}  // namespace heddle::base
