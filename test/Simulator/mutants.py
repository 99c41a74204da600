"""Mutants of PTX text: one small change each, from a fixed list of operators.

fence      a fence is left out
wait       a wait or barrier is left out, or waits for less
phase      a wait for the other phase of an mbarrier
bytes      16 bytes more or less to expect or to copy, an arrival more
descriptor one bit in a field of a shared memory descriptor
instruction-descriptor  the same of tcgen05.mma's instruction descriptor
index      an address, coordinate or constant of an index is off by a little
predicate  a guard, comparison or choice is the other way round

Some mutants come with a witness: a replacement that traps as soon as a thread
gets there with values for which the mutant does something else. Where it does
not trap, the mutant is equivalent for the input at hand.
"""

import collections
import dataclasses
import hashlib
import re

# Field -> its lowest bit (PTX ISA 9.7.16.4.1 and 9.7.16.4.2).
DESCRIPTOR_FIELDS = {
    "address": 0,
    "leading offset": 16,
    "stride offset": 32,
    "version": 46,
    "base offset": 49,
    "leading mode": 52,
    "swizzle": 61,
}
# Kinds mxf4 and mxf4nvf4.
INSTRUCTION_FIELDS = {
    "sparsity": 2,
    "scale id B": 4,
    "type A": 7,
    "type B": 10,
    "negate A": 13,
    "negate B": 14,
    "transpose A": 15,
    "transpose B": 16,
    "N": 17,
    "scale type": 23,
    "M": 27,
    "scale id A": 29,
    "K": 31,
}

STATEMENT = re.compile(
    r"(?P<guard>@!?[%\w]+\s+)?(?P<opcode>[a-z][\w.:]*)\s*(?P<operands>[^;]*);"
)
ADDRESS = re.compile(r"\[\s*([%\w]+)\s*(?:\+\s*(-?\d+)\s*)?(,.*)?\]$")
INVERSE = {
    "eq": "ne",
    "ne": "eq",
    "lt": "ge",
    "ge": "lt",
    "gt": "le",
    "le": "gt",
    "lo": "hs",
    "hs": "lo",
    "hi": "ls",
    "ls": "hi",
}


@dataclasses.dataclass
class Mutant:
    """Replaces `text[start:end]`, at `line`, by `new`."""

    operator: str
    change: str
    line: int
    start: int
    end: int
    old: str
    new: str
    witness: str = ""
    # How many statements before it have the same text.
    occurrence: int = 0

    def apply(self, text, new=None):
        """The mutated text; with another replacement if `new` is given."""
        new = self.new if new is None else new
        return text[: self.start] + new + text[self.end :]

    def key(self, name):
        """A number in [0, 1) that depends on nothing but the mutant."""
        label = f"{name}:{self.line}:{self.old}:{self.operator}:{self.change}"
        digest = hashlib.sha256(label.encode()).digest()
        return int.from_bytes(digest[:8], "big") / 2**64

    def __str__(self):
        return (
            f"line {self.line}: {self.operator} ({self.change}): {self.old} "
            f"#{self.occurrence}"
        )


def split(operands):
    """At commas outside of brackets and braces."""
    parts, depth, current = [], 0, ""
    for c in operands:
        depth += (c in "[{(") - (c in "]})")
        if c == "," and depth == 0:
            parts.append(current.strip())
            current = ""
        else:
            current += c
    if current.strip():
        parts.append(current.strip())
    return parts


def changed(operand, kind, operation, value):
    """Text that computes a changed copy of `operand`, and its name."""
    return (
        f".reg .b{kind} %quartet_mutant; "
        f"{operation} %quartet_mutant, {operand}, {value}; ",
        "%quartet_mutant",
    )


def trap_if(condition, statement):
    """Traps where `condition`, text that sets %quartet_trap, holds."""
    return (
        "{ .reg .pred %quartet_trap; .reg .b32 %quartet_mutant; "
        f".reg .b64 %quartet_wide; {condition} "
        f"@%quartet_trap trap; {statement} }}"
    )


def of_statement(guard, opcode, operands):
    """Yields (operator, change, new statement) and for some a witness."""
    args = split(operands)

    def write(new_args, before="", new_opcode=opcode, new_guard=guard):
        text = f"{new_guard}{new_opcode} {', '.join(new_args)};"
        return f"{{ {before}{text} }}" if before else text

    def with_changed(index, kind, operation, value):
        before, name = changed(args[index], kind, operation, value)
        return write([*args[:index], name, *args[index + 1 :]], before)

    mods = opcode.split(".")
    if "fence" in mods or mods[0] == "membar" or "tcgen05.fence" in opcode:
        yield "fence", "none", ""
    if (
        mods[0] in ("bar", "barrier")
        or opcode.startswith("tcgen05.wait")
        or "wait_group" in mods
        or "wait_all" in mods
    ):
        yield "wait", "none", ""
    if "wait_group" in mods:
        yield "wait", "one group less", write([str(int(args[0]) + 1)])
    if "try_wait" in mods or "test_wait" in mods:
        test = opcode.replace("try_wait", "test_wait")
        witness = trap_if(
            f"{test} {args[0]}, {args[1]}, {args[2]}; "
            f"not.pred %quartet_trap, {args[0]};",
            "",
        )
        yield "wait", "none", f"{guard}setp.eq.u32 {args[0]}, 0, 0;", witness
        if "parity" in mods:
            yield "phase", "other", with_changed(2, 32, "xor.b32", 1)
    if "expect_tx" in mods:
        for delta in (16, -16):
            new = with_changed(len(args) - 1, 32, "add.s32", delta)
            yield "bytes", f"{delta:+}", new
    if mods[:2] == ["mbarrier", "init"]:
        new = with_changed(1, 32, "add.s32", 1)
        yield "bytes", "one arrival more", new
    if mods[:3] == ["cp", "async", "bulk"] and "tensor" not in mods:
        for index, arg in enumerate(args[2:3], 2):
            if arg.startswith("["):
                continue
            for delta in (16, -16):
                new = with_changed(index, 32, "add.s32", delta)
                yield "bytes", f"{delta:+}", new
    if mods[:3] in (["cp", "async", "ca"], ["cp", "async", "cg"]):
        half = int(args[2], 0) // 2
        if half >= 4:
            yield "bytes", "half", write([*args[:2], str(half), *args[3:]])

    descriptors = {"tcgen05.mma": (1, 2), "tcgen05.cp": (1,)}
    for index in descriptors.get(".".join(mods[:2]), ()):
        # A matrix in tensor memory has an address.
        if args[index].startswith("["):
            continue
        for field, bit in DESCRIPTOR_FIELDS.items():
            new = with_changed(index, 64, "xor.b64", hex(1 << bit))
            yield "descriptor", f"{field} of operand {index}", new
    if ".".join(mods[:2]) == "tcgen05.mma":
        for field, bit in INSTRUCTION_FIELDS.items():
            new = with_changed(3, 32, "xor.b32", hex(1 << bit))
            yield "instruction-descriptor", field, new

    yield from of_index(mods, args, write)
    if guard:
        inverse = guard.replace("@", "@!", 1)
        inverse = inverse.replace("@!!", "@", 1)
        yield "predicate", "guard", write(args, new_guard=inverse)
    if mods[0] == "setp" and mods[1] in INVERSE:
        new = ".".join([mods[0], INVERSE[mods[1]], *mods[2:]])
        yield "predicate", "comparison", write(args, new_opcode=new)
    if mods[0] == "selp":
        yield "predicate", "choice", write([args[0], args[2], args[1], args[3]])


def of_index(mods, args, write):
    in_tensor = mods[0] == "tcgen05" and mods[1] in ("ld", "st", "cp", "mma")
    in_memory = mods[0] in ("ld", "st", "ldmatrix", "stmatrix", "cp")
    if (in_memory and "param" not in mods) or in_tensor:
        for index, arg in enumerate(args):
            match = ADDRESS.match(arg)
            if not match:
                continue
            name, offset, coordinates = match.groups()
            if coordinates:
                # The map stays; each coordinate is off by one.
                inner = split(coordinates[1:].strip().strip("{}"))
                for i, coordinate in enumerate(inner):
                    before, new = changed(coordinate, 32, "add.s32", 1)
                    moved = [*inner[:i], new, *inner[i + 1 :]]
                    text = f"[{name}, {{{', '.join(moved)}}}]"
                    yield (
                        "index",
                        f"coordinate {i}",
                        write(
                            [*args[:index], text, *args[index + 1 :]], before
                        ),
                    )
                continue
            delta = 1 if in_tensor else 16
            text = f"[{name}+{int(offset or 0) + delta}]"
            if in_tensor and mods[1] in ("cp", "mma"):
                # No offsets in this operand.
                before, new = changed(name, 32, "add.s32", delta)
                text = f"[{new}]"
            else:
                before = ""
            yield (
                "index",
                f"address {index}",
                write([*args[:index], text, *args[index + 1 :]], before),
            )
    if mods[0] in ("add", "mad", "shl", "and") and mods[-1][0] in "busi":
        if re.fullmatch(r"-?\d+", args[-1]):
            value = int(args[-1])
            constant = changed_constant(mods[0], value)
            bits = 64 if mods[-1].endswith("64") else 32
            name = "%quartet_wide" if bits == 64 else "%quartet_mutant"
            witness = ""
            if mods[0] in ("shl", "and"):
                # Zero may be shifted by anything, and has no bit to lose.
                mask = -1 if mods[0] == "shl" else value & -value
                witness = trap_if(
                    f"and.b{bits} {name}, {args[1]}, {mask}; "
                    f"setp.ne.u{bits} %quartet_trap, {name}, 0;",
                    write(args),
                )
            new = write([*args[:-1], str(constant)])
            yield "index", "constant", new, witness


def changed_constant(operation, value):
    """Off by the lowest bit that is set; a mask without it."""
    lowest = value & -value
    if operation == "and":
        return value - lowest
    return value + (1 if operation == "shl" else lowest or 1)


def generate(text):
    """All mutants of a PTX file, in its order."""
    start = 0
    seen = collections.Counter()
    for number, line in enumerate(text.split("\n"), 1):
        stripped = line.split("//")[0]
        position = 0
        while match := STATEMENT.search(stripped, position):
            position = match.end()
            opcode = match["opcode"]
            if opcode in ("ret", "bra", "call") or stripped[
                match.start() - 1 : match.start()
            ] in (".", "%", "$", "_"):
                continue
            found = of_statement(
                match["guard"] or "", opcode, match["operands"]
            )
            old = " ".join(match[0].split())
            for operator, change, new, *witness in found:
                yield Mutant(
                    operator,
                    change,
                    number,
                    start + match.start(),
                    start + match.end(),
                    old,
                    new,
                    *(witness or [""]),
                    seen[old],
                )
            seen[old] += 1
        start += len(line) + 1
