//===- FrontEndTest.cpp - Syntax and decoding errors ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimulatorTest.h"

#include "quartet/Simulator/Ast.h"

using namespace quartet::sim;

namespace {

Diagnostic parseError(const std::string &text) {
  Diagnostic error;
  EXPECT_FALSE(ast::parseModule(text, error).has_value());
  return error;
}

const char *const kHeader = ".version 9.0\n.target sm_100a\n.address_size 64\n";

TEST(FrontEnd, KeepsWhatTheTextSays) {
  Diagnostic error;
  auto module = ast::parseModule(
      ".version 8.7\n.target sm_90a, debug\n.address_size 64\n"
      "// a comment\n/* and\nanother */\n"
      ".global .align 8 .b32 table[2][3] = {{1, -2}, {0x10}};\n"
      ".global .b64 pointer = generic(table)+4;\n"
      ".visible .entry k(.param .u64 .ptr .global .align 1 p,\n"
      "  .param .align 64 .b8 map[128])\n"
      ".reqntid 128, 2\n.reqnctapercluster 2\n.minnctapersm 1\n{\n"
      "  .reg .b32 %r<4>;\n  .loc 1 2 3\n"
      "  @!%p1 setp.lt.s32 %p2|%p3, %r1, -5;\n"
      "$L_1: { .reg .b8 t; cp.async.bulk.tensor.2d.x [%r1], [map, {%r1, %r2}],"
      " [%r3+-8]; }\n"
      "  mov.f32 %f1, 0f3F800000;\n  ret;\n}\n"
      ".section .debug_abbrev { .b8 1, 2 }\n",
      error);
  ASSERT_TRUE(module) << error.format("t.ptx");
  EXPECT_EQ(module->versionMinor, 7u);
  EXPECT_EQ(module->target, "sm_90a");
  ASSERT_EQ(module->vars.size(), 2u);
  EXPECT_EQ(module->vars[0].count, 6u);
  EXPECT_EQ(module->vars[0].init[1].value, -2);
  EXPECT_EQ(module->vars[1].init[0].symbol, "table");
  EXPECT_EQ(module->vars[1].init[0].value, 4);
  ASSERT_EQ(module->functions.size(), 1u);
  const ast::Function &fn = module->functions[0];
  EXPECT_EQ(fn.reqntid[1], 2u);
  EXPECT_EQ(fn.reqntid[2], 1u);
  EXPECT_EQ(fn.reqnctapercluster[0], 2u);
  EXPECT_EQ(fn.params[1].count, 128u);
  const auto &stmts = fn.body->stmts;
  ASSERT_EQ(stmts.size(), 6u);
  const ast::Instr &setp = stmts[1].instr;
  EXPECT_TRUE(setp.guardNegated);
  EXPECT_EQ(setp.loc.line, 17u);
  EXPECT_EQ(setp.loc.column, 9u);
  EXPECT_EQ(setp.operands[0].kind, ast::Operand::Kind::Pair);
  EXPECT_EQ(setp.operands[2].value, -5);
  const ast::Instr &copy = stmts[3].block->stmts[1].instr;
  EXPECT_EQ(copy.text(), "cp.async.bulk.tensor.2d.x");
  EXPECT_EQ(copy.operands[1].elems.size(), 2u);
  EXPECT_EQ(copy.operands[2].value, -8);
  EXPECT_EQ(stmts[4].instr.operands[1].real, 1.0);
}

TEST(FrontEnd, LocatesSyntaxErrors) {
  Diagnostic e =
      parseError(std::string(kHeader) + ".entry k()\n{\n  mov %r1\n}");
  EXPECT_EQ(e.loc.line, 7u);
  EXPECT_EQ(e.message, "expects ';', but got '}'");
  e = parseError(std::string(kHeader) + ".entry k()\n{\n ret;\n");
  EXPECT_EQ(e.loc.line, 5u);
  EXPECT_EQ(e.message, "block is not closed");
  e = parseError(std::string(kHeader) + ".entry k() { mov.b32 %r1, 0f3F80; }");
  EXPECT_EQ(e.message, "expects 8 hexadecimal digits, but got 4");
  e = parseError(std::string(kHeader) + "/* open");
  EXPECT_EQ(e.message, "comment is not closed");
  e = parseError(std::string(kHeader) + ".shiny x;");
  EXPECT_EQ(e.message, "directive .shiny is not modelled");
  e = parseError(".target sm_90\n");
  EXPECT_EQ(e.message, "expects a .version directive");
  e = parseError(".version 9.0\n.address_size 32\n");
  EXPECT_EQ(e.message, "expects an address size of 64, but got 32");
  e = parseError(std::string(kHeader) + ".entry k() { \x01 }");
  EXPECT_EQ(e.loc.column, 14u);
  e = parseError(std::string(kHeader) + std::string(200, '{'));
  EXPECT_TRUE(e.isError());
  e = parseError(std::string(kHeader) + ".entry k() " + std::string(200, '{'));
  EXPECT_EQ(e.message, "blocks are nested more than 64 deep");
}

void expectDecodeError(const std::string &body, const std::string &message,
                       unsigned column) {
  Outcome o = runBody(body);
  EXPECT_FALSE(o.ok);
  EXPECT_EQ(o.error.message, message);
  EXPECT_EQ(o.error.loc.line, kBodyLine);
  EXPECT_EQ(o.error.loc.column, column);
}

TEST(FrontEnd, NamesInstructionsThatAreNotModelled) {
  expectDecodeError("  frobnicate.b32 %r1, %r2;",
                    "instruction 'frobnicate.b32' is not modelled", 3);
  expectDecodeError("wgmma.fence.sync.aligned;",
                    "instruction 'wgmma.fence.sync.aligned' is not modelled",
                    1);
  expectDecodeError("add.wide.s32 %r1, %r2, %r3;",
                    "instruction 'add.wide.s32' is not modelled", 1);
  expectDecodeError("shf.l.wrap.b32.fast %r1, %r2, %r3, %r4;",
                    "instruction 'shf.l.wrap.b32.fast' is not modelled, "
                    "because of .fast",
                    1);
  expectDecodeError(
      "cvt.rs.satfinite.e2m1x4.f32 %h1, {%f1,%f2,%f3,%f4}, %r1;",
      "instruction 'cvt.rs.satfinite.e2m1x4.f32' is not modelled, "
      "because of .rs .e2m1x4 .f32",
      1);
  // Dead code is decoded as well.
  expectDecodeError("bra END; tex.1d.v4.s32 %r1, %r2; END:",
                    "instruction 'tex.1d.v4.s32' is not modelled", 10);
}

TEST(FrontEnd, ChecksOperands) {
  expectDecodeError("add.s32 %r1, %r2;",
                    "'add.s32' expects 3 operands, but got 2", 1);
  expectDecodeError("add.s32 %r1, %r2, %nope;",
                    "'%nope' is not defined or not modelled", 19);
  expectDecodeError("add.s64 %rd1, %rd2, %r1;",
                    "expects a register of at least 64 bits, but '%r1' has 32",
                    21);
  expectDecodeError("add.s32 3, %r1, %r2;", "expects a register as destination",
                    9);
  expectDecodeError("@%r1 add.s32 %r1, %r1, %r2;",
                    "expects a predicate register as guard, but got '%r1'", 6);
  expectDecodeError("bra NOWHERE;", "label 'NOWHERE' is not defined", 5);
  expectDecodeError("ld.global.v4.b64 {%rd1, %rd2}, [%rd0];",
                    "expects 4 elements, but got 2", 18);
  expectDecodeError("ld.local.b32 %r1, [smem];",
                    "variable 'smem' is not in the state space of the "
                    "instruction",
                    19);
  expectDecodeError("add.f32 %f1, %f2, 1;",
                    "expects a floating-point constant, but got an integer",
                    19);
  expectDecodeError(".reg .b32 %r0;", "'%r0' is declared twice", 11);
}

TEST(FrontEnd, ChecksLaunches) {
  Diagnostic error;
  auto sim = Simulator::create(
      std::string(kHeader) + ".entry k(.param .u32 n) .reqntid 64\n{ ret; }",
      error);
  ASSERT_TRUE(sim);
  LaunchConfig config;
  std::vector<uint8_t> params(4);
  EXPECT_FALSE(sim->launch("other", config, params, error));
  EXPECT_EQ(error.message, "kernel 'other' is not in the module");
  EXPECT_FALSE(sim->launch("k", config, params, error));
  EXPECT_EQ(error.message, "expects block size 64 in dimension 0, but got 1");
  config.block[0] = 64;
  config.grid[0] = 3;
  config.cluster[0] = 2;
  EXPECT_FALSE(sim->launch("k", config, params, error));
  EXPECT_EQ(error.message, "expects a grid size that is a multiple of the "
                           "cluster size 2 in dimension 0, but got 3");
  config.cluster[0] = 0;
  config.dynamicSharedBytes = 300000;
  EXPECT_FALSE(sim->launch("k", config, params, error));
  config.dynamicSharedBytes = 0;
  EXPECT_FALSE(sim->launch("k", config, {}, error));
  EXPECT_EQ(error.message, "expects 4 bytes of parameters, but got 0");
  EXPECT_TRUE(sim->launch("k", config, params, error));
}

} // namespace
