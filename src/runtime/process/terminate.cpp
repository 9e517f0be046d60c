#include "runtime/process/terminate.h"

#include <cxxabi.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <typeinfo>

#include "runtime/failures/failures.h"

// Uncaught exceptions. This file is compiled with exceptions and type information, to ask them what they are.

namespace heddle::runtime {

namespace {

constexpr std::size_t kMaxText = 512;

// "std::runtime_error: text". What the name needs is freed again: the heap must stay as the program knows it.
void describe(const std::type_info& type, char* text) {
  int status = 0;
  char* const name = ::abi::__cxa_demangle(type.name(), nullptr, nullptr, &status);
  const int length = std::snprintf(text, kMaxText, "%s", name != nullptr ? name : type.name());
  std::free(name);
  if (length < 0 || static_cast<std::size_t>(length) >= kMaxText) return;
  try {
    throw;
  } catch (const std::exception& exception) {
    std::snprintf(text + length, kMaxText - static_cast<std::size_t>(length), ": %s", exception.what());
  } catch (...) {
    // There is nothing more to say about it.
    return;
  }
}

[[noreturn]] void terminate() {
  const std::type_info* const type = ::abi::__cxa_current_exception_type();
  if (type == nullptr) fail(trace::FailureKind::kAbort, nullptr, "std::terminate");
  char text[kMaxText];
  describe(*type, text);
  fail(trace::FailureKind::kUncaughtException, nullptr, "%s", text);
}

}  // namespace

void install_terminate_handler() { std::set_terminate(terminate); }

}  // namespace heddle::runtime
