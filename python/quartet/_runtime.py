"""The functions of libquartet_runtime.so (quartet/Runtime/Device.h)."""

import ctypes
import os
import pathlib
import threading

_P, _U64 = ctypes.c_void_p, ctypes.c_uint64
_SIGNATURES = {
    "quartet_open_driver": [ctypes.c_char_p],
    "quartet_use_device": [ctypes.c_int32],
    "quartet_device_alloc": [_U64, ctypes.POINTER(_P)],
    "quartet_device_free": [_P],
    "quartet_copy_to_device": [_P, _P, _U64, _P],
    "quartet_copy_to_host": [_P, _P, _U64, _P],
    "quartet_stream_create": [ctypes.POINTER(_P)],
    "quartet_stream_destroy": [_P],
    "quartet_stream_synchronize": [_P],
    "quartet_capture_begin": [_P],
    "quartet_capture_end": [_P, ctypes.POINTER(_P)],
    "quartet_graph_launch": [_P, _P],
    "quartet_graph_destroy": [_P],
}

_lock = threading.Lock()
_library = None


class DeviceError(RuntimeError):
    """The device or its driver failed; the text is quartet_last_error()."""


def _candidates():
    """An installation and a build tree have it beside this package."""
    top = pathlib.Path(__file__).resolve().parents[2]
    name = "libquartet_runtime.so"
    named = os.environ.get("QUARTET_RUNTIME")
    if named:
        return [named]
    return [
        str(path)
        for path in (top / "lib" / name, top / "build" / "lib" / name)
        if path.exists()
    ] + [name]


def load_runtime(path=None):
    """Loads the run-time library: `path`, else what the environment variable
    QUARTET_RUNTIME names, else the one beside this package, else the one that
    the loader finds. Programs for a GPU do this by themselves."""
    global _library
    with _lock:
        if _library is None:
            problems = []
            for name in [path] if path else _candidates():
                try:
                    # Programs find it by its name, which is then in memory.
                    library = ctypes.CDLL(str(name))
                    break
                except OSError as error:
                    problems.append(str(error))
            else:
                raise OSError(
                    "expects the run-time library: " + "; ".join(problems)
                )
            for function, types in _SIGNATURES.items():
                getattr(library, function).argtypes = types
            library.quartet_last_error.restype = ctypes.c_char_p
            _library = library
    return _library


def call(name, *args):
    """Calls a function of the library; raises DeviceError if it fails."""
    if getattr(load_runtime(), name)(*args):
        raise device_error()


def device_error():
    text = load_runtime().quartet_last_error()
    return DeviceError(text.decode(errors="replace"))


def open_driver(name=None):
    """Opens a driver: "libcuda.so.1", or the simulator's
    "libquartet_simdriver.so". None: what QUARTET_DRIVER names, else NVIDIA's.
    """
    call("quartet_open_driver", None if name is None else str(name).encode())


def use_device(ordinal):
    """Makes the primary context of a device current on this thread."""
    call("quartet_use_device", ordinal)


class Memory:
    """Device memory that is freed with the last reference to it."""

    def __init__(self, nbytes):
        pointer = _P()
        call("quartet_device_alloc", nbytes, ctypes.byref(pointer))
        self.pointer = pointer.value or 0
        self.nbytes = nbytes

    def __del__(self):
        # Modules may be gone at the end of the process, and memory with them.
        if getattr(self, "pointer", 0) and _library is not None:
            _library.quartet_device_free(self.pointer)


class Stream:
    """A stream of the library's own; `handle` is the driver's."""

    def __init__(self):
        handle = _P()
        call("quartet_stream_create", ctypes.byref(handle))
        self.handle = handle.value

    def synchronize(self):
        call("quartet_stream_synchronize", self.handle)

    def capture(self):
        """Context manager that records calls on this stream as a Graph."""
        return Graph(self)

    def __del__(self):
        if getattr(self, "handle", None) and _library is not None:
            _library.quartet_stream_destroy(self.handle)


class Graph:
    """What was put on a stream, to be launched any number of times. Arrays and
    workspaces of the recorded calls must stay alive; call entries once before
    recording them, with `out=` and the same sizes."""

    def __init__(self, stream):
        self.stream = stream
        self.handle = None

    def __enter__(self):
        call("quartet_capture_begin", self.stream.handle)
        return self

    def __exit__(self, kind, value, traceback):
        handle = _P()
        failed = load_runtime().quartet_capture_end(
            self.stream.handle, ctypes.byref(handle)
        )
        self.handle = handle.value
        # What went wrong inside comes first.
        if failed and kind is None:
            raise device_error()

    def launch(self, stream=None):
        handle = (stream or self.stream).handle
        call("quartet_graph_launch", self.handle, handle)

    def __del__(self):
        if getattr(self, "handle", None) and _library is not None:
            _library.quartet_graph_destroy(self.handle)
