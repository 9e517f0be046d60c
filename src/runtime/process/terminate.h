#pragma once

namespace heddle::runtime {

// Makes std::terminate report the exception that nobody caught.
void install_terminate_handler();

}  // namespace heddle::runtime
