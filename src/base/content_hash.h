#pragma once

#include <string>
#include <string_view>

#include "base/hash.h"

namespace heddle::base {

// The fingerprint of a text, the same on every machine.
Hash128 content_hash(std::string_view text);

// 32 hexadecimal digits.
std::string hex(const Hash128& hash);

}  // namespace heddle::base
