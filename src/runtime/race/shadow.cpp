#include "runtime/race/shadow.h"

#include <bit>

namespace heddle::runtime {

namespace {

constexpr std::size_t kShadowSize = kGranules * sizeof(Granule);

}  // namespace

Shadow::~Shadow() {
  if (mapped_) unmap_pages(reinterpret_cast<void*>(kRaceShadowBase), kShadowSize);
}

bool Shadow::map() {
  if (!used_.map(kShadowSize / kPageSize / 64)) return false;
  mapped_ = map_pages(kRaceShadowBase, kShadowSize) != nullptr;
  return mapped_;
}

void Shadow::forget_runs() {
  for (std::size_t word = 0; word < used_.capacity(); ++word) {
    for (std::uint64_t bits = used_[word]; bits != 0; bits &= bits - 1) {
      const std::size_t page = word * 64 + std::countr_zero(bits);
      auto* granules = reinterpret_cast<Granule*>(kRaceShadowBase + page * kPageSize);
      for (std::size_t i = 0; i < kPageSize / sizeof(Granule); ++i) granules[i].stamp = 0;
    }
  }
}

}  // namespace heddle::runtime
