//===- Roles.cpp - What each contraction is to the model ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Works on all contractions of a module at once, because a role is a relation:
// Y = X W^T, dX = E W and dW = E^T X share W, X and E. Time is linear in the
// number of contractions as long as few of them share one operand.
//
//===----------------------------------------------------------------------===//

#include "Roles.h"

#include "Contraction.h"
#include "Origins.h"
#include "RoleContext.h"
#include "SavedTensors.h"
#include "Sites.h"
#include "quartet/Dialect/NVFP4/IR/NVFP4.h"

#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace quartet;
using nvfp4::Role;

namespace {

/// A contraction on its way to a decision. Factors are numbered 0 and 1.
struct Node {
  linalg::LinalgOp op;
  std::optional<Contraction> contraction;
  std::optional<Role> role;
  /// The factor that is X of fprop, E of dgrad or E of wgrad.
  unsigned first = 0;
  /// The weight by which the layer is known, or null if left alone.
  Value layer;
  std::string reason;
  /// Decided before by hand: the attribute stays as it is.
  nvfp4::RoleAttr given;

  const Factor &factor(unsigned i) const {
    return i == 0 ? contraction->lhs : contraction->rhs;
  }
  Value base(unsigned i) const { return factor(i).view.base; }
  ArrayRef<unsigned> freeLoops(unsigned i) const {
    return i == 0 ? contraction->m : contraction->n;
  }

  /// The dimensions of the base of factor `i` along which `loops` run.
  SmallVector<unsigned, 4> getDims(unsigned i, ArrayRef<unsigned> loops) const {
    SmallVector<unsigned, 4> dims;
    for (auto [dim, loop] : llvm::enumerate(factor(i).view.loops))
      if (llvm::is_contained(loops, loop))
        dims.push_back(dim);
    return dims;
  }
  SmallVector<unsigned, 4> getReducedDims(unsigned i) const {
    return getDims(i, contraction->k);
  }
  SmallVector<unsigned, 4> getFreeDims(unsigned i) const {
    return getDims(i, freeLoops(i));
  }
  /// The product of the static extents of `dims` of factor `i`, or kDynamic.
  int64_t getExtent(unsigned i, ArrayRef<unsigned> dims) const {
    auto type = cast<RankedTensorType>(base(i).getType());
    int64_t extent = 1;
    for (unsigned dim : dims) {
      if (type.isDynamicDim(dim))
        return ShapedType::kDynamic;
      extent *= type.getDimSize(dim);
    }
    return extent;
  }

  void keep(const Twine &why) {
    role.reset();
    layer = nullptr;
    reason = why.str();
  }
  void assign(Role newRole, unsigned newFirst, Value newLayer,
              const Twine &why) {
    role = newRole;
    first = newFirst;
    layer = newLayer;
    reason = why.str();
  }
};

bool mayBeEqual(int64_t a, int64_t b) {
  return a == b || ShapedType::isDynamic(a) || ShapedType::isDynamic(b);
}

const char *getOrdinal(unsigned factor) {
  return factor == 0 ? "first" : "second";
}

class RoleAnalysis {
public:
  RoleAnalysis(ModuleOp module, const RoleOptions &options)
      : module(module), options(options), origins(module) {}

  FailureOr<SmallVector<Decision>> run();

private:
  LogicalResult collect();
  void index();
  void inferGradients();
  void decideParameterProduct(Node &node, unsigned weight);
  void decideWeightGradient(Node &node, unsigned gradient);
  void decideUnmarked(Node &node);
  void decide(Node &node);
  void force(Node &node, Attribute how);
  std::optional<unsigned> getWeight(const Node &node);
  int64_t getFirstFreeLayer();

  ModuleOp module;
  RoleOptions options;
  Origins origins;
  /// A saved tensor is taken for what the forward function returned.
  SavedTensors saved;
  SmallVector<Node, 0> nodes;
  /// Nodes by the value of a factor; for a weight, an activation or a gradient.
  llvm::MapVector<Value, SmallVector<unsigned, 2>> byFactor;
  /// Weights whose forward product is left alone, and why.
  llvm::DenseMap<Value, std::string> keptLayers;
};

} // namespace

/// The factor that is a parameter, if exactly one is.
std::optional<unsigned> RoleAnalysis::getWeight(const Node &node) {
  bool lhs = origins.isParameter(node.base(0));
  bool rhs = origins.isParameter(node.base(1));
  if (lhs == rhs)
    return std::nullopt;
  return lhs ? 0 : 1;
}

LogicalResult RoleAnalysis::collect() {
  WalkResult walked = module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    bool keep = op->hasAttr(nvfp4::kKeepAttrName);
    bool forced = op->hasAttr(nvfp4::kForceAttrName);
    auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
    if (keep && forced) {
      op->emitOpError("expects at most one of '")
          << nvfp4::kKeepAttrName << "' and '" << nvfp4::kForceAttrName << "'";
      return WalkResult::interrupt();
    }
    if (!linalgOp || (!isCandidate(linalgOp) && !forced)) {
      if (!forced)
        return WalkResult::advance();
      op->emitOpError("expects a linalg contraction for '")
          << nvfp4::kForceAttrName << "'";
      return WalkResult::interrupt();
    }
    Node node;
    node.op = linalgOp;
    FailureOr<Contraction> contraction =
        matchContraction(linalgOp, node.reason);
    if (succeeded(contraction)) {
      node.contraction = *contraction;
      for (Factor *factor : {&node.contraction->lhs, &node.contraction->rhs})
        factor->view = saved.resolve(factor->view);
    } else if (forced) {
      op->emitOpError("expects a contraction for '")
          << nvfp4::kForceAttrName << "', but " << node.reason;
      return WalkResult::interrupt();
    }
    node.given = op->getAttrOfType<nvfp4::RoleAttr>(nvfp4::kRoleAttrName);
    nodes.push_back(std::move(node));
    return WalkResult::advance();
  });
  return failure(walked.wasInterrupted());
}

void RoleAnalysis::index() {
  for (auto [i, node] : llvm::enumerate(nodes)) {
    if (!node.contraction)
      continue;
    byFactor[node.base(0)].push_back(i);
    byFactor[node.base(1)].push_back(i);
  }
}

/// Finds gradients nobody marked, in a function that also computes the loss:
/// if X W^T comes first, E W follows with the same W reduced along its other
/// dimensions, and some product reduces E and X along theirs, then E is a
/// gradient.
void RoleAnalysis::inferGradients() {
  // Products by their pair of factors.
  llvm::DenseMap<std::pair<Value, Value>, SmallVector<unsigned, 1>> byPair;
  for (auto [i, node] : llvm::enumerate(nodes)) {
    if (!node.contraction || getWeight(node))
      continue;
    byPair[{node.base(0), node.base(1)}].push_back(i);
    byPair[{node.base(1), node.base(0)}].push_back(i);
  }
  for (auto &[value, users] : byFactor) {
    if (users.size() < 2 || !origins.isParameter(value))
      continue;
    for (unsigned i : users) {
      for (unsigned j : users) {
        const Node &forward = nodes[i], &backward = nodes[j];
        if (i >= j || forward.op->getBlock() != backward.op->getBlock())
          continue;
        unsigned fw = forward.base(0) == value ? 0 : 1;
        unsigned bw = backward.base(0) == value ? 0 : 1;
        if (forward.getReducedDims(fw) != backward.getFreeDims(bw))
          continue;
        Value x = forward.base(1 - fw), e = backward.base(1 - bw);
        if (origins.isGradient(x) || origins.isGradient(e))
          continue;
        auto pair = byPair.find({x, e});
        if (pair == byPair.end())
          continue;
        for (unsigned w : pair->second) {
          const Node &weight = nodes[w];
          unsigned wx = weight.base(0) == x ? 0 : 1;
          if (weight.getReducedDims(wx) == forward.getFreeDims(1 - fw) &&
              weight.getReducedDims(1 - wx) == backward.getFreeDims(1 - bw))
            origins.addGradient(e);
        }
      }
    }
  }
}

/// A product with one parameter: fprop, or dgrad if the other is a gradient.
void RoleAnalysis::decideParameterProduct(Node &node, unsigned weight) {
  unsigned other = 1 - weight;
  Value layer = node.base(weight);
  if (getArgumentMark(getRoot(layer), nvfp4::kKeepAttrName))
    return node.keep("its parameter is marked '" + nvfp4::kKeepAttrName + "'");
  if (isConvertedFromIntegers(node.base(other)))
    return node.keep("the " + Twine(getOrdinal(other)) +
                     " operand is converted from integers, as in an embedding");
  if (isEmbeddingTable(layer))
    return node.keep("its parameter is also looked up as an embedding");
  if (origins.isGradient(node.base(other))) {
    if (auto it = keptLayers.find(layer); it != keptLayers.end())
      return node.keep("the forward product of its layer is left as it is");
    return node.assign(Role::Dgrad, other, layer,
                       "a gradient times a parameter");
  }
  if (feedsSoftmax(node.op->getResult(0))) {
    const char *why = "its result feeds a softmax, as in an output head";
    keptLayers[layer] = why;
    return node.keep(why);
  }
  node.assign(Role::Fprop, other, layer, "an activation times a parameter");
}

/// A product of one gradient and one value that is neither: wgrad if that value
/// is the activation of a layer known by its forward product, or if the
/// gradient also passes through a layer of the right size.
void RoleAnalysis::decideWeightGradient(Node &node, unsigned gradient) {
  unsigned other = 1 - gradient;
  if (isConvertedFromIntegers(node.base(other)))
    return node.keep("the " + Twine(getOrdinal(other)) +
                     " operand is converted from integers, as in the gradient "
                     "of an embedding");
  Value e = node.base(gradient), x = node.base(other);

  // Layers whose input gradient uses the same E.
  SmallVector<Value, 2> backward;
  int64_t size = node.getExtent(other, node.getFreeDims(other));
  for (unsigned i : byFactor[e]) {
    const Node &user = nodes[i];
    std::optional<unsigned> weight = getWeight(user);
    if (!weight ||
        user.getReducedDims(1 - *weight) != node.getFreeDims(gradient))
      continue;
    if (mayBeEqual(user.getExtent(*weight, user.getFreeDims(*weight)), size))
      backward.push_back(user.base(*weight));
  }
  // Layers whose forward product uses the same X.
  SmallVector<Value, 2> forward;
  size = node.getExtent(gradient, node.getFreeDims(gradient));
  for (unsigned i : byFactor[x]) {
    const Node &user = nodes[i];
    std::optional<unsigned> weight = getWeight(user);
    if (!weight || user.getReducedDims(1 - *weight) != node.getFreeDims(other))
      continue;
    if (mayBeEqual(user.getExtent(*weight, user.getFreeDims(*weight)), size))
      forward.push_back(user.base(*weight));
  }
  Value layer;
  for (Value candidate : forward)
    if (!layer || llvm::is_contained(backward, candidate))
      layer = llvm::is_contained(backward, layer) ? layer : candidate;
  const char *why = "a gradient times the activation of a forward product";
  if (!layer && !backward.empty()) {
    layer = backward.front();
    why = "a gradient that also passes through a parameter, times an "
          "activation of matching size";
  }
  if (!layer && !node.contraction->batch.empty())
    return node.keep("it multiplies a gradient and an activation for each "
                     "element of a batch, as in attention");
  if (!layer)
    return node.keep("no layer is known to use its activation or gradient");
  if (keptLayers.count(layer) ||
      getArgumentMark(getRoot(layer), nvfp4::kKeepAttrName) ||
      isEmbeddingTable(layer))
    return node.keep("the forward product of its layer is left as it is");
  node.assign(Role::Wgrad, gradient, layer, why);
}

void RoleAnalysis::decideUnmarked(Node &node) {
  if (!node.contraction->batch.empty())
    return node.keep("it multiplies two activations for each element of a "
                     "batch, as in attention");
  bool arguments = isa<BlockArgument>(getRoot(node.base(0))) &&
                   isa<BlockArgument>(getRoot(node.base(1)));
  if (options.assumeWeights && arguments)
    return node.assign(Role::Fprop, 0, node.base(1),
                       "of two unmarked arguments the second is assumed to be "
                       "a parameter");
  node.keep("neither operand is known to be a parameter or a gradient");
}

void RoleAnalysis::decide(Node &node) {
  bool lhs = origins.isParameter(node.base(0));
  bool rhs = origins.isParameter(node.base(1));
  if (lhs && rhs)
    return node.keep("both operands are parameters");
  if (lhs || rhs)
    return decideParameterProduct(node, lhs ? 0 : 1);
  bool lhsGradient = origins.isGradient(node.base(0));
  bool rhsGradient = origins.isGradient(node.base(1));
  if (lhsGradient && rhsGradient)
    return node.keep("both operands are gradients");
  if (lhsGradient || rhsGradient)
    return decideWeightGradient(node, lhsGradient ? 0 : 1);
  decideUnmarked(node);
}

/// Assigns a role although the rules might not: the one named, or the one that
/// the operands suggest.
void RoleAnalysis::force(Node &node, Attribute how) {
  std::optional<unsigned> weight = getWeight(node);
  bool lhsGradient = origins.isGradient(node.base(0));
  bool rhsGradient = origins.isGradient(node.base(1));
  // The dialect has verified that it is a role's name or unit.
  Role role = Role::Fprop;
  if (auto name = dyn_cast<StringAttr>(how))
    role = *nvfp4::symbolizeRole(name.getValue());
  else if (!weight && lhsGradient != rhsGradient)
    role = Role::Wgrad;
  else if (weight && (*weight == 0 ? rhsGradient : lhsGradient))
    role = Role::Dgrad;
  if (role == Role::Wgrad) {
    unsigned first = rhsGradient && !lhsGradient ? 1 : 0;
    decideWeightGradient(node, first);
    Value layer = node.layer ? node.layer : node.base(1 - first);
    return node.assign(Role::Wgrad, first, layer,
                       "forced by '" + nvfp4::kForceAttrName + "'");
  }
  unsigned second = weight.value_or(1);
  node.assign(role, 1 - second, node.base(second),
              "forced by '" + nvfp4::kForceAttrName + "'");
}

/// The first layer number not in use in the module.
int64_t RoleAnalysis::getFirstFreeLayer() {
  int64_t next = 0;
  module.walk([&](Operation *op) {
    // One that is too large is an error of the conversion.
    auto role = op->getAttrOfType<nvfp4::RoleAttr>(nvfp4::kRoleAttrName);
    if (role && role.getLayer() < SiteTable::kMaxLayers)
      next = std::max(next, role.getLayer() + 1);
    for (StringRef name : {"site", "row_site", "col_site"})
      if (isa<nvfp4::NVFP4Dialect>(op->getDialect()))
        if (auto site = op->getAttrOfType<IntegerAttr>(name))
          next = std::max(next, SiteTable::getLayer(site.getInt()) + 1);
  });
  return next;
}

FailureOr<SmallVector<Decision>> RoleAnalysis::run() {
  if (failed(saved.collect(module)) || failed(collect()))
    return failure();
  index();
  inferGradients();
  // Forward products first: a layer left alone takes its gradients along.
  for (bool forward : {true, false}) {
    for (Node &node : nodes) {
      if (!node.contraction || node.given)
        continue;
      bool gradient =
          origins.isGradient(node.base(0)) || origins.isGradient(node.base(1));
      if (gradient == forward)
        continue;
      if (node.op->hasAttr(nvfp4::kKeepAttrName)) {
        node.keep("it is marked '" + nvfp4::kKeepAttrName + "'");
        if (std::optional<unsigned> weight = getWeight(node); weight && forward)
          keptLayers[node.base(*weight)] = node.reason;
        continue;
      }
      if (Attribute how = node.op->getAttr(nvfp4::kForceAttrName)) {
        force(node, how);
        continue;
      }
      decide(node);
    }
  }

  SmallVector<Decision> decisions;
  llvm::DenseMap<Value, int64_t> numbers;
  int64_t next = getFirstFreeLayer();
  for (Node &node : nodes) {
    Decision decision{node.op, node.given, std::move(node.reason)};
    if (node.given) {
      decision.reason = "assigned before";
    } else if (node.role) {
      auto [it, inserted] = numbers.try_emplace(node.layer, next);
      next += inserted;
      decision.role = nvfp4::RoleAttr::get(module.getContext(), *node.role,
                                           it->second, node.first == 1);
    }
    decisions.push_back(std::move(decision));
  }
  return decisions;
}

FailureOr<SmallVector<Decision>>
quartet::decideRoles(ModuleOp module, const RoleOptions &options) {
  return RoleAnalysis(module, options).run();
}
