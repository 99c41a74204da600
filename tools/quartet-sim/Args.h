//===- Args.h - Kernel arguments on the command line ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `--arg` accepts. An argument may be named, `NAME=SPEC`:
//
//   buf:IN.npy[:OUT.npy]   a buffer with the file's contents; written back to
//                          OUT.npy after the launch
//   out:DTYPE:SHAPE:OUT.npy   an uninitialised buffer, such as
//                          out:float32:8x16:d.npy
//   zeros:DTYPE:SHAPE[:OUT.npy]   the same, filled with zero bytes
//   i8, u8, ... i64, u64:N, f32:X, f64:X   a scalar
//   bytes:HEX              a value of any size
//   map:BUFFER,key=value,...   a tensor map of an earlier named buffer:
//                          bytes=1|2|4|8 or fp4, dims=AxB, box=AxB (innermost
//                          first), strides=BYTES[xBYTES...] (default packed),
//                          swizzle=none|32|64|128, offset=BYTES, nan
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_TOOLS_QUARTET_SIM_ARGS_H
#define QUARTET_TOOLS_QUARTET_SIM_ARGS_H

#include "quartet/Simulator/Simulator.h"
#include "quartet/Support/Npy.h"

#include <map>
#include <string>
#include <vector>

namespace quartet::sim {

class ArgumentList {
public:
  explicit ArgumentList(Simulator &simulator) : simulator(simulator) {}

  /// Adds one argument, or a buffer that is no kernel parameter. Returns false
  /// and sets `error` on bad input.
  bool add(const std::string &text, bool isParameter, std::string &error);
  /// The parameter buffer for `layout`; sizes and count must agree.
  bool pack(const std::vector<ParamLayout> &layout, std::vector<uint8_t> &out,
            std::string &error) const;
  /// Writes the buffers that have an output file.
  bool writeOutputs(std::string &error) const;

private:
  struct Buffer {
    uint64_t address = 0;
    npy::Array array;
    std::string output;
  };
  struct Argument {
    std::string text;
    std::vector<uint8_t> bytes;
  };

  void addBuffer(const std::string &name, npy::Array array,
                 const std::string &output, bool initialised);
  bool addMap(const std::string &spec, std::string &error);
  /// A buffer given by type and shape. False and `error` on bad input.
  bool addShaped(const std::string &name, const std::vector<std::string> &parts,
                 bool zeros, std::string &error);
  bool addBytes(const std::string &hex, std::string &error);

  Simulator &simulator;
  std::vector<Argument> arguments;
  std::vector<Buffer> buffers;
  std::map<std::string, size_t> names;
};

} // namespace quartet::sim

#endif // QUARTET_TOOLS_QUARTET_SIM_ARGS_H
