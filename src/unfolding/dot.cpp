#include "unfolding/dot.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

#include "trace/semantics.h"

namespace heddle::unfolding {

namespace {

using trace::Operation;
using trace::OpKind;
using trace::ThreadId;

std::string escape(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      case '&': result += "&amp;"; break;
      case '"': result += "&quot;"; break;
      default: result += c;
    }
  }
  return result;
}

// Where things are drawn, in inches: x to the right, y downward. Each thread is a column, in which events that can
// follow one another are below each other and alternatives are side by side; every arc points downward.
class Layout {
 public:
  struct Position {
    double x = 0;
    double y = 0;
  };

  // `widths`: the box width of each event, by EventId.
  Layout(const BranchingProcess& process, const std::vector<double>& widths)
      : process_(process), widths_(widths), positions_(process.size()), followers_(process.size()) {
    for (std::size_t i = 0; i < process_.size(); ++i) {
      const EventId e(i);
      if (process_[e].thread == kNoThread) continue;
      if (process_[e].parent.valid()) {
        followers_[process_[e].parent.index()].push_back(e);
        positions_[i].y = kFirstRow + kRow * static_cast<double>(rank(e));
      } else {
        starts_[process_[e].thread].push_back(e);
      }
    }
    for (const auto& [thread, starts] : starts_) place_column(thread, starts);
  }

  Position of(EventId e) const { return positions_[e.index()]; }
  // The middle of the column of each thread that has events.
  const std::map<std::uint32_t, double>& columns() const { return columns_; }

 private:
  static constexpr double kFirstRow = 0.6;
  static constexpr double kRow = 0.85;
  static constexpr double kGap = 0.2;
  static constexpr double kColumnGap = 0.6;

  // One more than the greatest rank of its causes.
  std::size_t rank(EventId e) {
    if (ranks_.size() < process_.size()) ranks_.resize(process_.size(), 0);
    std::size_t& known = ranks_[e.index()];
    if (known != 0) return known;
    const Event& event = process_[e];
    std::size_t result = 0;
    if (event.parent.valid()) result = std::max(result, rank(event.parent));
    if (event.version.valid()) result = std::max(result, rank(event.version));
    for (const EventId read : process_.consumed(e)) result = std::max(result, rank(read));
    // A pseudo-event takes no row.
    return known = event.parent.valid() ? result + 1 : result;
  }

  void place_column(std::uint32_t thread, const std::vector<EventId>& starts) {
    const double left = right_;
    for (const EventId start : starts) place(start);
    if (right_ == left) return;
    columns_[thread] = (left + right_ - kGap) / 2;
    right_ += kColumnGap;
  }

  // Places an event above the middle of its followers.
  void place(EventId e) {
    const std::vector<EventId>& followers = followers_[e.index()];
    for (const EventId f : followers) place(f);
    double& x = positions_[e.index()].x;
    if (!followers.empty()) {
      x = (of(followers.front()).x + of(followers.back()).x) / 2;
    } else if (process_[e].parent.valid()) {
      x = right_ + widths_[e.index()] / 2;
      right_ += widths_[e.index()] + kGap;
    }
  }

  const BranchingProcess& process_;
  const std::vector<double>& widths_;
  std::vector<Position> positions_;
  std::vector<std::vector<EventId>> followers_;           // in the thread
  std::map<std::uint32_t, std::vector<EventId>> starts_;  // by thread
  std::vector<std::size_t> ranks_;
  std::map<std::uint32_t, double> columns_;
  double right_ = 0;  // everything to the left of it is taken
};

// Writes one picture. Computes all positions itself: Graphviz does not keep columns in order.
class Drawing {
 public:
  Drawing(const BranchingProcess& process, const trace::Names& names, const DotOptions& options)
      : process_(process), names_(names), options_(options) {}

  std::string run() {
    prepare();
    const Layout layout(process_, widths_);
    begin();
    for (const auto& [thread, x] : layout.columns()) {
      line("  head{} [label=<<B>{}</B>>, shape=plaintext, style=\"\", pos=\"{:.2f},{:.2f}!\"];", thread,
           escape(thread_name(thread)), x, -kHeadRow);
    }
    locations(layout);
    for (const EventId e : events_) box(e, layout.of(e));
    for (const EventId e : events_) arcs(e);
    if (options_.conflicts) conflicts();
    out_ += "}\n";
    return std::move(out_);
  }

 private:
  static constexpr double kLocationRow = 0;
  static constexpr double kHeadRow = 0.7;
  static constexpr double kCharacterWidth = 0.08;
  static constexpr double kBoxMargin = 0.3;

  template <class... Arguments>
  void line(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
    out_ += fmt::format(text, std::forward<Arguments>(arguments)...) + "\n";
  }

  void prepare() {
    number_.resize(process_.size(), 0);
    labels_.resize(process_.size());
    widths_.resize(process_.size(), 0);
    for (std::size_t i = 0; i < process_.size(); ++i) {
      const EventId e(i);
      if (!process_[e].parent.valid()) continue;
      events_.push_back(e);
      number_[i] = events_.size();
      labels_[i] = fmt::format("{}: {}", thread_name(process_[e].thread), describe(e));
      widths_[i] = kBoxMargin + kCharacterWidth * static_cast<double>(labels_[i].size());
    }
  }

  void begin() {
    line("digraph unfolding {{");
    line("  graph [layout=neato, splines=true, esep=\"+4\", sep=\"+6\", fontname=\"Helvetica\", fontsize=11,");
    line(
        "         label=\"\\n{}, {} events. Solid arrows: program order (black), versions (blue). Dashed: reads. "
        "Dotted: wake-ups.\"];",
        process_.net() == Net::kContextual ? "Contextual unfolding" : "Place-replicated unfolding", events_.size());
    line(
        "  node [shape=box, style=\"rounded,filled\", fontname=\"Helvetica\", fontsize=11, height=0.3, "
        "margin=\"0.08,0.04\"];");
    line("  edge [arrowsize=0.6];");
  }

  std::string_view color(std::uint32_t thread) const {
    constexpr std::array<std::string_view, 6> kColors = {"#e3edf9", "#fdebd6", "#e4f3e0",
                                                         "#f3e4f3", "#f9f3cf", "#e6e6e6"};
    return kColors[thread % kColors.size()];
  }

  void box(EventId e, Layout::Position at) {
    const Event& event = process_[e];
    const bool stops = event.executed() && !event.next.valid() && event.last == 0 && event.closes == 0;
    line(
        "  e{} [label=<<FONT POINT-SIZE=\"8\" COLOR=\"gray40\">{} </FONT>{}>, pos=\"{:.2f},{:.2f}!\", "
        "fillcolor=\"{}\"{}{}];",
        number(e), number(e), escape(labels_[e.index()]), at.x, -at.y, color(event.thread),
        stops ? ", color=red, penwidth=1.5" : "", event.executed() ? "" : ", style=\"rounded,filled,dashed\"");
  }

  // The initial versions that some event observes or replaces, above the middle of these events.
  void locations(const Layout& layout) {
    std::map<EventId, std::vector<double>> users;
    std::map<EventId, std::string> labels;
    for (const EventId e : events_) {
      const EventId version = process_[e].version;
      if (!version.valid() || process_[version].thread != kNoThread) continue;
      users[version].push_back(layout.of(e).x);
      const std::string location = location_name(process_[version].location);
      labels[version] =
          has_value(process_.operation(e).kind) ? fmt::format("{} = {}", location, process_[version].value) : location;
    }
    std::vector<std::pair<double, EventId>> row;
    row.reserve(users.size());
    for (const auto& [version, xs] : users) {
      row.emplace_back(std::accumulate(xs.begin(), xs.end(), 0.0) / static_cast<double>(xs.size()), version);
    }
    std::ranges::sort(row);
    double right = -1;
    for (auto& [x, version] : row) {
      const std::string& label = labels[version];
      const double width = kBoxMargin + kCharacterWidth * static_cast<double>(label.size());
      x = std::max(x, right + width / 2);
      right = x + width / 2 + kBoxMargin;
      line("  v{} [label=<{}>, shape=ellipse, fillcolor=white, margin=\"0.02,0.02\", pos=\"{:.2f},{:.2f}!\"];",
           version.value, escape(label), x, -kLocationRow);
    }
  }

  std::size_t number(EventId e) const { return number_[e.index()]; }

  // The node of an event or initial version; that of its creation for the start of a thread, empty if there is none.
  std::string node(EventId e) const {
    if (number(e) != 0) return fmt::format("e{}", number(e));
    if (process_[e].thread == kNoThread) return fmt::format("v{}", e.value);
    return process_[e].version.valid() ? node(process_[e].version) : "";
  }

  bool is_own_past(EventId before, EventId e) const {
    for (EventId at = process_[e].parent; at.valid(); at = process_[at].parent) {
      if (at == before) return true;
    }
    return false;
  }

  void arc(EventId from, EventId to, std::string_view attributes) {
    if (!node(from).empty()) line("  {} -> e{} [{}];", node(from), number(to), attributes);
  }

  void arcs(EventId e) {
    constexpr std::string_view kRead = "color=forestgreen, style=dashed";
    const Event& event = process_[e];
    arc(event.parent, e, "penwidth=1.3");
    if (event.version.valid() && !is_own_past(event.version, e)) {
      arc(event.version, e, event.modifies() ? "color=blue" : event.observes() ? kRead : "style=dotted, penwidth=1.5");
    }
    for (const EventId read : process_.consumed(e)) arc(read, e, kRead);
  }

  // Immediate conflicts: two events that follow one thread condition, or replace one version.
  void conflicts() {
    for (std::size_t i = 0; i < events_.size(); ++i) {
      for (std::size_t j = i + 1; j < events_.size(); ++j) {
        const Event& a = process_[events_[i]];
        const Event& b = process_[events_[j]];
        const bool replace_one = a.modifies() && b.modifies() && a.version == b.version;
        if (a.parent != b.parent && !replace_one) continue;
        line("  e{} -> e{} [dir=none, color=red, style=dotted];", i + 1, j + 1);
      }
    }
  }

  std::string thread_name(std::uint32_t thread) const {
    return thread < names_.threads.size() ? names_.threads[thread].name : fmt::format("thread {}", thread);
  }
  std::string chosen_thread(const Event& event) const { return thread_name(static_cast<std::uint32_t>(event.choice)); }
  std::string location_name(trace::LocationId location) const {
    return location.index() < names_.locations.size() ? names_.locations[location.index()] : "?";
  }

  // Is the state of the location a number that the program knows?
  static bool has_value(OpKind kind) {
    return kind == OpKind::kRead || kind == OpKind::kWrite || kind == OpKind::kRmw || kind == OpKind::kAdd ||
           kind == OpKind::kExchange || kind == OpKind::kCas || trace::is_await(kind) || kind == OpKind::kSemWait ||
           kind == OpKind::kSemTryWait || kind == OpKind::kSemPost || kind == OpKind::kInspect;
  }

  // What the event did: "read x = 0", "signal c, wakes T2".
  std::string describe(EventId e) const {
    const Event& event = process_[e];
    const Operation& op = process_.operation(e);
    std::string at = fmt::format("{} {}", name(op.kind), location_name(op.location));
    switch (op.kind) {
      case OpKind::kRead:
      case OpKind::kWrite:
      case OpKind::kRmw:
      case OpKind::kAdd:
      case OpKind::kExchange:
      case OpKind::kAwait:
      case OpKind::kAwaitRmw:
      case OpKind::kSemWait:
      case OpKind::kSemPost:
      case OpKind::kInspect: return event.executed() ? fmt::format("{} = {}", at, event.value) : at;
      case OpKind::kCas:
      case OpKind::kTryLock:
      case OpKind::kTryReadLock:
      case OpKind::kTryWriteLock:
      case OpKind::kSemTryWait: return at + (event.modifies() ? " succeeds" : " fails");
      case OpKind::kCreate:
      case OpKind::kJoin: return fmt::format("{} {}", name(op.kind), chosen_thread(event));
      case OpKind::kSignal:
        return event.modifies() ? fmt::format("{}, wakes {}", at, chosen_thread(event)) : at + ", nobody waits";
      case OpKind::kTimedWake: return at + (event.modifies() ? ", timed out" : ", signalled");
      case OpKind::kBroadcast: return event.modifies() ? at : at + ", nobody waits";
      case OpKind::kChoose: return fmt::format("choose {}", trace::unpack_domain(op.operand).low + event.choice);
      case OpKind::kBranch: return fmt::format("branch {}", event.choice == 0 ? "false" : "true");
      case OpKind::kDestroy:
      case OpKind::kLook:
      case OpKind::kChange:
      case OpKind::kLock:
      case OpKind::kUnlock:
      case OpKind::kReadLock:
      case OpKind::kReadUnlock:
      case OpKind::kWriteLock:
      case OpKind::kWriteUnlock:
      case OpKind::kWait:
      case OpKind::kWake:
      case OpKind::kArrive:
      case OpKind::kLeave: return at;
      case OpKind::kExit:
      case OpKind::kInput:
      case OpKind::kAssert:
      case OpKind::kAssume: break;  // not steps
    }
    return std::string(name(op.kind));
  }

  const BranchingProcess& process_;
  const trace::Names& names_;
  DotOptions options_;
  std::vector<EventId> events_;  // without pseudo-events
  // By EventId:
  std::vector<std::size_t> number_;  // in the picture, from 1; 0 for pseudo-events
  std::vector<std::string> labels_;
  std::vector<double> widths_;
  std::string out_;
};

}  // namespace

base::Result<std::string> to_dot(const BranchingProcess& process, const trace::Names& names,
                                 const DotOptions& options) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < process.size(); ++i) count += process[EventId(i)].parent.valid() ? 1 : 0;
  if (count > kMaxDrawnEvents) {
    return base::Error{"", fmt::format("the unfolding has {} events or more; a picture of more than {} cannot be read",
                                       count, kMaxDrawnEvents)};
  }
  return Drawing(process, names, options).run();
}

}  // namespace heddle::unfolding
