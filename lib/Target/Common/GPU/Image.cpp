//===- Image.cpp - Device code inside a host program ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Image.h"
#include "LaunchCall.h"
#include "quartet/Runtime/Device.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace quartet;

/// A constant with the bytes of `data`, aligned as cubins want to be.
static GlobalVariable *addBytes(Module &host, const Twine &name, StringRef data,
                                bool addNul) {
  Constant *bytes =
      ConstantDataArray::getString(host.getContext(), data, addNul);
  auto *global = new GlobalVariable(host, bytes->getType(), /*isConstant=*/true,
                                    GlobalValue::InternalLinkage, bytes, name);
  global->setAlignment(Align(16));
  return global;
}

void device::defineImage(Module &host, StringRef name, StringRef cubin,
                         StringRef ptx) {
  std::string symbol = (name + kImageSuffix).str();
  GlobalVariable *declared = host.getNamedGlobal(symbol);
  if (!declared)
    return;
  LLVMContext &context = host.getContext();
  auto *pointer = PointerType::getUnqual(context);
  auto *i64 = Type::getInt64Ty(context);
  auto *null = ConstantPointerNull::get(pointer);
  auto getSize = [&](uint64_t size) { return ConstantInt::get(i64, size); };

  auto *formType = StructType::get(context, {pointer, i64});
  assert(host.getDataLayout().getTypeAllocSize(formType) ==
         sizeof(quartet_image_form));
  Constant *forms[] = {
      ConstantStruct::get(formType,
                          {addBytes(host, symbol + ".cubin", cubin, false),
                           getSize(cubin.size())}),
      ConstantStruct::get(formType, {addBytes(host, symbol + ".ptx", ptx, true),
                                     getSize(ptx.size() + 1)}),
      ConstantStruct::get(formType, {null, getSize(0)})};
  auto *formsType = ArrayType::get(formType, std::size(forms));
  auto *list = new GlobalVariable(
      host, formsType, /*isConstant=*/true, GlobalValue::InternalLinkage,
      ConstantArray::get(formsType, forms), symbol + ".forms");

  auto *imageType = StructType::get(context, {pointer, pointer, i64, pointer});
  assert(host.getDataLayout().getTypeAllocSize(imageType) ==
         sizeof(quartet_image));
  auto *image = new GlobalVariable(
      host, imageType, /*isConstant=*/false, GlobalValue::InternalLinkage,
      ConstantStruct::get(imageType,
                          {addBytes(host, symbol + ".name", name, true), list,
                           getSize(0), null}));
  image->setAlignment(Align(alignof(quartet_image)));
  declared->replaceAllUsesWith(image);
  image->takeName(declared);
  declared->eraseFromParent();
}
