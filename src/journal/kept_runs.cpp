#include "journal/kept_runs.h"

#include <algorithm>
#include <bit>

#include "base/bytes.h"

namespace heddle::journal {

using base::Hash128;

void KeptRuns::add_key(const Hash128& key, std::size_t trace_size, std::string& keys) {
  base::ByteWriter out(keys);
  out.bytes(&key, sizeof key);
  out.number(trace_size);
}

bool KeptRuns::learn(std::int64_t batch, std::string_view keys) {
  base::ByteReader in(keys);
  std::uint64_t offset = 0;
  while (!in.at_end()) {
    Run run{.batch = static_cast<std::uint32_t>(batches_.size()), .offset = static_cast<std::uint32_t>(offset)};
    const std::string_view key = in.bytes(sizeof run.key);
    offset += in.number();
    if (!in.ok() || offset > UINT32_MAX) return false;
    std::memcpy(&run.key, key.data(), key.size());
    runs_.push_back(run);
  }
  batches_.push_back(batch);
  return true;
}

void KeptRuns::clear() { *this = KeptRuns(); }

std::optional<KeptRuns::Run> KeptRuns::find(const Hash128& key) {
  if (runs_.empty()) return {};
  if (next_ >= runs_.size() || runs_[next_].key != key) {
    if (slots_.empty()) make_index();
    const std::uint32_t slot = slot_of(key);
    if (slot == 0) return {};
    next_ = slot - 1;
  }
  return runs_[next_++];
}

std::uint32_t& KeptRuns::slot_of(const Hash128& key) {
  for (std::uint64_t i = key.low;; ++i) {
    std::uint32_t& slot = slots_[i & (slots_.size() - 1)];
    if (slot == 0 || runs_[slot - 1].key == key) return slot;
  }
}

void KeptRuns::make_index() {
  slots_.assign(std::bit_ceil(2 * runs_.size()), 0);
  for (std::uint32_t i = 0; i < runs_.size(); ++i) slot_of(runs_[i].key) = i + 1;
}

base::Result<std::string_view> KeptRuns::trace(const Run& run, Database& database) {
  const auto has = [&run](const Loaded& loaded) { return loaded.batch == run.batch; };
  if (!has(loaded_[0])) {
    std::swap(loaded_[0], loaded_[1]);
    if (!has(loaded_[0])) {
      base::Result<std::string> traces = database.traces(batches_[run.batch]);
      if (!traces) return traces.error();
      loaded_[0] = {run.batch, std::move(traces.value())};
    }
  }
  const std::string_view all = loaded_[0].traces;
  return all.substr(std::min<std::size_t>(run.offset, all.size()));
}

}  // namespace heddle::journal
