#pragma once

#include <string>
#include <utility>
#include <variant>

#include "base/check.h"

namespace heddle::base {

// What is wrong with something the user gave us, with its place ("file:line:column", may be empty).
struct Error {
  std::string place;
  std::string message;

  std::string text() const { return place.empty() ? message : place + ": " + message; }
};

// A value, or the reason why there is none. For bad user input; see docs/architecture.md, "Four kinds of error".
template <class T>
class Result {
 public:
  Result(T value) : content_(std::move(value)) {}      // NOLINT(google-explicit-constructor)
  Result(Error error) : content_(std::move(error)) {}  // NOLINT(google-explicit-constructor)

  bool ok() const { return std::holds_alternative<T>(content_); }
  explicit operator bool() const { return ok(); }

  T& value() {
    CHECK(ok());
    return std::get<T>(content_);
  }
  const T& value() const {
    CHECK(ok());
    return std::get<T>(content_);
  }
  const Error& error() const {
    CHECK(!ok());
    return std::get<Error>(content_);
  }

 private:
  std::variant<T, Error> content_;
};

}  // namespace heddle::base
