"""Arrays of callers against the types of a signature."""

import ctypes

import numpy as np

from . import _runtime

# Signature type -> (NumPy type, others that are accepted).
_TYPES = {
    "i1": ("bool", ()),
    "i8": ("uint8", ("int8",)),
    "i16": ("int16", ("uint16",)),
    "i32": ("int32", ("uint32",)),
    "i64": ("int64", ("uint64",)),
    "index": ("int64", ("uint64",)),
    "f8E4M3FN": ("uint8", ("float8_e4m3fn",)),
    "f8E5M2": ("uint8", ("float8_e5m2",)),
    "f16": ("float16", ()),
    "bf16": ("uint16", ("bfloat16",)),
    "f32": ("float32", ()),
    "f64": ("float64", ()),
}

# DLPack's type codes; a lane is one element.
_DLPACK_KINDS = {0: "int", 1: "uint", 2: "float", 4: "bfloat", 6: "bool"}
_DLPACK_KINDS |= {10: "float8_e4m3fn", 12: "float8_e5m2"}
_DLPACK_CUDA = (2, 13)  # memory of a device, managed memory


class _DLTensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    ]


_get_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_get_pointer.restype = ctypes.c_void_p
_get_pointer.argtypes = [ctypes.py_object, ctypes.c_char_p]


def numpy_type(dtype):
    """The NumPy type of results of signature type `dtype`."""
    return np.dtype(_TYPES[dtype][0])


def describe(spec):
    shape = ", ".join("?" if n < 0 else str(n) for n in spec["shape"])
    name = numpy_type(spec["dtype"]).name
    return f"{name} ({spec['dtype']}) of shape ({shape})"


class View:
    """The address, type name and shape of a caller's array. `owner` keeps the
    memory alive."""

    def __init__(self, pointer, dtype, shape, owner, on_device):
        self.pointer = pointer
        self.dtype = dtype
        self.shape = tuple(shape)
        self.owner = owner
        self.on_device = on_device


def _is_contiguous(shape, strides, itemsize):
    expected = itemsize
    for extent, stride in zip(reversed(shape), reversed(strides), strict=True):
        if extent > 1 and stride != expected:
            return False
        expected *= extent
    return True


def _from_interface(array):
    interface = array.__cuda_array_interface__
    dtype = np.dtype(interface["typestr"])
    shape, strides = interface["shape"], interface.get("strides")
    if strides is not None and not _is_contiguous(
        shape, strides, dtype.itemsize
    ):
        raise ValueError("expects an array in C order")
    return View(interface["data"][0] or 0, dtype.name, shape, array, True)


def _from_dlpack(array):
    # The capsule is not consumed: its destructor gives the tensor back.
    # -1: no stream has to wait; order is the caller's affair.
    try:
        capsule = array.__dlpack__(stream=-1)
    except TypeError:
        capsule = array.__dlpack__()
    tensor = _DLTensor.from_address(_get_pointer(capsule, b"dltensor"))
    shape = tensor.shape[: tensor.ndim]
    if tensor.lanes != 1 or tensor.code not in _DLPACK_KINDS:
        raise TypeError(f"expects a known type, but got DLPack {tensor.code}")
    dtype = _DLPACK_KINDS[tensor.code]
    if tensor.code <= 4:
        dtype += str(tensor.bits)
    if tensor.strides and not _is_contiguous(
        shape, tensor.strides[: tensor.ndim], 1
    ):
        raise ValueError("expects an array in C order")
    pointer = (tensor.data or 0) + tensor.byte_offset
    on_device = tensor.device_type in _DLPACK_CUDA
    return View(pointer, dtype, shape, (array, capsule), on_device)


def view(array):
    """The View of an array of NumPy, or of anything that offers
    `__cuda_array_interface__` or DLPack."""
    if isinstance(array, np.ndarray):
        array = np.ascontiguousarray(array).reshape(array.shape)
        return View(
            array.ctypes.data, array.dtype.name, array.shape, array, False
        )
    # PyTorch offers the first for some types only, and says so late.
    if hasattr(array, "__dlpack__"):
        return _from_dlpack(array)
    if hasattr(array, "__cuda_array_interface__"):
        return _from_interface(array)
    return view(np.asarray(array))


def check(entry, index, spec, got):
    """Raises TypeError if the View `got` does not fit `spec`."""
    name, others = _TYPES[spec["dtype"]]
    fits = got.dtype == name or got.dtype in others
    fits = fits and len(got.shape) == len(spec["shape"])
    fits = fits and all(
        want in (-1, have)
        for want, have in zip(spec["shape"], got.shape, strict=False)
    )
    if not fits:
        raise TypeError(
            f"{index} of '{entry}' expects {describe(spec)}, but got "
            f"{got.dtype} of shape {got.shape}"
        )


class DeviceArray:
    """A result in the memory of a GPU. `torch.as_tensor` and CuPy take it
    without a copy; `numpy()` copies it to the host. Its values are there once
    the stream of the call has done its work."""

    def __init__(self, shape, dtype, stream):
        self.shape = tuple(shape)
        self.dtype = np.dtype(dtype)
        self.nbytes = int(np.prod(self.shape, dtype=np.int64))
        self.nbytes *= self.dtype.itemsize
        self.memory = _runtime.Memory(self.nbytes)
        self.stream = stream

    @classmethod
    def from_numpy(cls, array, stream=None):
        array = np.asarray(array)
        result = cls(array.shape, array.dtype, stream)
        result.copy_from(array)
        return result

    def copy_from(self, array):
        """Replaces the values by those of a NumPy array."""
        array = np.ascontiguousarray(array, self.dtype)
        if array.nbytes != self.nbytes:
            raise ValueError(
                f"expects {self.nbytes} bytes, but got {array.nbytes}"
            )
        self.copy_from_pointer(array.ctypes.data)

    def copy_from_pointer(self, pointer):
        _runtime.call(
            "quartet_copy_to_device",
            self.memory.pointer,
            pointer,
            self.nbytes,
            self.stream,
        )

    def numpy(self):
        array = np.empty(self.shape, self.dtype)
        _runtime.call(
            "quartet_copy_to_host",
            array.ctypes.data,
            self.memory.pointer,
            self.nbytes,
            self.stream,
        )
        _runtime.call("quartet_stream_synchronize", self.stream)
        return array

    @property
    def __cuda_array_interface__(self):
        # 1: the legacy default stream; others are ordered by the caller.
        return {
            "shape": self.shape,
            "typestr": self.dtype.str,
            "data": (self.memory.pointer, False),
            "version": 3,
            "stream": self.stream or 1,
        }
