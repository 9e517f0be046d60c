#include "base/version.h"

namespace heddle::base {

std::string_view version() { return HEDDLE_VERSION; }

}  // namespace heddle::base
