#pragma once

namespace heddle::runtime {

// Ends the process with a message, when the runtime cannot continue. The explorer shows the message.
[[noreturn]] void die(const char* format, ...) __attribute__((format(printf, 1, 2)));

}  // namespace heddle::runtime
