//===- EmitTest.cpp - Objects and shared libraries ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What emitted files need and contain, that they load and run, and that a
// failure leaves no file behind.
//
//===----------------------------------------------------------------------===//

#include "TestProgram.h"

#include "quartet/Runtime/ABI.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"
#include "gtest/gtest.h"

#include <dlfcn.h>

using namespace quartet;
using quartet::test::Compiler;

namespace {

/// Every conversion and some functions of narrow floats, on vectors and
/// scalars.
constexpr const char *kNarrow = R"(
func.func @f(%a: tensor<?x40xbf16>, %h: tensor<?x40xf16>)
    -> (tensor<?x40xbf16>, tensor<?x40xf16>) {
  %c0 = arith.constant 0 : index
  %m = tensor.dim %a, %c0 : tensor<?x40xbf16>
  %e = tensor.empty(%m) : tensor<?x40xbf16>
  %g = tensor.empty(%m) : tensor<?x40xf16>
  %r:2 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>,
                       affine_map<(i, j) -> (i, j)>,
                       affine_map<(i, j) -> (i, j)>,
                       affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%a, %h : tensor<?x40xbf16>, tensor<?x40xf16>)
      outs(%e, %g : tensor<?x40xbf16>, tensor<?x40xf16>) {
  ^bb0(%x: bf16, %y: f16, %o: bf16, %p: f16):
    %x32 = arith.extf %x : bf16 to f32
    %y32 = arith.extf %y : f16 to f32
    %s = arith.addf %x32, %y32 : f32
    %t = arith.truncf %s : f32 to bf16
    %u = arith.truncf %s : f32 to f16
    %v = arith.mulf %t, %x : bf16
    %w = math.exp %v : bf16
    %z = arith.divf %u, %y : f16
    linalg.yield %w, %z : bf16, f16
  } -> (tensor<?x40xbf16>, tensor<?x40xf16>)
  return %r#0, %r#1 : tensor<?x40xbf16>, tensor<?x40xf16>
})";

/// d = a * b - c, as two operations and as one.
constexpr const char *kMultiplyAdd = R"(
func.func @f(%a: tensor<?xf32>, %b: tensor<?xf32>, %c: tensor<?xf32>)
    -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %r:2 = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>,
                       affine_map<(i) -> (i)>, affine_map<(i) -> (i)>,
                       affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]}
      ins(%a, %b, %c : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>)
      outs(%e, %e : tensor<?xf32>, tensor<?xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32, %o: f32, %p: f32):
    %nz = arith.negf %z : f32
    %m = arith.mulf %x, %y : f32
    %s = arith.addf %m, %nz : f32
    %t = math.fma %x, %y, %nz : f32
    linalg.yield %s, %t : f32, f32
  } -> (tensor<?xf32>, tensor<?xf32>)
  return %r#0, %r#1 : tensor<?xf32>, tensor<?xf32>
})";

bool isX86() { return llvm::Triple(llvm::sys::getProcessTriple()).isX86(); }

llvm::SmallString<0> emit(mlir::ModuleOp module, EmitKind kind,
                          const TargetOptions &options) {
  llvm::SmallString<0> bytes;
  llvm::raw_svector_ostream os(bytes);
  EXPECT_TRUE(
      mlir::succeeded(findTarget("host")->emit(module, kind, options, os)));
  return bytes;
}

llvm::StringSet<> getUndefinedSymbols(llvm::StringRef object) {
  llvm::StringSet<> names;
  auto file = llvm::object::ObjectFile::createObjectFile(
      llvm::MemoryBufferRef(object, "object"));
  EXPECT_TRUE(static_cast<bool>(file));
  for (const llvm::object::SymbolRef &symbol : (*file)->symbols()) {
    auto flags = symbol.getFlags();
    auto name = symbol.getName();
    if (flags && name && !name->empty() &&
        (*flags & llvm::object::SymbolRef::SF_Undefined))
      names.insert(*name);
  }
  return names;
}

TEST(Emit, ObjectsNeedNoCompilerRuntime) {
  Compiler compiler;
  auto module = compiler.lower(kNarrow);
  ASSERT_TRUE(module) << compiler.messages;
  for (const char *cpu : {"", "native"}) {
    TargetOptions options;
    options.cpu = cpu;
    for (const auto &entry :
         getUndefinedSymbols(emit(*module, EmitKind::Object, options))) {
      llvm::StringRef name = entry.first();
      EXPECT_TRUE(name.starts_with("__kmpc_") || name == "expf" ||
                  name == "memcpy" || name == "memset" || name == "memmove" ||
                  name == "_GLOBAL_OFFSET_TABLE_")
          << "with cpu '" << cpu << "' the object needs '" << name.str() << "'";
    }
  }
}

TEST(Emit, RefusesHalfPrecisionWithoutInstructions) {
  if (!isX86())
    GTEST_SKIP() << "other architectures convert f16 in hardware";
  Compiler compiler;
  auto module = compiler.lower(kNarrow);
  ASSERT_TRUE(module) << compiler.messages;
  TargetOptions options;
  options.cpu = "x86-64";
  llvm::SmallString<0> bytes;
  llvm::raw_svector_ostream os(bytes);
  EXPECT_TRUE(mlir::failed(
      findTarget("host")->emit(*module, EmitKind::Object, options, os)));
  EXPECT_NE(compiler.messages.find("expects a processor with f16 conversions "
                                   "such as 'x86-64-v3', but got 'x86-64'"),
            std::string::npos)
      << compiler.messages;
}

TEST(Emit, SameModuleGivesSameBytes) {
  Compiler compiler;
  auto module = compiler.lower(kNarrow);
  ASSERT_TRUE(module) << compiler.messages;
  EXPECT_EQ(emit(*module, EmitKind::Object, {}),
            emit(*module, EmitKind::Object, {}));
}

TEST(Emit, RoundsProductsUnlessFused) {
  // (1 + 2^-12)^2 = 1 + 2^-11 + 2^-24, of which f32 keeps 1 + 2^-11 (a tie, to
  // even). Minus 1 + 2^-11 that leaves 0, or 2^-24 if nothing was rounded.
  Compiler compiler;
  for (const char *cpu : {"native", "x86-64"}) {
    TargetOptions options;
    options.cpu = cpu;
    if (options.cpu == "x86-64" && !isX86())
      continue;
    auto program = compiler.compile(kMultiplyAdd, options);
    ASSERT_TRUE(program) << compiler.messages;
    const int64_t n = 37;
    std::vector<float> a(n, 1.0f + 0x1p-12f), c(n, 1.0f + 0x1p-11f), r(n), f(n);
    llvm::Error error =
        program->run("f", {{a.data(), {n}}, {a.data(), {n}}, {c.data(), {n}}},
                     {{r.data(), {n}}, {f.data(), {n}}});
    ASSERT_FALSE(error) << llvm::toString(std::move(error));
    EXPECT_EQ(r, std::vector<float>(n, 0.0f)) << cpu;
    EXPECT_EQ(f, std::vector<float>(n, 0x1p-24f)) << cpu;
  }
}

TEST(Emit, SharedLibrariesLoadAndRun) {
  Compiler compiler;
  auto module = compiler.lower(kMultiplyAdd);
  ASSERT_TRUE(module) << compiler.messages;
  llvm::SmallString<128> folder;
  ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("quartet-test", folder));
  std::string path = (folder + "/f.so").str();
  TargetOptions options;
  options.cpu = "native";
  ASSERT_TRUE(mlir::succeeded(emitToFile(
      *findTarget("host"), *module, EmitKind::SharedLibrary, options, path)))
      << compiler.messages;
  void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  ASSERT_TRUE(library) << dlerror();
  auto f = reinterpret_cast<quartet_entry_fn>(dlsym(library, "f"));
  auto size = reinterpret_cast<quartet_workspace_fn>(
      dlsym(library, "f_workspace_size"));
  auto results =
      reinterpret_cast<quartet_result_fn>(dlsym(library, "f_result_sizes"));
  auto check =
      reinterpret_cast<quartet_check_fn>(dlsym(library, "f_check_sizes"));
  auto text = static_cast<const char *>(dlsym(library, "f_signature"));
  ASSERT_TRUE(f && size && results && check && text);
  auto signature = Signature::fromJSON(text);
  ASSERT_TRUE(static_cast<bool>(signature));
  EXPECT_EQ(signature->args.size(), 3u);
  EXPECT_EQ(signature->checks.size(), 2u);

  int64_t sizes[] = {2, 2, 2}, out[] = {-7, -7};
  results(sizes, out);
  EXPECT_EQ(out[0], 2);
  EXPECT_EQ(out[1], 2);
  EXPECT_EQ(size(sizes), 0);
  float a[] = {2, 3}, c[] = {1, 1}, r[2], g[2];
  void *args[] = {a, a, c}, *outs[] = {r, g};
  EXPECT_EQ(f(args, outs, sizes, nullptr, nullptr), 0);
  EXPECT_EQ(r[0], 3.0f);
  EXPECT_EQ(g[1], 8.0f);

  int64_t wrong[] = {2, 2, 3}, negative[] = {-1, -1, -1};
  EXPECT_EQ(check(wrong), 2);
  EXPECT_EQ(f(args, outs, wrong, nullptr, nullptr), 2);
  EXPECT_EQ(size(wrong), -1);
  EXPECT_EQ(check(negative), -1);
  out[0] = -7;
  results(wrong, out);
  EXPECT_EQ(out[0], -7);
  dlclose(library);
  llvm::sys::fs::remove_directories(folder);
}

TEST(Emit, FailuresLeaveNoFile) {
  Compiler compiler;
  auto module = compiler.lower(kMultiplyAdd);
  ASSERT_TRUE(module) << compiler.messages;
  llvm::SmallString<128> folder;
  ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("quartet-test", folder));
  std::string path = (folder + "/f.o").str();
  TargetOptions options;
  options.cpu = "sparkling";
  EXPECT_TRUE(mlir::failed(emitToFile(*findTarget("host"), *module,
                                      EmitKind::Object, options, path)));
  EXPECT_NE(compiler.messages.find("but got 'sparkling'"), std::string::npos);
  EXPECT_TRUE(mlir::failed(
      emitToFile(*findTarget("host"), *module, EmitKind::PTX, {}, path)));
  EXPECT_NE(compiler.messages.find("expects to emit llvm, obj or so"),
            std::string::npos);
  EXPECT_TRUE(
      mlir::failed(emitToFile(*findTarget("host"), *module, EmitKind::Object,
                              {}, (folder + "/missing/f.o").str())));
  EXPECT_NE(compiler.messages.find("cannot write"), std::string::npos);
  std::error_code code;
  EXPECT_EQ(llvm::sys::fs::directory_iterator(folder, code),
            llvm::sys::fs::directory_iterator());
  llvm::sys::fs::remove_directories(folder);
}

} // namespace
