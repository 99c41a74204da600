//===- Settings.cpp - What the environment asks of the driver -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Settings.h"

#include <cstdlib>
#include <cstring>

using namespace quartet::sim;
using namespace quartet::sim::driver;

namespace {

/// Multiprocessors and memory of H200, B200, B300 and RTX PRO 6000.
const Chip chips[] = {
    {"sm_90a", 9, 0, 132, 232448, uint64_t(141) << 30},
    {"sm_100a", 10, 0, 148, 232448, uint64_t(180) << 30},
    {"sm_103a", 10, 3, 148, 232448, uint64_t(270) << 30},
    {"sm_120a", 12, 0, 188, 101376, uint64_t(96) << 30},
};

const char *getVariable(const char *name) {
  const char *value = std::getenv(name);
  return value && *value ? value : nullptr;
}

/// A rule of Options by its name; null if there is none.
bool *findRule(Options &options, const std::string &name) {
  if (name == "descriptor-version")
    return &options.allowDescriptorVersion;
  if (name == "cp-async-fence")
    return &options.allowCpAsyncFence;
  if (name == "tensor-fence")
    return &options.allowTensorFence;
  return nullptr;
}

} // namespace

std::string driver::readSettings(Settings &settings) {
  const char *name = getVariable("QUARTET_SIM_CHIP");
  std::string names;
  for (const Chip &chip : chips) {
    if (std::strcmp(chip.name, name ? name : "sm_100a") == 0)
      settings.chip = &chip;
    names += (names.empty() ? "" : ", ") + std::string(chip.name);
  }
  if (!settings.chip)
    return "expects QUARTET_SIM_CHIP to be one of " + names + ", but got '" +
           name + "'";
  if (const char *seed = getVariable("QUARTET_SIM_SEED")) {
    char *end;
    settings.options.seed = std::strtoull(seed, &end, 0);
    if (*end || *seed == '-')
      return std::string("expects QUARTET_SIM_SEED to be a number, but got '") +
             seed + "'";
  }
  if (const char *strict = getVariable("QUARTET_SIM_STRICT")) {
    if (std::strcmp(strict, "0") && std::strcmp(strict, "1"))
      return std::string("expects QUARTET_SIM_STRICT to be 0 or 1, but got '") +
             strict + "'";
    settings.options.strict = *strict == '1';
  }
  if (const char *allow = getVariable("QUARTET_SIM_ALLOW")) {
    std::string rest = allow;
    while (!rest.empty()) {
      size_t comma = rest.find(',');
      std::string rule = rest.substr(0, comma);
      rest = comma == std::string::npos ? "" : rest.substr(comma + 1);
      bool *flag = findRule(settings.options, rule);
      if (!flag)
        return "expects QUARTET_SIM_ALLOW to name descriptor-version, "
               "cp-async-fence or tensor-fence, but got '" +
               rule + "'";
      *flag = true;
    }
  }
  for (auto [variable, text] :
       {std::pair{"QUARTET_SIM_STATS", &settings.statsPath},
        std::pair{"QUARTET_SIM_TRACE", &settings.tracePrefix},
        std::pair{"QUARTET_SIM_DUMP", &settings.dumpDirectory}})
    if (const char *value = getVariable(variable))
      *text = value;
  return "";
}

bool driver::runsOn(const Chip &chip, const std::string &target) {
  if (target.compare(0, 3, "sm_") != 0)
    return false;
  char *end;
  long number = std::strtol(target.c_str() + 3, &end, 10);
  long own = chip.major * 10 + chip.minor;
  // `a`: this chip alone; `f`: this and later chips of the family.
  if (std::strcmp(end, "a") == 0)
    return number == own;
  if (std::strcmp(end, "f") == 0)
    return number / 10 == chip.major && number <= own;
  return *end == 0 && number > 0 && number <= own;
}
