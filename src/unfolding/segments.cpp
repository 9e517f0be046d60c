#include "unfolding/segments.h"

#include <algorithm>

#include "base/check.h"

namespace heddle::unfolding {

using trace::Access;

namespace {

constexpr unsigned bit(Access::Kind kind) { return 1U << static_cast<unsigned>(kind); }

// A plain write conflicts with everything; a plain read also conflicts with atomic writes.
constexpr bool conflict(unsigned a, unsigned b) {
  constexpr unsigned kWrite = bit(Access::Kind::kWrite);
  constexpr unsigned kRead = bit(Access::Kind::kRead);
  constexpr unsigned kAtomicWrite = bit(Access::Kind::kAtomicWrite);
  if (((a | b) & kWrite) != 0) return true;
  return ((a & kRead) != 0 && (b & kAtomicWrite) != 0) || ((b & kRead) != 0 && (a & kAtomicWrite) != 0);
}

}  // namespace

// --- from traces to segments

void Segments::find_starts(const trace::Trace& trace, std::span<const EventId> events,
                           std::span<const EventId> starts) {
  starts_.assign(trace::kMaxThreads, EventId());
  for (const EventId start : starts) starts_[process_[start].thread] = start;
  for (std::size_t i = 0; i < trace.operations.size(); ++i) {
    const trace::Operation& op = trace.operations[i];
    if (op.kind != trace::OpKind::kCreate || !events[i].valid()) continue;
    starts_[static_cast<std::size_t>(op.choice)] = EventId(static_cast<std::size_t>(process_[events[i]].value));
  }
}

void Segments::observe(const trace::Trace& trace, std::span<const EventId> events, std::span<const EventId> starts) {
  find_starts(trace, events, starts);
  known_.resize(process_.size());
  seen_.clear();
  for (const Access& access : trace.accesses) {
    const EventId e = access.step == 0 ? starts_[access.thread.index()] : events[access.step - 1];
    if (!e.valid()) {
      add_late(access, trace, events);
      continue;
    }
    CHECK(process_[e].thread == access.thread.value);
    if (access.size == 0) continue;
    if (!known_[e.index()]) seen_.push_back({e, &access});
  }
  // Keep together what belongs together, and put earlier segments of a thread before later ones.
  std::ranges::sort(seen_, [](const Seen& a, const Seen& b) { return a.event < b.event; });
  for (std::size_t i = 0; i < seen_.size();) {
    std::size_t end = i;
    while (end < seen_.size() && seen_[end].event == seen_[i].event) ++end;
    add_segment(seen_[i].event, std::span(seen_).subspan(i, end - i));
    i = end;
  }
}

void Segments::add_segment(EventId e, std::span<const Seen> accesses) {
  known_[e.index()] = true;
  ++segments_;
  touched_.clear();
  for (const Seen& seen : accesses) {
    const Access& a = *seen.access;
    touched_.push_back({cell_of(a.address, a.size), static_cast<Kinds>(bit(a.kind))});
  }
  std::ranges::sort(touched_, [](const CellAccess& a, const CellAccess& b) { return a.cell < b.cell; });
  answers_.clear();
  for (std::size_t i = 0; i < touched_.size();) {
    const CellId id = touched_[i].cell;
    Kinds kinds = 0;
    for (; i < touched_.size() && touched_[i].cell == id; ++i) kinds |= touched_[i].kinds;
    if ((kinds & bit(Access::Kind::kWrite)) != 0) kinds = bit(Access::Kind::kWrite);  // others add nothing
    Cell& cell = cells_[id.index()];
    for (const CellId other : cell.overlaps) {
      if (cell.conflicts && cells_[other.index()].conflicts) continue;
      if (conflicts(e, kinds, cells_[other.index()])) show(cell, cells_[other.index()]);
    }
    add_to_group(e, kinds, cell);
  }
}

Segments::CellId Segments::cell_of(std::uint64_t address, std::uint64_t size) {
  const auto [found, is_new] = by_address_.try_emplace({address, size}, CellId(cells_.size()));
  if (!is_new) return found->second;
  const CellId id = found->second;
  cells_.push_back({.address = address, .size = size, .overlaps = {id}, .groups = {}});
  largest_ = std::max(largest_, size);
  const std::uint64_t first = address >= largest_ ? address - largest_ : 0;
  for (auto at = by_address_.lower_bound({first, 0}); at != by_address_.end(); ++at) {
    Cell& other = cells_[at->second.index()];
    if (other.address >= address + size) break;
    if (at->second == id || other.address + other.size <= address) continue;
    other.overlaps.push_back(id);
    cells_[id.index()].overlaps.push_back(at->second);
  }
  return id;
}

void Segments::add_to_group(EventId e, Kinds kinds, Cell& cell) {
  const std::uint32_t thread = process_[e].thread;
  const LockSetId locks = locks_.locks(e);
  auto group = std::ranges::find_if(
      cell.groups, [&](const Group& g) { return g.thread == thread && g.kinds == kinds && g.locks == locks; });
  if (group == cell.groups.end()) {
    cell.groups.push_back({.thread = thread, .kinds = kinds, .locks = locks, .segments = {}});
    group = cell.groups.end() - 1;
    for (const CellId other : cell.overlaps) {
      const std::vector<Late>& all = cells_[other.index()].late;
      joins_matter_ |= std::ranges::any_of(all, [&](const Late& late) { return depends(late, *group); });
    }
  }
  group->segments.add(process_, e);
}

// --- threads that close

void Segments::add_late(const Access& access, const trace::Trace& trace, std::span<const EventId> events) {
  if (access.size == 0) joins_matter_ = true;
  if (joins_matter_) return;
  Late late{access.thread.value, static_cast<Kinds>(bit(access.kind)), {}, {}};
  EventId before = starts_[access.thread.index()];
  for (std::size_t i = access.step; i-- > 0;) {
    const trace::Operation& op = trace.operations[i];
    if (op.thread != access.thread) continue;
    if (events[i].valid()) {
      before = events[i];
      break;
    }
    if (op.kind == trace::OpKind::kJoin) late.joined.insert(trace::ThreadId(static_cast<std::size_t>(op.choice)));
  }
  late.before = locks_.joined(before);
  Cell& cell = cells_[cell_of(access.address, access.size).index()];
  if (std::ranges::find(cell.late, late) != cell.late.end()) return;
  for (const CellId other : cell.overlaps) {
    const Cell& overlapping = cells_[other.index()];
    joins_matter_ |= std::ranges::any_of(overlapping.groups, [&](const Group& group) { return depends(late, group); });
    joins_matter_ |= std::ranges::any_of(overlapping.late, [&](const Late& another) {
      return another.thread != late.thread && conflict(another.kinds, late.kinds);
    });
  }
  cell.late.push_back(std::move(late));
}

bool Segments::depends(const Late& late, const Group& group) {
  constexpr unsigned kReads = bit(Access::Kind::kRead) | bit(Access::Kind::kAtomicRead);
  constexpr unsigned kWrites = bit(Access::Kind::kWrite) | bit(Access::Kind::kAtomicWrite);
  const trace::ThreadId thread(group.thread);
  if (group.thread == late.thread || late.before.contains(thread)) return false;
  if ((late.kinds & kReads) != 0 && (group.kinds & kWrites) != 0) return true;
  return !late.joined.contains(thread) && conflict(late.kinds, group.kinds);
}

// --- which of them can happen together

bool Segments::conflicts(EventId e, Kinds kinds, Cell& cell) {
  return std::ranges::any_of(cell.groups, [&](Group& group) {
    return group.thread != process_[e].thread && conflict(kinds, group.kinds) &&
           !locks_.joined(e).contains(trace::ThreadId(group.thread)) && !locks_.exclude(locks_.locks(e), group.locks) &&
           meets(e, group);
  });
}

bool Segments::meets(EventId e, Group& group) {
  const EventId reached = process_.history(e).last_of(group.thread);
  if (reached.valid() && !group.segments.has_below(reached)) return false;
  if (!group.segments.unaware(process_, e, budget_.few_candidates, candidates_)) {
    return walk_meets(e, reached, group.segments);
  }
  return std::ranges::any_of(candidates_, [&](EventId d) { return relation(e, d) == Relation::kTogether; });
}

bool Segments::walk_meets(EventId e, EventId reached, const SegmentGroup& segments) {
  to_visit_.clear();
  segments.push_below(reached, to_visit_);
  while (!to_visit_.empty()) {
    const EventId at = to_visit_.back();
    to_visit_.pop_back();
    if (relation(e, at) == Relation::kNever) continue;
    if (segments.contains(at)) return true;
    segments.push_below(at, to_visit_);
  }
  return false;
}

Segments::Relation Segments::relation(EventId e, EventId d) {
  const auto [found, is_new] = answers_.try_emplace(d, Relation::kNever);
  if (is_new) {
    ++looks_;
    const std::uint64_t asked = questions_ + (looks_ + kLooksPerQuestion - 1) / kLooksPerQuestion;
    const bool spent = asked > budget_.first + budget_.per_segment * segments_;
    found->second = spent ? Relation::kTogether : decide(e, d);
  }
  return found->second;
}

Segments::Relation Segments::decide(EventId e, EventId d) {
  const std::uint32_t thread = process_[e].thread;
  if (locks_.joined(d).contains(trace::ThreadId(thread))) return Relation::kNever;
  const History of_e = process_.history(e);
  const History of_d = process_.history(d);
  // If d knows of e, or of something that e's thread does after or instead of e, so does everything below d.
  const EventId seen = of_d.last_of(thread);
  if (seen.valid() && (seen == e || !is_ancestor(seen, e))) return Relation::kNever;
  const EventId reached = of_e.last_of(process_[d].thread);
  if (reached.valid() && is_ancestor(d, reached)) return Relation::kBefore;
  if (reached.valid() && !is_ancestor(reached, d)) return Relation::kNever;
  ++questions_;
  return concurrency_.consistent(of_e, of_d) ? Relation::kTogether : Relation::kNever;
}

// Or equal.
bool Segments::is_ancestor(EventId upper, EventId lower) const {
  const std::uint32_t depth = process_[upper].depth;
  while (process_[lower].depth > depth) lower = process_[lower].parent;
  return lower == upper;
}

// --- the results

void Segments::show(Cell& a, Cell& b) {
  a.conflicts = b.conflicts = true;
  const std::uint64_t begin = std::min(a.address, b.address);
  conflicts_.push_back({begin, std::max(a.address + a.size, b.address + b.size) - begin});
}

std::vector<trace::VisibleCell> Segments::take_conflicts() {
  std::vector<trace::VisibleCell> result;
  std::ranges::sort(conflicts_, {}, &trace::VisibleCell::address);
  for (const trace::VisibleCell& cell : conflicts_) {
    if (!result.empty() && cell.address < result.back().address + result.back().size) {
      trace::VisibleCell& last = result.back();
      last.size = std::max(last.address + last.size, cell.address + cell.size) - last.address;
    } else {
      result.push_back(cell);
    }
  }
  conflicts_.clear();
  return result;
}

}  // namespace heddle::unfolding
