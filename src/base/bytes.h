#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

// Numbers and texts as a sequence of bytes, for Heddle's own files. Small numbers take one byte.

namespace heddle::base {

// Appends to a string that the caller owns.
class ByteWriter {
 public:
  explicit ByteWriter(std::string& out) : out_(out) {}

  void number(std::uint64_t n) {
    for (; n >= kMore; n >>= kBits) out_.push_back(static_cast<char>(n | kMore));
    out_.push_back(static_cast<char>(n));
  }
  void integer(std::int64_t n) { number((static_cast<std::uint64_t>(n) << 1) ^ static_cast<std::uint64_t>(n >> 63)); }
  template <class Id>
  void id(Id id) {
    number(id.valid() ? std::uint64_t{id.value} + 1 : 0);
  }
  void bytes(const void* data, std::size_t size) { out_.append(static_cast<const char*>(data), size); }
  void text(std::string_view text) {
    number(text.size());
    out_.append(text);
  }

  static constexpr unsigned kBits = 7;
  static constexpr std::uint64_t kMore = 1U << kBits;

 private:
  std::string& out_;
};

// Reads what a ByteWriter has written. It stays within the bytes whatever they are: what is missing reads as 0, and
// ok() is false then.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : at_(bytes.data()), end_(bytes.data() + bytes.size()) {}

  bool ok() const { return ok_; }
  bool at_end() const { return at_ == end_; }
  std::size_t left() const { return static_cast<std::size_t>(end_ - at_); }
  void fail() {
    ok_ = false;
    at_ = end_;
  }

  std::uint64_t number() {
    std::uint64_t result = 0;
    for (unsigned shift = 0; shift < 64; shift += ByteWriter::kBits) {
      if (at_ == end_) break;
      const auto byte = static_cast<unsigned char>(*at_++);
      result |= (byte & (ByteWriter::kMore - 1)) << shift;
      if (byte < ByteWriter::kMore) return result;
    }
    fail();
    return 0;
  }
  std::int64_t integer() {
    const std::uint64_t n = number();
    return static_cast<std::int64_t>((n >> 1) ^ (~(n & 1) + 1));
  }
  // A number below `end`.
  std::uint64_t below(std::uint64_t end) {
    const std::uint64_t n = number();
    if (n < end) return n;
    fail();
    return 0;
  }
  // How many items follow; each takes at least one byte.
  std::size_t count() { return static_cast<std::size_t>(below(left() + 1)); }
  template <class Id>
  Id id() {
    const std::uint64_t n = below(std::uint64_t{Id::none().value} + 1);
    return n == 0 ? Id::none() : Id(static_cast<std::size_t>(n - 1));
  }
  std::string_view bytes(std::size_t size) {
    if (size > left()) {
      fail();
      return {};
    }
    const std::string_view result(at_, size);
    at_ += size;
    return result;
  }
  std::string_view text() { return bytes(count()); }

 private:
  const char* at_;
  const char* end_;
  bool ok_ = true;
};

}  // namespace heddle::base
