// RUN: quartet-opt %s --quartet-kernel-abi --split-input-file --verify-diagnostics

module attributes {gpu.container_module} {
  func.func @host_reads_device_memory(%x: memref<f32>, %n: index)
      attributes {quartet.signature = "{}"} {
    // expected-error @below {{expects buffers that only kernels read and write, but got 'memref.load' on the host}}
    %f = memref.load %x[] : memref<f32>
    gpu.launch_func @kernels::@k blocks in (%n, %n, %n)
        threads in (%n, %n, %n) args(%f : f32)
    return
  }
  gpu.module @kernels {
    gpu.func @k(%f: f32) kernel {
      gpu.return
    }
  }
}

// -----

module attributes {gpu.container_module} {
  // expected-error @below {{expects launches in entries, but got some in 'no_entry'}}
  func.func @no_entry(%n: index) {
    gpu.launch_func @kernels::@k blocks in (%n, %n, %n)
        threads in (%n, %n, %n)
    return
  }
  gpu.module @kernels {
    gpu.func @k() kernel {
      gpu.return
    }
  }
}

// -----

module attributes {gpu.container_module} {
  func.func @structured(%n: index) attributes {quartet.signature = "{}"} {
    scf.for %i = %n to %n step %n {
      // expected-error @below {{expects launches in unstructured control flow, but got one inside 'scf.for'}}
      gpu.launch_func @kernels::@k blocks in (%n, %n, %n)
          threads in (%n, %n, %n)
    }
    return
  }
  gpu.module @kernels {
    gpu.func @k() kernel {
      gpu.return
    }
  }
}

// -----

module attributes {gpu.container_module} {
  func.func @operand(%n: index, %f: f64) attributes {quartet.signature = "{}"} {
    // expected-error @below {{expects kernel operands that are memrefs, tensor maps made here, index, i32, i64 or f32, but got 'f64'}}
    gpu.launch_func @kernels::@k blocks in (%n, %n, %n)
        threads in (%n, %n, %n) args(%f : f64)
    return
  }
  gpu.module @kernels {
    gpu.func @k(%f: f64) kernel {
      gpu.return
    }
  }
}

// -----

gpu.module @kernels {
  // expected-error @below {{expects arguments that are memrefs, tensor maps, index, i32, i64 or f32, but got 'f64'}}
  gpu.func @argument(%f: f64) kernel {
    gpu.return
  }
}

// -----

gpu.module @kernels {
  // expected-error @below {{expects contiguous row-major buffers in global memory as arguments, but got 'memref<4xf32, strided<[2]>>'}}
  gpu.func @strided(%x: memref<4xf32, strided<[2]>>) kernel {
    gpu.return
  }
}
