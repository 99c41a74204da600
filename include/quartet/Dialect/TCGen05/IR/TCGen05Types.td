//===- TCGen05Types.td - Places in tensor and shared memory *- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_DIALECT_TCGEN05_IR_TCGEN05TYPES_TD
#define QUARTET_DIALECT_TCGEN05_IR_TCGEN05TYPES_TD

include "mlir/IR/AttrTypeBase.td"
include "quartet/Dialect/TCGen05/IR/TCGen05Base.td"

class TCGen05_Type<string name, string typeMnemonic>
    : TypeDef<TCGen05_Dialect, name> {
  let mnemonic = typeMnemonic;
  let genVerifyDecl = 1;
}

def TCGen05_TMemType : TCGen05_Type<"TMem", "tmem"> {
  let summary = "a range of tensor-memory columns";
  let description = [{
    `!tcgen05.tmem<C>`: C columns (1 to 512) of 128 lanes of 32 bits.
  }];
  let parameters = (ins "int64_t":$columns);
  let assemblyFormat = "`<` $columns `>`";
}

/// A matrix of `rows` x `cols`, written `RxC`.
class TCGen05_MatrixType<string name, string typeMnemonic>
    : TCGen05_Type<name, typeMnemonic> {
  let parameters = (ins "int64_t":$rows, "int64_t":$cols);
  let hasCustomAssemblyFormat = 1;
}

def TCGen05_AccumulatorType
    : TCGen05_MatrixType<"Accumulator", "accumulator"> {
  let summary = "f32 accumulator in tensor memory";
  let description = [{
    `!tcgen05.accumulator<MxN>`: rows are those of the MMA, over both CTAs of a
    pair (128 or 256); column n of the matrix is column n of the range. N is a
    multiple of 8 in [8, 256] (PTX ISA 9.7.16.2.1, 9.7.16.10.5).
  }];
  let extraClassDeclaration = [{
    /// Tensor-memory columns it occupies.
    int64_t getColumns() const { return getCols(); }
  }];
}

def TCGen05_ScalesType : TCGen05_MatrixType<"Scales", "scales"> {
  let summary = "block scales in tensor memory";
  let description = [{
    `!tcgen05.scales<RxG>`: G scales (one per 16 elements, a multiple of 4) of R
    rows (a multiple of 128). Scale word s/4 of row r lies in column
    `(s/4) (R/32) + r/32`, lane r%32, and in the same lane of the other three
    quarters (PTX ISA 9.7.16.10.7).
  }];
  let extraClassDeclaration = [{
    /// Tensor-memory columns it occupies.
    int64_t getColumns() const { return getCols() / 4 * (getRows() / 32); }
  }];
}

def TCGen05_OperandType : TCGen05_MatrixType<"Operand", "operand"> {
  let summary = "packed E2M1 operand tile in shared memory";
  let description = [{
    `!tcgen05.operand<RxK>`: R rows (a multiple of 8) of K E2M1 elements (a
    multiple of 256), K-major, in the 128-byte swizzle: rows of 128 bytes, one
    after the other, aligned to 1024; each further 256 elements of K follow as
    a tile of their own (PTX ISA 9.7.16.4.1).
  }];
  let extraClassDeclaration = [{
    /// Bytes of shared memory it occupies.
    int64_t getBytes() const { return getRows() * getCols() / 2; }
  }];
}

def TCGen05_ScaleAtomsType
    : TCGen05_MatrixType<"ScaleAtoms", "scale_atoms"> {
  let summary = "block scales in shared memory, as 128x4 tiles";
  let description = [{
    `!tcgen05.scale_atoms<RxG>`: G scales (a multiple of 4) of R rows (a multiple
    of 128) as 512-byte tiles of 128 rows x 4 scales, those of one 128-row block
    together, aligned to 128.
  }];
  let extraClassDeclaration = [{
    /// Bytes of shared memory it occupies.
    int64_t getBytes() const { return getRows() * getCols(); }
  }];
}

def TCGen05_TensorMapType : TCGen05_Type<"TensorMap", "tensor_map"> {
  let summary = "a TMA tensor map of bytes";
  let description = [{
    `!tcgen05.tensor_map<2x8x256>`, `!tcgen05.tensor_map<128x128, swizzle 128>`:
    one map, an opaque 128-byte object that a kernel receives by value. The type
    says what one copy moves: a box of 1 to 256 bytes along each of 1 to 5
    dimensions, outermost first, the innermost a multiple of 16 bytes and at most
    the swizzle's span if there is one (32, 64 or 128; 0 is none). CUDA driver
    API, `cuTensorMapEncodeTiled`, data type UINT8.
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$box,
                        "int64_t":$swizzle);
  let hasCustomAssemblyFormat = 1;
  let extraClassDeclaration = [{
    /// Bytes of one box.
    int64_t getBytes() const;
  }];
}

#endif // QUARTET_DIALECT_TCGEN05_IR_TCGEN05TYPES_TD
