#include "native/channel_knowledge.h"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <tuple>
#include <type_traits>

namespace heddle::native {

namespace {

// A table of the channel that grows at its end. Its records may also change later.
struct Table {
  void* records;
  std::size_t record_bytes;
  std::uint32_t* size;
  std::size_t capacity;

  char* bytes() const { return static_cast<char*>(records); }
};

template <class Record, std::size_t kCapacity>
Table table(Record (&records)[kCapacity], std::uint32_t& size) {
  static_assert(std::is_trivially_copyable_v<Record>);
  return {records, sizeof(Record), &size, kCapacity};
}

auto tables(abi::Channel& c) {
  return std::array{table(c.threads, c.threads_size),     table(c.notes, c.notes_size),
                    table(c.locations, c.locations_size), table(c.places, c.places_size),
                    table(c.texts, c.texts_size),         table(c.cells, c.cells_size),
                    table(c.compared, c.compared_size),   table(c.watched_cells, c.watched_cells_size),
                    table(c.lent, c.lent_size),           table(c.usages, c.usages_size),
                    table(c.fixed, c.fixed_size),         table(c.uncontrolled, c.uncontrolled_size)};
}

// The rest, as numbers; `each` gets them one after another.
template <class Each>
void for_each_number(abi::Channel& c, Each each) {
  each(c.threads_named);
  each(c.places_published);
  each(c.overflow);
  each(c.weak_orders);
  each(c.twins_differ);
  each(c.has_counts);
  each(c.assumed);
  each(c.knowledge);
  each(c.targets);
  each(c.takes_inputs);
  each(c.sums_commute);
  each(c.wants_fork);
  each(c.changes_files);
  each(c.settings.constructors);
  each(c.settings.isolation);
}

constexpr std::size_t kPart = 4096;

// The parts of the table that differ from what was saved.
void save_changes(const Table& table, std::string& saved, base::ByteWriter& out) {
  const std::size_t size = *table.size * table.record_bytes;
  saved.resize(size);
  out.number(*table.size);
  for (std::size_t begin = 0; begin < size; begin += kPart) {
    const std::size_t bytes = std::min(kPart, size - begin);
    if (std::memcmp(table.bytes() + begin, saved.data() + begin, bytes) == 0) continue;
    std::memcpy(saved.data() + begin, table.bytes() + begin, bytes);
    out.number(begin + 1);
    out.text({table.bytes() + begin, bytes});
  }
  out.number(0);
}

void load_changes(base::ByteReader& in, const Table& table) {
  *table.size = static_cast<std::uint32_t>(in.below(table.capacity + 1));
  const std::size_t size = *table.size * table.record_bytes;
  while (const std::uint64_t begin = in.number()) {
    const std::string_view bytes = in.text();
    if (begin - 1 > size || bytes.size() > size - (begin - 1)) return in.fail();
    std::memcpy(table.bytes() + begin - 1, bytes.data(), bytes.size());
  }
}

}  // namespace

void ChannelKnowledge::save(abi::Channel& channel, bool all, std::string& bytes) {
  base::ByteWriter out(bytes);
  const auto all_tables = tables(channel);
  static_assert(std::tuple_size_v<decltype(all_tables)> == kTables);
  for (std::size_t i = 0; i < kTables; ++i) {
    if (all) saved_[i].clear();
    save_changes(all_tables[i], saved_[i], out);
  }
  for_each_number(channel, [&out](const auto& number) { out.number(static_cast<std::uint64_t>(number)); });
}

bool ChannelKnowledge::load(base::ByteReader& in, abi::Channel& channel) {
  for (const Table& table : tables(channel)) load_changes(in, table);
  for_each_number(
      channel, [&in](auto& number) { number = static_cast<std::remove_reference_t<decltype(number)>>(in.number()); });
  channel.found_compared_size = channel.compared_size;
  return in.ok();
}

}  // namespace heddle::native
