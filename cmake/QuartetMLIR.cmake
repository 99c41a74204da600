# The only file that knows how MLIR and LLVM are found and linked.
#
# Everything links the shared `MLIR` and `LLVM` targets and no other upstream
# target: naming a component library (MLIRIR, LLVMSupport, ...) would pull a
# second, static copy of MLIR into the process.

if(QUARTET_ENABLE_CCACHE)
  find_program(QUARTET_CCACHE ccache)
  if(QUARTET_CCACHE)
    set(CMAKE_C_COMPILER_LAUNCHER ${QUARTET_CCACHE})
    set(CMAKE_CXX_COMPILER_LAUNCHER ${QUARTET_CCACHE})
  endif()
endif()

# Debian keeps LLVM outside CMake's default search path.
list(APPEND CMAKE_PREFIX_PATH /usr/lib/llvm-22)
find_package(MLIR 22.1 REQUIRED CONFIG)
message(STATUS "Using MLIR ${LLVM_PACKAGE_VERSION} in ${MLIR_DIR}")

# Installed programs find our libraries beside them, and MLIR where it was.
set(CMAKE_INSTALL_RPATH "$ORIGIN/../lib" ${LLVM_LIBRARY_DIR})

list(APPEND CMAKE_MODULE_PATH ${MLIR_CMAKE_DIR} ${LLVM_CMAKE_DIR})
# Release as packaged, but asserts in headers follow our own build type.
include(TableGen)
include(AddLLVM)
include(AddMLIR)
set(LLVM_ENABLE_ASSERTIONS OFF)
include(HandleLLVMOptions)

include_directories(SYSTEM ${MLIR_INCLUDE_DIRS} ${LLVM_INCLUDE_DIRS})
separate_arguments(QUARTET_LLVM_DEFINITIONS NATIVE_COMMAND "${LLVM_DEFINITIONS}")
add_definitions(${QUARTET_LLVM_DEFINITIONS})

# One rounding per operation: neither compiler may contract a*b+c.
add_compile_options(-ffp-contract=off -fvisibility-inlines-hidden)
add_compile_options(-Wall -Wextra -Wno-unused-parameter)

if(QUARTET_SANITIZE)
  add_compile_options(-fsanitize=${QUARTET_SANITIZE} -fno-omit-frame-pointer
                      -fno-sanitize-recover=undefined)
  add_link_options(-fsanitize=${QUARTET_SANITIZE})
endif()

# quartet_add_library(<name> SOURCES <file>... [LINK <own library>...]
#                     [DEPENDS <target>...] [NO_MLIR])
#
# A static library of the project. Generated headers are ordering dependencies
# through DEPENDS; MLIR and LLVM are linked unless NO_MLIR is given.
function(quartet_add_library name)
  cmake_parse_arguments(ARG "NO_MLIR" "" "SOURCES;LINK;DEPENDS" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  target_include_directories(${name} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
    $<INSTALL_INTERFACE:include>)
  target_link_libraries(${name} PUBLIC ${ARG_LINK})
  if(NOT ARG_NO_MLIR)
    llvm_update_compile_flags(${name})
    target_link_libraries(${name} PUBLIC MLIR LLVM)
    add_dependencies(${name} quartet-headers)
  endif()
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
  set_property(GLOBAL APPEND PROPERTY QUARTET_LIBS ${name})
  add_library(Quartet::${name} ALIAS ${name})
  install(TARGETS ${name} EXPORT QuartetTargets ARCHIVE DESTINATION lib)
endfunction()

# quartet_add_shared_library(<name> OUTPUT <file> EXPORTS <pattern>
#                            SOURCES <file>... [LINK <library>...])
#
# A shared library lib<file>.so without LLVM that exports the C functions whose
# names match a pattern of the linker's, and needs no C++ run-time library of the
# machine it is copied to.
function(quartet_add_shared_library name)
  cmake_parse_arguments(ARG "" "OUTPUT;EXPORTS" "SOURCES;LINK" ${ARGN})
  set(map ${CMAKE_CURRENT_BINARY_DIR}/${name}.map)
  file(WRITE ${map} "{ global: ${ARG_EXPORTS}; local: *; };\n")
  add_library(${name} SHARED ${ARG_SOURCES})
  set_target_properties(${name} PROPERTIES OUTPUT_NAME ${ARG_OUTPUT}
    LINK_DEPENDS ${map})
  target_include_directories(${name} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<INSTALL_INTERFACE:include>)
  target_link_libraries(${name} PRIVATE ${ARG_LINK} ${CMAKE_DL_LIBS})
  target_link_options(${name} PRIVATE -Wl,--version-script=${map}
    -static-libstdc++ -static-libgcc)
  if(QUARTET_SANITIZE)
    # The program defines what sanitizers call; LLVM's options say -z defs.
    target_link_options(${name} PRIVATE -Wl,-z,undefs)
  endif()
  set_property(GLOBAL APPEND PROPERTY QUARTET_LIBS ${name})
  add_library(Quartet::${name} ALIAS ${name})
  install(TARGETS ${name} EXPORT QuartetTargets LIBRARY DESTINATION lib)
endfunction()

# quartet_add_tool(<name> SOURCES <file>... [LINK <own library>...] [NO_MLIR])
function(quartet_add_tool name)
  cmake_parse_arguments(ARG "NO_MLIR" "" "SOURCES;LINK" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_LINK})
  if(NOT ARG_NO_MLIR)
    llvm_update_compile_flags(${name})
    target_link_libraries(${name} PRIVATE MLIR LLVM)
    add_dependencies(${name} quartet-headers)
  endif()
  install(TARGETS ${name} RUNTIME DESTINATION bin)
  set_property(GLOBAL APPEND PROPERTY QUARTET_TOOLS ${name})
endfunction()

# quartet_add_unittest(<name> SOURCES <file>... [LINK <own library>...]
#                      [NO_MLIR])
#
# A GoogleTest program; registered with CTest and with check-quartet-unit.
function(quartet_add_unittest name)
  cmake_parse_arguments(ARG "NO_MLIR" "" "SOURCES;LINK" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/unittests)
  target_link_libraries(${name} PRIVATE ${ARG_LINK} GTest::gtest
                        GTest::gtest_main)
  if(NOT ARG_NO_MLIR)
    llvm_update_compile_flags(${name})
    target_link_libraries(${name} PRIVATE MLIR LLVM)
    add_dependencies(${name} quartet-headers)
  endif()
  add_test(NAME ${name} COMMAND ${name})
  set_property(GLOBAL APPEND PROPERTY QUARTET_UNITTESTS ${name})
endfunction()
