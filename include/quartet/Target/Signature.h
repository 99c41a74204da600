//===- Signature.h - What a caller of a compiled entry must know -*- C++
//-*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The signature of one compiled entry function: its arguments and results with
// element types and shapes, and the conditions its sizes must meet. It travels
// as a JSON string, `<entry>_signature` in objects and the attribute
// `quartet.signature` in modules, so that a caller needs nothing else
// (docs/Targets/Host.md describes the format).
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_TARGET_SIGNATURE_H
#define QUARTET_TARGET_SIGNATURE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mlir {
class ModuleOp;
class Type;
} // namespace mlir

namespace quartet {

/// Element types that cross the C ABI. Packed f4E2M1FN values are `I8`, two
/// codes to a byte, even index in the low nibble; `Index` is a 64-bit integer.
enum class DType {
  I1, // One byte, 0 or 1.
  I8,
  I16,
  I32,
  I64,
  Index,
  F8E4M3FN,
  F8E5M2,
  F16,
  BF16,
  F32,
  F64
};

/// The spelling in signatures: `f32`, `bf16`, `f8E4M3FN`, `i8`, `index`, ...
llvm::StringRef stringifyDType(DType dtype);

/// The inverse of `stringifyDType`.
std::optional<DType> symbolizeDType(llvm::StringRef name);

/// The element type of a buffer of `type`, if it may cross the ABI. Signs of
/// integers are dropped.
std::optional<DType> getDType(mlir::Type type);

/// Bytes per element in memory.
int64_t getDTypeSize(DType dtype);

/// One argument or result: a contiguous row-major buffer. Scalars are buffers
/// of rank 0.
struct TensorSpec {
  /// An extent that the caller chooses.
  static constexpr int64_t kDynamic = -1;

  std::string name;
  DType dtype = DType::F32;
  /// Extents; `kDynamic` where the caller (for results: the entry) decides.
  std::vector<int64_t> shape;
  /// The 64-bit seed of stochastic operations (arguments only).
  bool isSeed = false;
  /// Arguments: index of the result that is stored into this buffer, or -1 if
  /// the buffer is only read. Results: index of the argument whose buffer holds
  /// the result, or -1 if it has its own.
  int64_t inout = -1;
  /// A memref argument that the function writes into (arguments only).
  bool isWritten = false;

  /// Number of extents that are `kDynamic`.
  int64_t getNumDynamicDims() const;
};

/// Everything a caller of one entry needs.
struct Signature {
  std::string entry;
  std::vector<TensorSpec> args;
  std::vector<TensorSpec> results;
  /// Condition i has failed if the entry returns i + 1. Conditions on sizes
  /// come before those on data.
  std::vector<std::string> checks;

  /// Index of the seed argument, or -1 if the entry takes none.
  int64_t getSeedArgument() const;

  /// Total number of dynamic extents of the arguments: the length of `sizes`.
  int64_t getNumSizes() const;

  /// One line of JSON.
  std::string toJSON() const;

  /// The inverse of `toJSON`. Fails with what was expected and where, also if
  /// extents, seeds or bound results contradict each other.
  static llvm::Expected<Signature> fromJSON(llvm::StringRef text);
};

/// The signatures of all entries of a module that a target has lowered, in
/// module order. Emits an error and returns nothing if one is malformed.
std::optional<std::vector<Signature>> getSignatures(mlir::ModuleOp module);

} // namespace quartet

#endif // QUARTET_TARGET_SIGNATURE_H
