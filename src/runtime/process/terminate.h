#pragma once

namespace heddle::runtime {

// From now on std::terminate reports the exception that nobody has caught.
void install_terminate_handler();

}  // namespace heddle::runtime
