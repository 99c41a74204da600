# The CMake package: headers, tablegen sources, libraries and QuartetConfig.
# Everything in it is relative to the prefix, so an installed tree can be moved.
include(CMakePackageConfigHelpers)

install(DIRECTORY include/ DESTINATION include
  FILES_MATCHING PATTERN "*.h" PATTERN "*.td")
install(DIRECTORY ${PROJECT_BINARY_DIR}/include/ DESTINATION include
  FILES_MATCHING PATTERN "*.inc" PATTERN "*.h")
# The Python package: PYTHONPATH=<prefix>/python.
install(DIRECTORY python/quartet DESTINATION python
  FILES_MATCHING PATTERN "*.py")
install(FILES LICENSE DESTINATION share/doc/quartet)

install(EXPORT QuartetTargets NAMESPACE Quartet::
  DESTINATION lib/cmake/Quartet)
configure_package_config_file(cmake/QuartetConfig.cmake.in
  ${PROJECT_BINARY_DIR}/cmake/QuartetConfig.cmake
  INSTALL_DESTINATION lib/cmake/Quartet)
write_basic_package_version_file(
  ${PROJECT_BINARY_DIR}/cmake/QuartetConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/cmake/QuartetConfig.cmake
  ${PROJECT_BINARY_DIR}/cmake/QuartetConfigVersion.cmake
  DESTINATION lib/cmake/Quartet)
