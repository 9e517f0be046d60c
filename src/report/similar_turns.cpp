#include "report/similar_turns.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <string>

namespace heddle::report {

namespace {

constexpr std::size_t kLongestTurn = 24;  // rows
constexpr std::size_t kFewestTurns = 4;   // a row about one or two of them says less than they do

// "x: 3 -> 14" and "x: 14 -> 5" are alike.
std::string without_numbers(const std::string& note) {
  std::string result;
  for (const char c : note) {
    const bool is_digit = std::isdigit(static_cast<unsigned char>(c)) != 0;
    if (!is_digit || result.empty() || result.back() != '0') result += is_digit ? '0' : c;
  }
  return result;
}

struct Shape {
  trace::ThreadId thread;
  std::string source;
  std::string note;
  std::size_t times = 1;
  bool matters = false;

  bool is_like(const Shape& other) const {
    return !matters && !other.matters && thread == other.thread && times == other.times && source == other.source &&
           note == other.note;
  }
};

std::vector<Shape> shapes_of(const std::vector<Row>& rows) {
  std::vector<Shape> shapes;
  shapes.reserve(rows.size());
  for (const Row& row : rows)
    shapes.push_back({row.cell.thread, row.cell.source, without_numbers(row.cell.note), row.times, row.matters});
  return shapes;
}

// How many turns of this many rows begin here that are alike?
std::size_t turns_at(const std::vector<Shape>& shapes, std::size_t begin, std::size_t turn) {
  std::size_t end = begin + turn;
  while (end < shapes.size() && shapes[end].is_like(shapes[end - turn])) ++end;
  return end > shapes.size() ? 0 : (end - begin) / turn;
}

}  // namespace

void leave_out_similar_turns(std::vector<Row>& rows) {
  const std::vector<Shape> shapes = shapes_of(rows);
  std::vector<Row> kept;
  for (std::size_t i = 0; i < rows.size();) {
    std::size_t turn = 1;
    while (turn <= kLongestTurn && turns_at(shapes, i, turn) < kFewestTurns) ++turn;
    if (turn > kLongestTurn) {
      kept.push_back(std::move(rows[i++]));
      continue;
    }
    const std::size_t end = i + turns_at(shapes, i, turn) * turn;
    const std::string text = fmt::format("(... {} more turns like this)", (end - i) / turn - 2);
    for (std::size_t k = i; k < i + turn; ++k) kept.push_back(std::move(rows[k]));
    Row others{.cell = {.thread = kept.back().cell.thread, .source = text, .note = {}}};
    for (std::size_t k = i + turn; k < end - turn; ++k)
      others.operations.insert(others.operations.end(), rows[k].operations.begin(), rows[k].operations.end());
    kept.push_back(std::move(others));
    for (std::size_t k = end - turn; k < end; ++k) kept.push_back(std::move(rows[k]));
    i = end;
  }
  rows = std::move(kept);
}

}  // namespace heddle::report
