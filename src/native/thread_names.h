#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "abi/channel.h"
#include "native/symbols.h"

namespace heddle::native {

// What a thread does, in one word: "worker" for the function `ns::worker(int)`, for a std::thread of that function and
// for one of the method C::worker; "Worker" for a function object, "lambda", "async"; "thread" if nothing is known.
// `fallback` is the mangled name that the dynamic linker has for the function; `load_address` is that of the executable
// whose symbols are given.
std::string thread_function(const abi::ThreadRecord& record, const std::string& fallback, Symbols& symbols,
                            std::uint64_t load_address);

// The last component of a C++ name, without parameters and template arguments: "worker" for "a::b<int>::worker(int)",
// "lambda" for "main::{lambda()#1}".
std::string short_name(std::string_view demangled);

// The type of the callable within the type of libstdc++'s thread state, std::thread::_State_impl<…>; empty if this is
// not such a type.
std::string_view callable_type(std::string_view demangled);

}  // namespace heddle::native
