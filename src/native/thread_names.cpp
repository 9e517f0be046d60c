#include "native/thread_names.h"

#include <cxxabi.h>

#include <cstdlib>
#include <vector>

namespace heddle::native {

namespace {

constexpr const char* kUnknown = "thread";

// A C function may have the name of a type in mangled names: "w" is not a wchar_t.
std::string demangle(std::string_view name) {
  if (!name.starts_with("_Z")) return std::string(name);
  int status = 0;
  const std::string mangled(name);
  char* const text = ::abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status);
  std::string result = status == 0 && text != nullptr ? text : mangled;
  std::free(text);
  return result;
}

bool opens(char c) { return c == '(' || c == '<' || c == '{' || c == '['; }
bool closes(char c) { return c == ')' || c == '>' || c == '}' || c == ']'; }

// The components of a name between the "::" that are not inside brackets.
std::vector<std::string_view> components(std::string_view name) {
  std::vector<std::string_view> result;
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (opens(name[i])) ++depth;
    if (closes(name[i])) --depth;
    if (depth == 0 && name.substr(i).starts_with("::")) {
      result.push_back(name.substr(begin, i - begin));
      begin = i + 2;
    }
  }
  result.push_back(name.substr(begin));
  return result;
}

// The name of a function in the executable. What belongs to the library says nothing about the program.
std::string function_name(std::string_view symbol) {
  if (symbol.empty()) return kUnknown;
  const std::string name = demangle(symbol);
  if (name.find("_Async_state") != std::string::npos) return "async";
  return name.starts_with("std::") ? kUnknown : short_name(name);
}

// A std::thread: libstdc++ keeps the callable, then the function pointer or the object, at the end of its state.
std::string callable_name(const abi::ThreadRecord& record, Symbols& symbols, std::uint64_t load_address) {
  const std::string state = demangle(symbols.at(record.vtable - load_address));
  const std::string_view type = callable_type(state);
  if (type.empty()) return kUnknown;
  if (type.find("_Async_state") != std::string_view::npos) return "async";
  if (type.find("::*)(") != std::string_view::npos) return function_name(symbols.at(record.last[0] - load_address));
  if (type.find("(*)(") != std::string_view::npos) return function_name(symbols.at(record.last[1] - load_address));
  return type.starts_with("std::") ? kUnknown : short_name(type);
}

}  // namespace

std::string short_name(std::string_view demangled) {
  const std::vector<std::string_view> parts = components(demangled);
  for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
    if (part->starts_with("{lambda") || part->starts_with("'lambda") || part->starts_with("$_")) return "lambda";
    if (part->starts_with("operator")) continue;  // of a function object: its class is used
    std::string_view name = part->substr(0, part->find_first_of("(<{["));
    // A function template's return type comes first.
    if (const std::size_t space = name.rfind(' '); space != std::string_view::npos) name.remove_prefix(space + 1);
    if (!name.empty()) return std::string(name);
  }
  return kUnknown;
}

std::string_view callable_type(std::string_view demangled) {
  constexpr std::string_view kTuple = "_Invoker<std::tuple<";
  if (demangled.find("std::thread::_State_impl<") == std::string_view::npos) return {};
  const std::size_t at = demangled.find(kTuple);
  if (at == std::string_view::npos) return {};
  const std::string_view arguments = demangled.substr(at + kTuple.size());
  int depth = 0;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (depth == 0 && (arguments[i] == ',' || arguments[i] == '>')) return arguments.substr(0, i);
    if (opens(arguments[i])) ++depth;
    if (closes(arguments[i])) --depth;
  }
  return {};
}

std::string thread_function(const abi::ThreadRecord& record, const std::string& fallback, Symbols& symbols,
                            std::uint64_t load_address) {
  if (const std::string_view symbol = symbols.at(record.function - load_address); !symbol.empty())
    return function_name(symbol);
  if (record.vtable != 0) return callable_name(record, symbols, load_address);
  return function_name(fallback);
}

}  // namespace heddle::native
