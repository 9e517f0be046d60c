#pragma once

#include <string>

#include "explore/loop.h"
#include "symbolic/expressions.h"

namespace heddle::cli {

// What an exploration takes along when it starts again, for a later session.
std::string to_bytes(const explore::Restart& restart, symbolic::Expressions* expressions);
// The inverse; nothing is taken along if there are no bytes. False if the bytes are not ours.
bool from_bytes(const std::string& bytes, symbolic::Expressions* expressions, explore::Restart& restart);

}  // namespace heddle::cli
