//===- Bulk.h - What bulk copies share --------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A bulk copy is a list of pieces between one global and one shared range.
// Loads signal an mbarrier, stores belong to a group of the issuing thread.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_SIMULATOR_BULK_H
#define QUARTET_LIB_SIMULATOR_BULK_H

#include "Mbarriers.h"

namespace quartet::sim {

/// How elements are combined; None copies.
enum class Reduction : uint8_t { None, Add, Min, Max, Inc, Dec, And, Or, Xor };

struct BulkPiece {
  /// Null for bytes out of bounds: `fill` is stored instead, or nothing.
  uint8_t *global = nullptr;
  Allocation *allocation = nullptr;
  uint64_t at = 0;
  uint32_t shared = 0;
  uint32_t bytes = 0;
};

struct BulkCopy {
  std::vector<BulkPiece> pieces;
  /// Bytes of the whole box, also those out of bounds.
  uint32_t totalBytes = 0;
  uint8_t fill[8] = {0, 0, 0, 0, 0, 0, 0, 0};
  uint8_t fillBytes = 1;
  Reduction reduction = Reduction::None;
  Type type;
};

/// Copies into the shared memory of `to` and then tells the mbarrier at
/// `barOffset` of `barCta`. Checks ordering and records the write at once;
/// the copy itself happens later. Reports and returns false on error.
bool issueBulkLoad(Exec &ex, const Op &op, unsigned lane, Cta &to,
                   std::shared_ptr<BulkCopy> copy, const MbarrierRef &bar);

/// Copies from the shared memory of the issuing block, as part of the open
/// bulk group of the thread.
bool issueBulkStore(Exec &ex, const Op &op, unsigned lane,
                    std::shared_ptr<BulkCopy> copy);

/// Combines one element; `type` is one that reductions accept.
void reduceElement(Type type, Reduction reduction, uint8_t *to,
                   const uint8_t *from);

/// Consumes `.add` ... `.xor`; None when there is none.
Reduction takeReduction(Decoder &d);
/// Whether bulk copies can combine elements so.
bool isBulkReduction(Type type, Reduction reduction);

/// Consumes destination and source spaces in the order of bulk copies.
/// Returns 0 global to shared::cta, 1 global to shared::cluster, 2 shared::cta
/// to shared::cluster, 3 shared::cta to global, -1 otherwise.
int takeBulkDirection(Decoder &d);

} // namespace quartet::sim

#endif // QUARTET_LIB_SIMULATOR_BULK_H
