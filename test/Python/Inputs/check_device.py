"""usage: check_device.py LIBRARY: the program of device.c on the simulator's
driver, which QUARTET_DRIVER names."""

import sys

import numpy as np
import quartet

program = quartet.load(sys.argv[1])
assert program.on_device
twice = program["twice"]
x = np.array([1, 2, 3, -0.5], np.float32)

# NumPy in, NumPy out.
assert (twice(x) == 2 * x).all()

# Arrays of the GPU stay there.
a = quartet.DeviceArray.from_numpy(x)
b = twice(a)
assert isinstance(b, quartet.DeviceArray) and (b.numpy() == 2 * x).all()
c = quartet.DeviceArray((4,), np.float32, None)
assert twice(b, out=c) is c and (c.numpy() == 4 * x).all()
interface = c.__cuda_array_interface__
assert interface["typestr"] == "<f4" and interface["shape"] == (4,)

# Recorded once, replayed on new values.
stream = quartet.Stream()
twice(a, out=c, stream=stream)
with stream.capture() as graph:
    twice(a, out=b, stream=stream)
    twice(b, out=c, stream=stream)
a.copy_from(x + 1)
graph.launch()
stream.synchronize()
assert (c.numpy() == 4 * (x + 1)).all()

# What the kernel did wrong.
for call, text in [
    (lambda: twice(np.ones(5, np.float32)), "layer.mlir:3:5: kernel 'twice'"),
    (lambda: twice(np.ones(3, np.float32)), "never written"),
]:
    try:
        call()
    except quartet.DeviceError as error:
        assert text in str(error), error
    else:
        raise AssertionError(text)
try:
    twice(a, out=np.empty(4, np.float32))
except TypeError as error:
    assert "expects an array of the GPU" in str(error)
else:
    raise AssertionError("an array of the host was accepted")
print("ok")
