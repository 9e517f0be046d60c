# The template of report.html, bundled from page/ and put into the library `report`.
file(GLOB page_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/page/src/*)
set(page ${CMAKE_BINARY_DIR}/page.html)
add_custom_command(
  OUTPUT ${page}
  COMMAND ${CMAKE_SOURCE_DIR}/scripts/build_page ${page}
  DEPENDS ${page_sources} ${CMAKE_SOURCE_DIR}/page/build.mjs ${CMAKE_SOURCE_DIR}/page/package-lock.json
          ${CMAKE_SOURCE_DIR}/page/plain.html ${CMAKE_SOURCE_DIR}/scripts/build_page
  COMMENT "Bundling the report page"
  VERBATIM)
add_custom_target(heddle_page DEPENDS ${page})
add_dependencies(heddle_report heddle_page)
set_source_files_properties(src/report/page.cpp PROPERTIES COMPILE_DEFINITIONS HEDDLE_PAGE="${page}" OBJECT_DEPENDS ${page})
