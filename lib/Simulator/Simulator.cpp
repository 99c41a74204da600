//===- Simulator.cpp - Run PTX kernels on the CPU -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quartet/Simulator/Simulator.h"

#include "Decoder.h"
#include "Machine.h"
#include "Memory.h"
#include "Trace.h"
#include "quartet/Simulator/Ast.h"

using namespace quartet::sim;

struct Simulator::Impl {
  ast::Module module;
  Program program;
  std::shared_ptr<GlobalMemory> memory;
  std::vector<uint64_t> globals;
  std::map<std::string, std::unique_ptr<Kernel>> decoded;
  Options options;
  Statistics statistics;
  bool loaded = false;

  const Kernel *kernel(const std::string &name, Diagnostic &error);
  bool load(Diagnostic &error);
};

namespace {
bool failWith(Diagnostic &error, Loc loc, std::string message) {
  error = Diagnostic();
  error.loc = loc;
  error.message = std::move(message);
  return false;
}
} // namespace

bool Simulator::Impl::load(Diagnostic &error) {
  if (loaded)
    return true;
  Decoder decoder(module, program, error);
  if (!decoder.decodeGlobals())
    return false;
  for (const GlobalVar &var : program.globals)
    globals.push_back(memory->allocate(var.bytes, var.name));
  for (size_t i = 0; i < program.globals.size(); ++i) {
    const GlobalVar &var = program.globals[i];
    Allocation *a = memory->find(globals[i], var.bytes);
    a->data = var.data;
    // Variables without an initial value are zero.
    a->init.clear();
    a->readOnly = var.isConst;
    for (const GlobalVar::Reloc &r : var.relocs) {
      uint64_t value = globals[r.var] + static_cast<uint64_t>(r.addend);
      std::memcpy(a->data.data() + r.offset, &value, 8);
    }
  }
  loaded = true;
  return true;
}

const Kernel *Simulator::Impl::kernel(const std::string &name,
                                      Diagnostic &error) {
  auto it = decoded.find(name);
  if (it != decoded.end())
    return it->second.get();
  if (!load(error))
    return nullptr;
  const ast::Function *fn = nullptr;
  for (const ast::Function &f : module.functions)
    if (f.isEntry && f.body && f.name == name)
      fn = &f;
  if (!fn) {
    failWith(error, {}, "kernel '" + name + "' is not in the module");
    return nullptr;
  }
  auto kernel = std::make_unique<Kernel>();
  error = Diagnostic();
  Decoder decoder(module, program, error);
  if (!decoder.indexGlobals() || !decoder.decodeKernel(*fn, *kernel))
    return nullptr;
  return decoded.emplace(name, std::move(kernel)).first->second.get();
}

Simulator::Simulator() : impl(std::make_unique<Impl>()) {}

Simulator::~Simulator() {
  for (uint64_t address : impl->globals)
    impl->memory->free(address);
}

std::unique_ptr<Simulator>
Simulator::create(std::string_view ptx, Diagnostic &error,
                  std::shared_ptr<GlobalMemory> memory) {
  std::optional<ast::Module> module = ast::parseModule(ptx, error);
  if (!module)
    return nullptr;
  std::unique_ptr<Simulator> sim(new Simulator());
  sim->impl->module = std::move(*module);
  sim->impl->memory =
      memory ? std::move(memory) : std::make_shared<GlobalMemory>();
  if (!sim->impl->load(error))
    return nullptr;
  return sim;
}

Options &Simulator::options() { return impl->options; }

const std::string &Simulator::target() const { return impl->module.target; }

std::vector<std::string> Simulator::kernels() const {
  std::vector<std::string> names;
  for (const ast::Function &f : impl->module.functions)
    if (f.isEntry && f.body)
      names.push_back(f.name);
  return names;
}

bool Simulator::parameters(const std::string &name,
                           std::vector<ParamLayout> &out, Diagnostic &error) {
  const Kernel *kernel = impl->kernel(name, error);
  if (!kernel)
    return false;
  out.clear();
  for (const ParamInfo &p : kernel->params)
    out.push_back({p.name, p.offset, p.bytes});
  return true;
}

void Simulator::defaultBlock(const std::string &name, uint32_t (&block)[3]) {
  for (const ast::Function &f : impl->module.functions)
    if (f.name == name && f.reqntid[0])
      std::memcpy(block, f.reqntid, sizeof(block));
}

uint64_t Simulator::allocate(uint64_t bytes, const std::string &name) {
  return impl->memory->allocate(bytes, name);
}

bool Simulator::free(uint64_t address) { return impl->memory->free(address); }

bool Simulator::write(uint64_t address, const void *data, uint64_t bytes) {
  Allocation *a = impl->memory->find(address, bytes);
  if (!a)
    return false;
  if (bytes) {
    std::memcpy(a->data.data() + (address - a->base), data, bytes);
    markInitialised(*a, address - a->base, bytes);
  }
  return true;
}

bool Simulator::read(uint64_t address, void *data, uint64_t bytes) const {
  Allocation *a = impl->memory->find(address, bytes);
  if (!a)
    return false;
  if (bytes)
    std::memcpy(data, a->data.data() + (address - a->base), bytes);
  return true;
}

bool Simulator::fill(uint64_t address, uint8_t value, uint64_t bytes) {
  Allocation *a = impl->memory->find(address, bytes);
  if (!a)
    return false;
  if (bytes) {
    std::memset(a->data.data() + (address - a->base), value, bytes);
    markInitialised(*a, address - a->base, bytes);
  }
  return true;
}

bool Simulator::global(const std::string &name, uint64_t &address,
                       uint64_t &bytes, Diagnostic &error) {
  for (size_t i = 0; i < impl->program.globals.size(); ++i) {
    if (impl->program.globals[i].name != name)
      continue;
    address = impl->globals[i];
    bytes = impl->program.globals[i].bytes;
    return true;
  }
  return failWith(error, {}, "variable '" + name + "' is not in the module");
}

const Statistics &Simulator::statistics() const { return impl->statistics; }

bool Simulator::launch(const std::string &name,
                       const LaunchConfig &launchConfig,
                       const std::vector<uint8_t> &params, Diagnostic &error) {
  error = Diagnostic();
  const Kernel *kernel = impl->kernel(name, error);
  if (!kernel)
    return false;
  LaunchConfig config = launchConfig;
  uint64_t threads = 1, cluster = 1;
  static const uint32_t maxGrid[3] = {0x7fffffff, 65535, 65535};
  static const uint32_t maxBlock[3] = {1024, 1024, 64};
  for (int i = 0; i < 3; ++i) {
    if (config.cluster[i] == 0)
      config.cluster[i] = kernel->cluster[i] ? kernel->cluster[i] : 1;
    else if (kernel->cluster[i] && kernel->cluster[i] != config.cluster[i])
      return failWith(
          error, kernel->loc,
          strf("expects cluster size %u in dimension %d, but got %u",
               kernel->cluster[i], i, config.cluster[i]));
    if (config.grid[i] == 0 || config.grid[i] > maxGrid[i])
      return failWith(
          error, kernel->loc,
          strf("expects a grid size of 1 to %u in dimension %d, but "
               "got %u",
               maxGrid[i], i, config.grid[i]));
    if (config.block[i] == 0 || config.block[i] > maxBlock[i])
      return failWith(error, kernel->loc,
                      strf("expects a block size of 1 to %u in dimension %d, "
                           "but got %u",
                           maxBlock[i], i, config.block[i]));
    if (kernel->reqntid[0] && kernel->reqntid[i] != config.block[i])
      return failWith(error, kernel->loc,
                      strf("expects block size %u in dimension %d, but got %u",
                           kernel->reqntid[i], i, config.block[i]));
    if (config.grid[i] % config.cluster[i])
      return failWith(error, kernel->loc,
                      strf("expects a grid size that is a multiple of the "
                           "cluster size %u in dimension %d, but got %u",
                           config.cluster[i], i, config.grid[i]));
    threads *= config.block[i];
    cluster *= config.cluster[i];
  }
  if (threads > 1024)
    return failWith(error, kernel->loc,
                    strf("expects at most 1024 threads per block, but got %llu",
                         static_cast<unsigned long long>(threads)));
  if (cluster > 16)
    return failWith(error, kernel->loc,
                    strf("expects at most 16 blocks per cluster, but got %llu",
                         static_cast<unsigned long long>(cluster)));
  uint64_t maxThreads =
      uint64_t(kernel->maxntid[0]) * kernel->maxntid[1] * kernel->maxntid[2];
  if (kernel->maxntid[0] && threads > maxThreads)
    return failWith(error, kernel->loc,
                    strf("expects at most %llu threads per block, but got %llu",
                         static_cast<unsigned long long>(maxThreads),
                         static_cast<unsigned long long>(threads)));
  // 227 KB per block, of which 1 KB is the system's.
  uint64_t sharedBytes =
      uint64_t(kernel->dynamicSharedOffset) + config.dynamicSharedBytes;
  if (sharedBytes > kSharedBase + 232448)
    return failWith(
        error, kernel->loc,
        strf("expects at most 232448 bytes of shared memory, but "
             "got %llu",
             static_cast<unsigned long long>(sharedBytes - kSharedBase)));
  if (params.size() != kernel->paramBytes)
    return failWith(error, kernel->loc,
                    strf("expects %u bytes of parameters, but got %zu",
                         kernel->paramBytes, params.size()));
  Machine machine(*impl->memory, impl->options, *kernel);
  bool ok = machine.run(config, params, impl->globals);
  impl->statistics = machine.stats;
  if (!impl->options.tracePath.empty()) {
    std::string problem = writeTrace(machine, impl->options.tracePath);
    if (ok && !problem.empty())
      return failWith(error, {}, std::move(problem));
  }
  if (ok)
    return true;
  error = machine.error;
  return false;
}
