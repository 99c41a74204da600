"""Shared libraries and their entries (quartet/Runtime/ABI.h)."""

import ctypes
import json
import os

import numpy as np

from . import _arrays, _runtime

_ALIGNMENT = 64
_DEVICE_ERROR = -2


def load(path):
    """Loads a shared library that quartet-compile has written. It is trusted as
    any code is, and stays in memory until the process ends."""
    return Program(path)


class Program:
    """`program["f"]` is the entry `f`."""

    def __init__(self, path):
        self.path = os.path.abspath(path)
        try:
            self.library = ctypes.CDLL(self.path)
        except OSError as error:
            if "libquartet_runtime" not in str(error):
                raise
            _runtime.load_runtime()
            self.library = ctypes.CDLL(self.path)
        # Programs for a GPU are linked to the run-time library.
        self.on_device = hasattr(self.library, "quartet_launch")
        if self.on_device:
            _runtime.load_runtime()
        self.entries = {}

    def __getitem__(self, name):
        if name not in self.entries:
            self.entries[name] = Entry(self, name)
        return self.entries[name]


class Entry:
    """A compiled function. `signature` is what the library says of it."""

    def __init__(self, program, name):
        library = program.library
        try:
            text = ctypes.c_char.in_dll(library, f"{name}_signature")
        except ValueError:
            raise KeyError(f"{program.path} has no entry '{name}'") from None
        text = ctypes.string_at(ctypes.addressof(text))
        self.name = name
        self.signature = json.loads(text)
        self.program = program
        self._run = library[name]
        self._run.argtypes = [ctypes.c_void_p] * 5
        self._check_sizes = library[f"{name}_check_sizes"]
        self._workspace_size = library[f"{name}_workspace_size"]
        self._workspace_size.restype = ctypes.c_int64
        self._result_sizes = library[f"{name}_result_sizes"]
        self._result_sizes.restype = None
        # Workspace by stream: calls of one stream follow each other.
        self._workspaces = {}

    def __repr__(self):
        args = ", ".join(_arrays.describe(a) for a in self.signature["args"])
        return f"<quartet entry {self.name}({args})>"

    @property
    def takes_seed(self):
        """Whether the entry has the argument that `seed=` gives."""
        return any(spec.get("seed") for spec in self.signature["args"])

    def __call__(self, *args, seed=None, out=None, allocate=None, stream=None):
        """Calls the entry with its arguments in order and returns its results:
        one, or a tuple.

        seed: an integer, or an array of one, for the argument that stochastic
        recipes add; without it that argument is given like the others.
        out: arrays for the results that have buffers of their own; new ones
        are made otherwise.
        allocate: makes them, of a shape and a type of the signature ("bf16").
        stream: of a GPU, a `Stream`, something with `cuda_stream` such as
        PyTorch's, or a handle; the call does not wait, unless NumPy arrays
        were given.
        """
        args = self._insert_seed(list(args), seed)
        views = [_arrays.view(a) for a in args]
        specs = self.signature["args"]
        for index, (spec, got) in enumerate(zip(specs, views, strict=True)):
            _arrays.check(self.name, f"argument {index}", spec, got)
        sizes = self._collect_sizes(views)
        shapes = self._result_shapes(sizes)
        if out is not None:
            out = list(out) if isinstance(out, tuple | list) else [out]
            own = sum("inout" not in r for r in self.signature["results"])
            if len(out) != own:
                raise TypeError(
                    f"'{self.name}' expects {own} arrays in out, but got "
                    f"{len(out)}"
                )
        call = _DeviceCall if self.program.on_device else _HostCall
        call = call(self, stream)
        if allocate is not None:
            call.allocate = allocate
        results = call.run(args, views, sizes, shapes, out)
        return results[0] if len(results) == 1 else tuple(results)

    def _insert_seed(self, args, seed):
        specs = self.signature["args"]
        where = [i for i, spec in enumerate(specs) if spec.get("seed")]
        if seed is not None:
            if not where:
                raise TypeError(f"'{self.name}' expects no seed, but got one")
            if isinstance(seed, int | np.integer):
                seed = np.array(int(seed) % 2**64, np.uint64)
            args.insert(where[0], seed)
        if len(args) != len(specs):
            raise TypeError(
                f"'{self.name}' expects {len(specs)} arguments"
                + (", one of them the seed" if where else "")
                + f", but got {len(args)}"
            )
        return args

    def _collect_sizes(self, views):
        sizes = []
        for spec, got in zip(self.signature["args"], views, strict=True):
            for want, have in zip(spec["shape"], got.shape, strict=True):
                if want < 0:
                    sizes.append(have)
        sizes = (ctypes.c_int64 * len(sizes))(*sizes)
        if code := self._check_sizes(sizes):
            raise self.failure(code, "sizes")
        return sizes

    def failure(self, code, subject):
        """What it means that the entry has returned `code`."""
        checks = self.signature["checks"]
        if not 0 < code <= len(checks):
            return RuntimeError(f"'{self.name}' failed with status {code}")
        return ValueError(
            f"'{self.name}' expects that {checks[code - 1]}, but got other "
            f"{subject}"
        )

    def _result_shapes(self, sizes):
        specs = self.signature["results"]
        count = sum(n < 0 for spec in specs for n in spec["shape"])
        extents = (ctypes.c_int64 * count)()
        self._result_sizes(sizes, extents)
        extents = iter(extents)
        return [
            tuple(next(extents) if n < 0 else n for n in spec["shape"])
            for spec in specs
        ]


class _Call:
    """What calls on the host and on a GPU share: the order of steps."""

    def __init__(self, entry, stream):
        self.entry = entry
        handle = getattr(stream, "handle", stream)
        self.stream = getattr(handle, "cuda_stream", handle) or None

    def run(self, args, views, sizes, shapes, out):
        signature = self.entry.signature
        views = [
            self.place(spec, arg, view)
            for spec, arg, view in zip(
                signature["args"], args, views, strict=True
            )
        ]
        results, pointers = [], []
        out = iter(out) if out is not None else None
        for index, spec in enumerate(signature["results"]):
            if "inout" in spec:
                results.append(args[spec["inout"]])
                pointers.append(None)
                continue
            if out is None:
                array = self.allocate(shapes[index], spec["dtype"])
            else:
                array = next(out)
            view = _arrays.view(array)
            expected = {**spec, "shape": shapes[index]}
            _arrays.check(self.entry.name, f"result {index}", expected, view)
            self.check_output(array, view, index)
            results.append(array)
            pointers.append(view.pointer)
        nbytes = self.entry._workspace_size(sizes)
        if nbytes < 0:
            raise ValueError(
                f"'{self.entry.name}' expects sizes whose buffers can be "
                "addressed, but got larger ones"
            )
        code = self.entry._run(
            (ctypes.c_void_p * len(views))(*[v.pointer for v in views]),
            (ctypes.c_void_p * len(pointers))(*pointers),
            sizes,
            self.workspace(nbytes),
            self.stream,
        )
        if code == _DEVICE_ERROR:
            raise _runtime.device_error()
        if code:
            raise self.entry.failure(code, "values")
        return self.finish(results)

    def is_written(self, spec, arg):
        """Whether the entry writes into its argument `arg`, of this process.
        It must be possible then."""
        if "inout" not in spec and not spec.get("written"):
            return False
        flags = getattr(arg, "flags", None)
        if (
            not isinstance(arg, np.ndarray)
            or not flags.writeable
            or not flags.c_contiguous
        ):
            raise ValueError(
                f"'{self.entry.name}' writes into argument '{spec['name']}' "
                "and expects a NumPy array in C order that can be written"
            )
        return True


class _HostCall(_Call):
    def place(self, spec, arg, view):
        if view.on_device:
            raise TypeError(
                f"'{self.entry.name}' expects arrays of the host, but got one "
                "of a GPU"
            )
        self.is_written(spec, arg)
        return view

    def allocate(self, shape, dtype):
        return np.empty(shape, _arrays.numpy_type(dtype))

    def check_output(self, array, view, index):
        if isinstance(array, np.ndarray):
            in_place = view.pointer == array.ctypes.data
        else:
            in_place = hasattr(array, "__dlpack__") and not view.on_device
        if not in_place:
            raise ValueError(
                f"result {index} of '{self.entry.name}' expects an array of "
                "the host in C order"
            )

    def workspace(self, nbytes):
        # A new one per call, so that threads may call at once.
        self.memory = np.empty(nbytes + _ALIGNMENT, np.uint8)
        pointer = self.memory.ctypes.data
        return pointer + -pointer % _ALIGNMENT

    def finish(self, results):
        return results


class _DeviceCall(_Call):
    """NumPy arrays are copied; then results are NumPy arrays, too."""

    def __init__(self, entry, stream):
        super().__init__(entry, stream)
        self.written = []
        self.copies = False

    def place(self, spec, arg, view):
        if view.on_device:
            return view
        # A seed alone does not make the call one of NumPy.
        self.copies |= not spec.get("seed", False)
        dtype = _arrays.numpy_type(spec["dtype"])
        array = _arrays.DeviceArray(view.shape, dtype, self.stream)
        array.copy_from_pointer(view.pointer)
        if self.is_written(spec, arg):
            self.written.append((arg, array))
        return _arrays.view(array)

    def allocate(self, shape, dtype):
        dtype = _arrays.numpy_type(dtype)
        return _arrays.DeviceArray(shape, dtype, self.stream)

    def check_output(self, array, view, index):
        if not view.on_device:
            raise TypeError(
                f"result {index} of '{self.entry.name}' expects an array of "
                "the GPU"
            )

    def workspace(self, nbytes):
        kept = self.entry._workspaces.get(self.stream)
        if kept is None or kept.nbytes < nbytes:
            kept = _runtime.Memory(nbytes)
            self.entry._workspaces[self.stream] = kept
        return kept.pointer

    def finish(self, results):
        for host, array in self.written:
            host[...] = array.numpy().view(host.dtype)
        if self.copies:
            return [
                r.numpy() if isinstance(r, _arrays.DeviceArray) else r
                for r in results
            ]
        # Copies of arguments, such as the seed, go when this call's objects
        # do: freeing memory waits for the work that reads it.
        return results
