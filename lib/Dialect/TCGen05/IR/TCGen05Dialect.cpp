//===- TCGen05Dialect.cpp - Registration and types of tcgen05 -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quartet/Dialect/TCGen05/IR/TCGen05.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace quartet::tcgen05;

#include "quartet/Dialect/TCGen05/IR/TCGen05Dialect.cpp.inc"
#include "quartet/Dialect/TCGen05/IR/TCGen05Enums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "quartet/Dialect/TCGen05/IR/TCGen05Attributes.cpp.inc"
#define GET_TYPEDEF_CLASSES
#include "quartet/Dialect/TCGen05/IR/TCGen05Types.cpp.inc"

void TCGen05Dialect::initialize() {
  registerTypes();
  registerAttributes();
  addOperations<
#define GET_OP_LIST
#include "quartet/Dialect/TCGen05/IR/TCGen05Ops.cpp.inc"
      >();
}

void TCGen05Dialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "quartet/Dialect/TCGen05/IR/TCGen05Types.cpp.inc"
      >();
}

void TCGen05Dialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "quartet/Dialect/TCGen05/IR/TCGen05Attributes.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

using EmitError = function_ref<InFlightDiagnostic()>;

LogicalResult TMemType::verify(EmitError emitError, int64_t columns) {
  if (columns < 1 || columns > kTMemColumns)
    return emitError() << "expects columns in [1, " << kTMemColumns
                       << "], but got " << columns;
  return success();
}

LogicalResult AccumulatorType::verify(EmitError emitError, int64_t rows,
                                      int64_t cols) {
  if (rows != 128 && rows != 256)
    return emitError() << "expects 128 or 256 rows, but got " << rows;
  if (cols < 8 || cols > 256 || cols % 8)
    return emitError()
           << "expects columns to be a multiple of 8 in [8, 256], but got "
           << cols;
  return success();
}

/// Rows a positive multiple of `rowStep`, columns of `colStep`.
static LogicalResult verifyMultiples(EmitError emitError, int64_t rows,
                                     int64_t rowStep, int64_t cols,
                                     int64_t colStep, StringRef colName) {
  if (rows <= 0 || rows % rowStep)
    return emitError() << "expects rows to be a positive multiple of "
                       << rowStep << ", but got " << rows;
  if (cols <= 0 || cols % colStep)
    return emitError() << "expects " << colName
                       << " to be a positive multiple of " << colStep
                       << ", but got " << cols;
  return success();
}

LogicalResult ScalesType::verify(EmitError emitError, int64_t rows,
                                 int64_t cols) {
  if (failed(verifyMultiples(emitError, rows, 128, cols, 4, "scales")))
    return failure();
  int64_t columns = cols / 4 * (rows / 32);
  if (columns > kTMemColumns)
    return emitError() << "expects at most " << kTMemColumns
                       << " tensor-memory columns, but " << rows << "x" << cols
                       << " scales occupy " << columns;
  return success();
}

LogicalResult OperandType::verify(EmitError emitError, int64_t rows,
                                  int64_t cols) {
  return verifyMultiples(emitError, rows, 8, cols, kSwizzledRowElements, "K");
}

LogicalResult ScaleAtomsType::verify(EmitError emitError, int64_t rows,
                                     int64_t cols) {
  return verifyMultiples(emitError, rows, 128, cols, 4, "scales");
}

/// `<RxC>`
template <typename T>
static Type parseMatrix(AsmParser &parser) {
  SmallVector<int64_t, 2> shape;
  SMLoc loc;
  if (parser.parseLess() || parser.getCurrentLocation(&loc) ||
      parser.parseDimensionList(shape, /*allowDynamic=*/false,
                                /*withTrailingX=*/false) ||
      parser.parseGreater())
    return {};
  if (shape.size() != 2) {
    parser.emitError(loc) << "expects two dimensions, as in 128x256, but got "
                          << shape.size();
    return {};
  }
  return parser.getChecked<T>(loc, parser.getContext(), shape[0], shape[1]);
}

template <typename T>
static void printMatrix(AsmPrinter &printer, T type) {
  printer << '<' << type.getRows() << 'x' << type.getCols() << '>';
}

#define TCGEN05_MATRIX_TYPE(T)                                                 \
  Type T::parse(AsmParser &parser) { return parseMatrix<T>(parser); }          \
  void T::print(AsmPrinter &printer) const { printMatrix(printer, *this); }

TCGEN05_MATRIX_TYPE(AccumulatorType)
TCGEN05_MATRIX_TYPE(ScalesType)
TCGEN05_MATRIX_TYPE(OperandType)
TCGEN05_MATRIX_TYPE(ScaleAtomsType)

#undef TCGEN05_MATRIX_TYPE
