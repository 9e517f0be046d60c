#pragma once

#include <cstdarg>
#include <cstddef>
#include <cstdint>

#include "abi/instrumented.h"

namespace heddle::runtime {

// What C library functions keep between calls, in memory of their own: as shared as a global variable.
enum class Hidden : std::uint8_t {
  kEnvironment,
  kLocale,
  kAsctime,  // the text of asctime and ctime
  kPasswords,
  kConversion,  // the state of mbtowc and the like
  kNumberText,  // of ecvt, fcvt, l64a
  kHashTable,
  kCount,
};

// One call of a C library function that is about to happen. Its entry in the table of effects (effects.h) says which
// memory it will read and write: reads first. Sizes are computed from the values that are there now.
class LibraryCall {
 public:
  using Tell = void (*)(std::uint64_t address, std::uint64_t size, bool is_write, const heddle_place* place);
  using TellsItself = bool (*)(const void* function);  // is it a function of the program, with hooks?
  static constexpr std::uint64_t kAll = UINT64_MAX;

  LibraryCall(const std::uint64_t* arguments, const heddle_place* place, Tell tell, TellsItself tells_itself)
      : arguments_(arguments), place_(place), tell_(tell), tells_itself_(tells_itself) {}

  std::uint64_t number(unsigned n) const { return arguments_[n]; }
  template <class T>
  T* pointer(unsigned n) const {
    return reinterpret_cast<T*>(arguments_[n]);
  }
  const char* text(unsigned n) const { return pointer<const char>(n); }
  // The variable arguments, which follow this many named ones.
  void variable(unsigned named, va_list list) const;

  // This many bytes at the n-th argument, or at an address. A null pointer points to nothing.
  void reads(unsigned n, std::uint64_t size) { access(arguments_[n], size, false); }
  void writes(unsigned n, std::uint64_t size) { access(arguments_[n], size, true); }
  void reads_at(const void* address, std::uint64_t size) {
    access(reinterpret_cast<std::uint64_t>(address), size, false);
  }
  void writes_at(const void* address, std::uint64_t size) {
    access(reinterpret_cast<std::uint64_t>(address), size, true);
  }
  void changes(unsigned n, std::uint64_t size) {
    reads(n, size);
    writes(n, size);
  }

  // A string up to its end, or up to `most` characters. Returns its size, including the terminator if that was read.
  std::uint64_t reads_text(unsigned n, std::uint64_t most = kAll) { return reads_text_at(text(n), most); }
  std::uint64_t reads_text_at(const char* begin, std::uint64_t most = kAll);
  std::uint64_t reads_wide(unsigned n, std::uint64_t most = kAll) {
    return reads_wide_at(pointer<const wchar_t>(n), most);
  }
  std::uint64_t reads_wide_at(const wchar_t* begin, std::uint64_t most = kAll);

  void reads_hidden(Hidden what);
  void writes_hidden(Hidden what);

  // It calls the function that is the n-th argument. A function of the program reports for itself what it does; what
  // others do, such as strcmp, is unknown.
  void calls(unsigned n) {
    if (number(n) == 0) return;
    calls_back_ = true;
    if (!tells_itself_(pointer<const void>(n))) give_up();
  }
  bool calls_back() const { return calls_back_; }

  // What it does to memory is unknown in this case.
  void give_up() { unknown_ = true; }
  bool is_unknown() const { return unknown_; }

 private:
  // Others may have changed it when it is read: it may have become longer. Returns the size that it then has.
  template <class Size>
  std::uint64_t reads_as_long_as(const void* begin, Size size_now) {
    for (std::uint64_t told = 0;;) {
      const std::uint64_t size = size_now();
      if (size <= told) return size;
      reads_at(begin, size);
      told = size;
    }
  }

  void access(std::uint64_t address, std::uint64_t size, bool is_write) {
    if (address != 0 && size != 0) tell_(address, size, is_write, place_);
  }

  const std::uint64_t* arguments_;
  const heddle_place* place_;
  Tell tell_;
  TellsItself tells_itself_;
  bool calls_back_ = false;
  bool unknown_ = false;
};

// The name of what library functions keep at this address; null if it is something else.
const char* hidden_name(std::uint64_t address);

// Memory for a rehearsal of a call: for its results, which must not yet go where they belong. Not from the program's
// heap.
class Scratch {
 public:
  explicit Scratch(std::size_t size);
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch();

  char* data() { return data_; }
  std::size_t size() const { return size_; }

 private:
  static constexpr std::size_t kSmall = 512;
  alignas(16) char small_[kSmall];
  std::size_t size_;
  char* data_;
};

}  // namespace heddle::runtime
