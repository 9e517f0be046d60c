#include "trace/sliced_places.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace heddle::trace {

namespace {

// As in slice/place_table.h.
SlicedPlace place_of(std::uint32_t bits) {
  return {.relevant = (bits & 1) != 0,
          .failure_ahead = (bits & 2) != 0,
          .slice_ahead = (bits & 4) != 0,
          .failure_in_frame = (bits & 8) != 0,
          .may_fail = (bits & 16) != 0};
}

}  // namespace

base::Result<SlicedPlaces> SlicedPlaces::parse(std::string_view text) {
  try {
    const nlohmann::json content = nlohmann::json::parse(text);
    SlicedPlaces result;
    result.instructions_ = content.at("instructions").get<std::size_t>();
    result.instructions_in_slice_ = content.at("instructions_in_slice").get<std::size_t>();
    result.aside_ = content.value("aside", std::vector<std::string>{});
    const nlohmann::json& files = content.at("files");
    for (const nlohmann::json& row : content.at("places")) {
      result.places_[{files.at(row.at(0).get<std::size_t>()).get<std::string>(), row.at(1).get<std::uint32_t>(),
                      row.at(2).get<std::uint32_t>()}] = place_of(row.at(3).get<std::uint32_t>());
    }
    return result;
  } catch (const nlohmann::json::exception& error) {
    return base::Error{"", fmt::format("this is not a slice: {}", error.what())};
  }
}

SlicedPlace SlicedPlaces::at(const Key& key) const {
  const auto known = places_.find(key);
  return known == places_.end() ? SlicedPlace{} : known->second;
}

}  // namespace heddle::trace
