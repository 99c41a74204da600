// Uses a header of a dialect, which includes what tablegen has made of it.

#include "quartet/Dialect/NVFP4/IR/NVFP4Attributes.h"

bool isForward(quartet::nvfp4::RoleAttr role) {
  return role.getRole() == quartet::nvfp4::Role::Fprop;
}
