#include "report/coverage_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace heddle::report {

namespace {

using Branch = explore::BranchCoverage::Branch;

constexpr double kWidth = 320;
constexpr double kHeight = 200;
constexpr double kTop = 40;
constexpr double kLeft = 60;
constexpr double kRight = 460;  // where the second diagram begins

struct Point {
  double x;  // from 0 to 1
  std::uint64_t covered;
};

// Steps: nothing changes between two points.
std::string steps(const std::vector<Point>& points, std::uint64_t all, double left) {
  std::string path;
  double last = kTop + kHeight;
  for (const Point& p : points) {
    const double x = left + p.x * kWidth;
    const double y = kTop + kHeight * (1 - static_cast<double>(p.covered) / static_cast<double>(all));
    path += fmt::format("{}{:.1f},{:.1f} {:.1f},{:.1f}", path.empty() ? "" : " ", x, last, x, y);
    last = y;
  }
  path += fmt::format(" {:.1f},{:.1f}", left + kWidth, last);
  return fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"#1f77b4\" stroke-width=\"2\"/>\n", path);
}

std::string text(double x, double y, const char* anchor, const std::string& what) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor, what);
}

std::string frame(double left, std::uint64_t all, const std::string& below) {
  constexpr double kBelow = 36;
  std::string result =
      fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#888\"/>\n", left, kTop,
                  kWidth, kHeight);
  result += text(left - 6, kTop + 4, "end", std::to_string(all));
  result += text(left - 6, kTop + kHeight + 4, "end", "0");
  return result + text(left + kWidth / 2, kTop + kHeight + kBelow, "middle", below);
}

std::string over_time(const explore::BranchCoverage& coverage, std::uint64_t all, double seconds) {
  std::vector<double> times;
  for (const Branch& b : coverage.branches) {
    if (b.is_covered()) times.push_back(b.seconds);
  }
  std::ranges::sort(times);
  const double last = times.empty() ? 0 : times.back();
  const double end = std::max({last, seconds, 1e-6});
  std::vector<Point> points;
  points.reserve(points.size() + times.size());
  for (std::size_t i = 0; i < times.size(); ++i) points.push_back({times[i] / end, i + 1});
  constexpr double kTick = 18;
  return frame(kLeft, all, "seconds") + text(kLeft, kTop + kHeight + kTick, "middle", "0") +
         text(kLeft + kWidth, kTop + kHeight + kTick, "middle", fmt::format("{:.3g}", end)) + steps(points, all, kLeft);
}

std::string over_degree(const explore::BranchCoverage& coverage, std::uint64_t all) {
  constexpr double kTick = 18;
  std::string result = frame(kRight, all, "interferences");
  std::vector<Point> points;
  std::uint64_t sum = 0;
  const auto count = static_cast<double>(std::max<std::size_t>(coverage.covered.size(), 1));
  for (std::size_t k = 0; k < coverage.covered.size(); ++k) {
    sum += coverage.covered[k];
    points.push_back({static_cast<double>(k) / count, sum});
    result += text(kRight + kWidth * (static_cast<double>(k) + 0.5) / count, kTop + kHeight + kTick, "middle",
                   fmt::format("k={}", k));
  }
  return result + steps(points, all, kRight);
}

}  // namespace

std::string coverage_plot(const explore::BranchCoverage& coverage, double seconds) {
  std::uint64_t covered = 0;
  for (const std::uint64_t n : coverage.covered) covered += n;
  const std::uint64_t all = std::max<std::uint64_t>(covered + coverage.open, 1);
  std::string result =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"820\" height=\"300\" viewBox=\"0 0 820 300\" "
      "font-family=\"sans-serif\" font-size=\"13\">\n<rect width=\"820\" height=\"300\" fill=\"white\"/>\n";
  result += text(kLeft, kTop - 14, "start", fmt::format("{} of {} branches covered", covered, covered + coverage.open));
  return result + over_time(coverage, all, seconds) + over_degree(coverage, all) + "</svg>\n";
}

}  // namespace heddle::report
