#ifndef CONSUMER_OPS_TD
#define CONSUMER_OPS_TD

include "quartet/Dialect/NVFP4/IR/NVFP4Base.td"

def Consumer_Dialect : Dialect {
  let name = "consumer";
  let cppNamespace = "::consumer";
}

def Consumer_InspectOp : Op<Consumer_Dialect, "inspect"> {
  let arguments = (ins NVFP4_Data:$data, NVFP4_Scales:$scales);
}

#endif // CONSUMER_OPS_TD
