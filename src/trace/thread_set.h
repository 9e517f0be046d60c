#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include "trace/ids.h"

namespace heddle::trace {

// A set of threads, as a bit vector. It costs as much as the highest thread that was ever in it: the words past `used_`
// have no meaning and are neither copied nor read. With up to 64 threads that is one word.
class ThreadSet {
  using Word = std::uint64_t;
  static constexpr std::size_t kBits = 64;
  static constexpr std::size_t kWords = (kMaxThreads + kBits - 1) / kBits;

 public:
  // The members in ascending order. Inserting and erasing while iterating has no effect on the word that the iterator
  // is in.
  class Iterator {
   public:
    constexpr Iterator(const ThreadSet& set, std::size_t word) : set_(&set), word_(word) {
      if (word_ < set_->used_) rest_ = set_->words_[word_];
      skip_empty();
    }
    constexpr ThreadId operator*() const {
      return ThreadId(word_ * kBits + static_cast<std::size_t>(std::countr_zero(rest_)));
    }
    constexpr Iterator& operator++() {
      rest_ &= rest_ - 1;
      skip_empty();
      return *this;
    }
    friend constexpr bool operator==(const Iterator& a, const Iterator& b) {
      return a.word_ == b.word_ && a.rest_ == b.rest_;
    }

   private:
    constexpr void skip_empty() {
      while (rest_ == 0 && word_ < set_->used_) {
        ++word_;
        rest_ = word_ < set_->used_ ? set_->words_[word_] : 0;
      }
    }

    const ThreadSet* set_;
    std::size_t word_;
    Word rest_ = 0;
  };

  // The unused words stay uninitialised.
  constexpr ThreadSet() {}  // NOLINT(modernize-use-equals-default)
  constexpr explicit ThreadSet(ThreadId t) { insert(t); }
  constexpr ThreadSet(std::initializer_list<ThreadId> threads) {
    for (const ThreadId t : threads) insert(t);
  }
  constexpr ThreadSet(const ThreadSet& other) { assign(other); }
  constexpr ThreadSet& operator=(const ThreadSet& other) {
    assign(other);
    return *this;
  }
  ~ThreadSet() = default;

  // The threads 0 .. 63 whose bits are set.
  static constexpr ThreadSet of_word(Word word) {
    ThreadSet set;
    set.words_[0] = word;
    set.used_ = word == 0 ? 0 : 1;
    return set;
  }
  static constexpr ThreadSet all() {
    ThreadSet set;
    set.used_ = kWords;
    for (Word& word : set.words_) word = ~Word{0};
    return set;
  }

  constexpr bool contains(ThreadId t) const {
    const std::size_t word = t.index() / kBits;
    return word < used_ && ((words_[word] >> t.index() % kBits) & 1) != 0;
  }
  constexpr void insert(ThreadId t) {
    const std::size_t word = t.index() / kBits;
    reach(static_cast<std::uint32_t>(word) + 1);
    words_[word] |= Word{1} << t.index() % kBits;
  }
  constexpr void erase(ThreadId t) {
    const std::size_t word = t.index() / kBits;
    if (word < used_) words_[word] &= ~(Word{1} << t.index() % kBits);
  }
  constexpr void set(ThreadId t, bool present) { present ? insert(t) : erase(t); }
  constexpr void clear() { used_ = 0; }

  constexpr bool empty() const {
    for (std::uint32_t i = 0; i < used_; ++i) {
      if (words_[i] != 0) return false;
    }
    return true;
  }
  constexpr std::size_t size() const {
    std::size_t result = 0;
    for (std::uint32_t i = 0; i < used_; ++i) result += static_cast<std::size_t>(std::popcount(words_[i]));
    return result;
  }
  // How many members precede this thread.
  constexpr std::size_t rank(ThreadId t) const {
    const std::size_t word = t.index() / kBits;
    std::size_t result = 0;
    for (std::size_t i = 0; i < word && i < used_; ++i) result += static_cast<std::size_t>(std::popcount(words_[i]));
    if (word >= used_) return result;
    const Word below = words_[word] & ((Word{1} << t.index() % kBits) - 1);
    return result + static_cast<std::size_t>(std::popcount(below));
  }
  // The first member; none if there is none.
  constexpr ThreadId first() const {
    for (std::uint32_t i = 0; i < used_; ++i) {
      if (words_[i] != 0) return ThreadId(i * kBits + static_cast<std::size_t>(std::countr_zero(words_[i])));
    }
    return ThreadId::none();
  }
  // The n-th member, n < size().
  constexpr ThreadId nth(std::size_t n) const {
    Iterator at = begin();
    for (; n > 0; --n) ++at;
    return *at;
  }
  constexpr bool intersects(const ThreadSet& other) const {
    for (std::uint32_t i = 0; i < used_ && i < other.used_; ++i) {
      if ((words_[i] & other.words_[i]) != 0) return true;
    }
    return false;
  }

  constexpr Iterator begin() const { return {*this, 0}; }
  constexpr Iterator end() const { return {*this, used_}; }

  constexpr ThreadSet& operator|=(const ThreadSet& other) {
    reach(other.used_);
    for (std::uint32_t i = 0; i < other.used_; ++i) words_[i] |= other.words_[i];
    return *this;
  }
  constexpr ThreadSet& operator&=(const ThreadSet& other) {
    used_ = std::min(used_, other.used_);
    for (std::uint32_t i = 0; i < used_; ++i) words_[i] &= other.words_[i];
    return *this;
  }
  // Removes the members of the other set.
  constexpr ThreadSet& operator-=(const ThreadSet& other) {
    for (std::uint32_t i = 0; i < used_ && i < other.used_; ++i) words_[i] &= ~other.words_[i];
    return *this;
  }
  friend constexpr ThreadSet operator|(ThreadSet a, const ThreadSet& b) { return a |= b; }
  friend constexpr ThreadSet operator&(ThreadSet a, const ThreadSet& b) { return a &= b; }
  friend constexpr ThreadSet operator-(ThreadSet a, const ThreadSet& b) { return a -= b; }
  friend constexpr bool operator==(const ThreadSet& a, const ThreadSet& b) {
    const std::uint32_t longer = std::max(a.used_, b.used_);
    for (std::uint32_t i = 0; i < longer; ++i) {
      if (a.word(i) != b.word(i)) return false;
    }
    return true;
  }

 private:
  constexpr Word word(std::uint32_t i) const { return i < used_ ? words_[i] : 0; }
  constexpr void reach(std::uint32_t used) {
    for (; used_ < used; ++used_) words_[used_] = 0;
  }
  constexpr void assign(const ThreadSet& other) {
    used_ = other.used_;
    for (std::uint32_t i = 0; i < used_; ++i) words_[i] = other.words_[i];
  }

  std::uint32_t used_ = 0;
  std::array<Word, kWords> words_;
};

}  // namespace heddle::trace
