//===- AssignRoles.cpp - Write decisions on contractions ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pass nvfp4-assign-roles: obtains the decisions, writes the roles, reports.
//
//===----------------------------------------------------------------------===//

#include "quartet/Conversion/LinalgToNVFP4/Passes.h"

#include "Roles.h"
#include "quartet/Dialect/NVFP4/IR/NVFP4.h"

namespace quartet {
#define GEN_PASS_DEF_NVFP4ASSIGNROLES
#include "quartet/Conversion/LinalgToNVFP4/Passes.h.inc"
} // namespace quartet

using namespace mlir;
using namespace quartet;

namespace {

struct AssignRoles : quartet::impl::NVFP4AssignRolesBase<AssignRoles> {
  using Base::Base;

  void runOnOperation() override {
    RoleOptions options;
    options.assumeWeights = assumeWeights;
    FailureOr<SmallVector<Decision>> decisions =
        decideRoles(getOperation(), options);
    if (failed(decisions))
      return signalPassFailure();
    for (const Decision &decision : *decisions) {
      Operation *op = decision.op;
      if (decision.role)
        op->setAttr(nvfp4::kRoleAttrName, decision.role);
      if (!remarks)
        continue;
      InFlightDiagnostic remark = emitRemark(op->getLoc());
      if (decision.role)
        remark << nvfp4::stringifyRole(decision.role.getRole()) << " of layer "
               << decision.role.getLayer() << ": " << decision.reason;
      else
        remark << "left as is: " << decision.reason;
    }
  }
};

} // namespace
