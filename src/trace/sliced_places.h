#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "trace/names.h"

namespace heddle::trace {

// What the static slice of a program says about one place of its source (docs/slicing.md).
struct SlicedPlace {
  bool relevant = true;       // it can influence whether something fails, so it is in the slice
  bool failure_ahead = true;  // here or later, the thread or one that it will create may reach something that may fail
  bool slice_ahead = true;    // the same for something in the slice
  bool failure_in_frame = true;  // failure_ahead, without a return from the function
  bool may_fail = true;          // here

  // Outside the slice, the paper's types A and B.
  enum class Type : std::uint8_t {
    kRelevant,
    kOneEdge,         // B: what is decided here does not matter, but something may fail after it
    kNoFailureAhead,  // A
  };
  Type type() const {
    if (relevant) return Type::kRelevant;
    return failure_ahead ? Type::kOneEdge : Type::kNoFailureAhead;
  }

  friend bool operator==(const SlicedPlace&, const SlicedPlace&) = default;
};

// The table that `heddle_slicer` writes. The places are those of the operations of traces.
class SlicedPlaces {
 public:
  struct Key {
    std::string file;
    std::uint32_t line = 0;
    std::uint32_t column = 0;

    friend auto operator<=>(const Key&, const Key&) = default;
  };

  static base::Result<SlicedPlaces> parse(std::string_view text);

  // Of a place that is not in the table, anything may be true, so every member is true.
  SlicedPlace at(const Key& key) const;
  SlicedPlace at(const Names::Place& place) const { return at(Key{place.file, place.line, place.column}); }

  const std::map<Key, SlicedPlace>& places() const { return places_; }
  // The variables that can be set aside.
  const std::vector<std::string>& aside() const { return aside_; }
  std::size_t instructions() const { return instructions_; }
  std::size_t instructions_in_slice() const { return instructions_in_slice_; }

 private:
  std::map<Key, SlicedPlace> places_;
  std::vector<std::string> aside_;
  std::size_t instructions_ = 0;
  std::size_t instructions_in_slice_ = 0;
};

}  // namespace heddle::trace
