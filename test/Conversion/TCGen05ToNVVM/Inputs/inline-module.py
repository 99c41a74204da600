"""Prints the one gpu.module of a module as a module (stdin to stdout)."""

import re
import sys

text = sys.stdin.read()
body = text[text.index("gpu.module") : text.rindex("}")]
body = re.sub(r"^gpu\.module @\w+", "module", body)
sys.stdout.write(body.replace("gpu.kernel, ", ""))
