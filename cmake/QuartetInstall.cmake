# The CMake package: headers, tablegen sources, libraries and QuartetConfig.
# Everything in it is relative to the prefix, so an installed tree can be moved.
include(CMakePackageConfigHelpers)

install(DIRECTORY include/ DESTINATION include
  FILES_MATCHING PATTERN "*.h" PATTERN "*.td")
install(DIRECTORY ${CMAKE_BINARY_DIR}/include/ DESTINATION include
  FILES_MATCHING PATTERN "*.inc" PATTERN "*.h")
install(FILES LICENSE DESTINATION share/doc/quartet)

install(EXPORT QuartetTargets NAMESPACE Quartet::
  DESTINATION lib/cmake/Quartet)
configure_package_config_file(cmake/QuartetConfig.cmake.in
  ${CMAKE_BINARY_DIR}/cmake/QuartetConfig.cmake
  INSTALL_DESTINATION lib/cmake/Quartet)
write_basic_package_version_file(
  ${CMAKE_BINARY_DIR}/cmake/QuartetConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${CMAKE_BINARY_DIR}/cmake/QuartetConfig.cmake
  ${CMAKE_BINARY_DIR}/cmake/QuartetConfigVersion.cmake
  DESTINATION lib/cmake/Quartet)
