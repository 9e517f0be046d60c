#include <sys/random.h>
#include <sys/types.h>

#include <cstdint>
#include <cstdlib>

#include "base/hash.h"
#include "runtime/anchor.h"
#include "runtime/failures/uncontrolled.h"
#include "runtime/schedule/spin.h"

// Random numbers: the same in every run. Every thread has a sequence of its own, given by its number and the seed, so
// that drawing a number is not a step. A seed affects the thread that sets it and those that it creates later.

namespace heddle::runtime {

namespace {

constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15;

std::uint64_t next_random() {
  note_assumed(abi::Assumed::kRandomNumbers);
  if (anchor == nullptr || !runtime().scheduler.running()) return base::mix(kGolden);
  count_call(nullptr);
  Thread& self = runtime().scheduler.current();
  if (self.random_state == 0) {
    see_itself(self);
    self.random_state = base::mix(self.random_seed * trace::kMaxThreads + self.id.value) | 1;
  }
  self.random_state += kGolden;
  return base::mix(self.random_state);
}

void seed(std::uint64_t value) {
  if (anchor == nullptr || !runtime().scheduler.running()) return;
  Thread& self = runtime().scheduler.current();
  self.random_seed = value;
  self.random_state = 0;
}

void fill(void* buffer, std::size_t size) {
  auto* const bytes = static_cast<unsigned char*>(buffer);
  for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<unsigned char>(next_random());
}

constexpr int kDoubleBits = 53;
double unit() {
  return static_cast<double>(next_random() >> (64 - kDoubleBits)) / static_cast<double>(1ULL << kDoubleBits);
}

}  // namespace

}  // namespace heddle::runtime

using heddle::runtime::next_random;
using heddle::runtime::seed;

extern "C" {

int rand(void) noexcept { return static_cast<int>(next_random() >> 33); }
void srand(unsigned value) noexcept { seed(value); }
long random(void) noexcept { return static_cast<long>(next_random() >> 33); }
void srandom(unsigned value) noexcept { seed(value); }

double drand48(void) noexcept { return heddle::runtime::unit(); }
long lrand48(void) noexcept { return static_cast<long>(next_random() >> 33); }
long mrand48(void) noexcept { return static_cast<std::int32_t>(next_random() >> 32); }
void srand48(long value) noexcept { seed(static_cast<std::uint64_t>(value)); }

ssize_t getrandom(void* buffer, std::size_t size, unsigned /*flags*/) {
  heddle::runtime::fill(buffer, size);
  return static_cast<ssize_t>(size);
}
int getentropy(void* buffer, std::size_t size) {
  heddle::runtime::fill(buffer, size);
  return 0;
}
std::uint32_t arc4random(void) noexcept { return static_cast<std::uint32_t>(next_random()); }
void arc4random_buf(void* buffer, std::size_t size) noexcept { heddle::runtime::fill(buffer, size); }
std::uint32_t arc4random_uniform(std::uint32_t bound) noexcept {
  return bound == 0 ? 0 : static_cast<std::uint32_t>(next_random() % bound);
}

// std::random_device::operator(), which would ask the processor.
unsigned _ZNSt13random_device9_M_getvalEv(void* /*device*/) { return static_cast<unsigned>(next_random()); }
}
