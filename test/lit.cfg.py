"""lit configuration of the Quartet test suite."""

import importlib.util
import os
import shutil
import subprocess

import lit.formats

config.name = "Quartet"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test", ".ptx"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.quartet_obj_root, "test")
config.excludes = ["Inputs", "lit.cfg.py", "lit.site.cfg.py.in"]

# Our tools and LLVM's, before anything of another version on PATH.
path = [config.quartet_tools_dir, config.llvm_tools_dir]
config.environment["PATH"] = os.pathsep.join(
    path + [os.environ.get("PATH", "")]
)
for name in ("HOME", "TMPDIR", "OPENBLAS_CORETYPE", "ASAN_OPTIONS"):
    if name in os.environ:
        config.environment[name] = os.environ[name]

config.substitutions.append(("%python", config.python_executable))
config.substitutions.append(("%src_root", config.quartet_src_root))
config.substitutions.append(("%obj_root", config.quartet_obj_root))

if os.path.exists(os.path.join(config.quartet_tools_dir, "quartet-sim")):
    config.available_features.add("simulator")
if shutil.which("ptxas"):
    config.available_features.add("ptxas")
# Of CUDA, or of the wheel of Triton in the interpreter that tests use.
sass = os.path.join(config.quartet_src_root, "tools", "dev", "sass.py")
if not subprocess.run(
    [config.python_executable, sass, "--which"], capture_output=True
).returncode:
    config.available_features.add("nvdisasm")
find_triton = "import importlib.util as u; exit(not u.find_spec('triton'))"
if not subprocess.run([config.python_executable, "-c", find_triton]).returncode:
    config.available_features.add("triton")
if importlib.util.find_spec("numpy"):
    config.available_features.add("numpy")
# The simulator is optional (QUARTET_ENABLE_SIMULATOR).
if os.path.exists(os.path.join(config.quartet_tools_dir, "quartet-sim")):
    config.available_features.add("simulator")
if config.quartet_sanitize:
    config.available_features.add("sanitizer")
    # LLVM keeps caches alive until the process ends.
    config.environment.setdefault("ASAN_OPTIONS", "detect_leaks=0")
