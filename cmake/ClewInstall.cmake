# Install and export: after `cmake --install`, find_package(clew) gives clew::board, clew::solve, ...
include(CMakePackageConfigHelpers)

get_property(clew_rooms GLOBAL PROPERTY CLEW_ROOMS)
install(TARGETS ${clew_rooms} EXPORT clewTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT clewTargets NAMESPACE clew:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/clew)
install(DIRECTORY encode logic explain
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/clew FILES_MATCHING PATTERN "*.hpp")

configure_package_config_file(
  ${CMAKE_CURRENT_LIST_DIR}/clewConfig.cmake.in ${PROJECT_BINARY_DIR}/clewConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/clew)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/clewConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/clewConfig.cmake ${PROJECT_BINARY_DIR}/clewConfigVersion.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/clew)
