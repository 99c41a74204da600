#!/usr/bin/env python3
"""Prints a program that raises products of a layer and checks the results.

Matrices are named X, W and E; a form is the order in which the dimensions of
one are stored, one letter each. A product is raised (`nvfp4.force`) and
compared with one that is left alone (`nvfp4.keep`).

Elements are E2M1 values such that any 8 neighbours along a dimension have every
magnitude from 0 to 6. So every block of 16 has the same maximum, and a
deterministic recipe represents the matrices without error. The sums are exact
in f32: multiples of 1/4 below 2^13, or of 448^2/4 (20 bits) before the tensor
scales. What remains are the roundings of two tensor scales, of their two
products, and of one multiplication by a saved scale: 5 * 2^-24.

suites:
  transpositions  fprop, dgrad and wgrad with each of the three matrices stored
                  as it is or transposed, those with an even number of
                  transposed ones; with --odd the others
  dimensions      several loops of one role, batches, a bias, sums

With --sizes DIR all extents are dynamic: those of arguments DIR/<letter>.npy,
which are written.
"""

import argparse
import itertools
import pathlib
import struct

EXACT = "rtol(2.98e-7)"
ROLES = {
    "fprop": ("Xtk", "Wnk", "tn"),
    "dgrad": ("Etn", "Wnk", "tk"),
    "wgrad": ("Etn", "Xtk", "nk"),
}


class Program:
    """Collects the body of one function."""

    def __init__(self, sizes, dynamic):
        self.sizes = sizes
        self.dynamic = dynamic
        self.lines = []
        self.count = 0
        self.matrices = {}

    def value(self):
        self.count += 1
        return f"%v{self.count}"

    def emit(self, text):
        value = self.value()
        self.lines.append(f"  {value} = {text}")
        return value

    def type(self, form, element="f32"):
        extents = ["?" if self.dynamic else str(self.sizes[d]) for d in form]
        return f"tensor<{'x'.join(extents + [element])}>"

    def empty(self, form, element="f32"):
        sizes = ", ".join(f"%size_{d}" for d in form) if self.dynamic else ""
        return self.emit(f"tensor.empty({sizes}) : {self.type(form, element)}")

    def matrix(self, name, form):
        """Matrix `name` stored as `form`, which does not change elements."""
        if (name, form) in self.matrices:
            return self.matrices[name, form]
        seed = "XWEB".index(name)
        letters = sorted(form)
        dims = ", ".join(form)
        body = [
            f"%i_{d} = linalg.index {form.index(d)} : index" for d in letters
        ]
        total = "%seed"
        for i, d in enumerate(letters):
            # Odd steps visit all remainders of 8.
            body += [
                f"%step{i} = arith.constant {2 * i + 3} : index",
                f"%m{i} = arith.muli %i_{d}, %step{i} : index",
                f"%s{i} = arith.addi {total}, %m{i} : index",
            ]
            total = f"%s{i}"
        body += [
            f"%product = arith.muli %i_{letters[0]}, %i_{letters[-1]} : index",
            f"%mixed = arith.addi %product, %i_{letters[0]} : index",
            "%shifted = arith.addi %mixed, %seed : index",
            f"%a = arith.remui {total}, %eight : index",
            "%b = arith.remui %shifted, %three : index",
            "%magnitude = tensor.extract %grid[%a] : tensor<8xf32>",
            "%negative = arith.cmpi eq, %b, %zero : index",
            "%minus = arith.negf %magnitude : f32",
            "%element = arith.select %negative, %minus, %magnitude : f32",
            "linalg.yield %element : f32",
        ]
        constants = {"seed": seed, "zero": 0, "three": 3, "eight": 8}
        body = [
            f"%{n} = arith.constant {v} : index" for n, v in constants.items()
        ] + body
        type_ = self.type(form)
        map_ = f"affine_map<({dims}) -> ({dims})>"
        parallel = ", ".join(['"parallel"'] * len(form))
        empty = self.empty(form)
        value = self.emit(
            f"linalg.generic {{indexing_maps = [{map_}], iterator_types = "
            f"[{parallel}]}} outs({empty} : {type_}) {{\n  ^bb0(%o: f32):\n    "
            + "\n    ".join(body)
            + f"\n  }} -> {type_}"
        )
        self.matrices[name, form] = value
        return value

    def init(self, form, kind):
        """The destination of a product: zero, a bias along n, or values."""
        type_ = self.type(form)
        if kind == "values":
            return self.matrix("B", form)
        empty = self.empty(form)
        if kind == "zero":
            return self.emit(
                f"linalg.fill ins(%z : f32) outs({empty} : {type_}) -> {type_}"
            )
        others = [i for i, d in enumerate(form) if d != "n"]
        return self.emit(
            f"linalg.broadcast ins({self.matrix('B', 'n')} : {self.type('n')}) "
            f"outs({empty} : {type_}) dimensions = {others}"
        )

    def product(self, first, second, result, mark, kind="zero"):
        """One contraction; `first` and `second` are names with forms."""
        loops = ", ".join(dict.fromkeys(result + first[1:] + second[1:]))
        maps = ", ".join(
            f"affine_map<({loops}) -> ({', '.join(form)})>"
            for form in (first[1:], second[1:], result)
        )
        types = [self.type(form) for form in (first[1:], second[1:], result)]
        operands = [self.matrix(m[0], m[1:]) for m in (first, second)]
        init = self.init(result, kind)
        return self.emit(
            f"linalg.contract indexing_maps = [{maps}] {{{mark}}} "
            f"ins({', '.join(operands)} : {types[0]}, {types[1]}) "
            f"outs({init} : {types[2]}) -> {types[2]}"
        )

    def check(self, got, expected, result, bound):
        self.lines.append(
            f"  check.expect_close {got}, {expected} {bound} : "
            + self.type(result)
        )

    def print(self, sizes_dir):
        arguments, sizes = [], []
        if self.dynamic:
            sizes_dir.mkdir(parents=True, exist_ok=True)
            sizes.append("  %c0 = arith.constant 0 : index")
            for dim, size in self.sizes.items():
                write_npy(sizes_dir / f"{dim}.npy", size)
                arguments.append(f"%{dim}: tensor<?xi8>")
                sizes.append(
                    f"  %size_{dim} = tensor.dim %{dim}, %c0 : tensor<?xi8>"
                )
        print(f"func.func @main({', '.join(arguments)}) {{")
        print("  %z = arith.constant 0.0 : f32")
        print(
            "  %grid = arith.constant dense<[0.0, 0.5, 1.0, 1.5, 2.0, 3.0, "
            "4.0, 6.0]> : tensor<8xf32>"
        )
        print("\n".join(sizes + self.lines))
        print("  return\n}")


def write_npy(path, size):
    """An array of `size` zero bytes."""
    header = f"{{'descr': '|u1', 'fortran_order': False, 'shape': ({size},), }}"
    header += " " * (-(len(header) + 11) % 64) + "\n"
    path.write_bytes(
        b"\x93NUMPY\x01\x00"
        + struct.pack("<H", len(header))
        + header.encode()
        + bytes(size)
    )


def add_transpositions(program, odd):
    references = {}
    for role, (first, second, result) in ROLES.items():
        for flips in itertools.product((1, -1), repeat=3):
            if (flips.count(-1) % 2 == 1) != odd:
                continue
            a, b, c = (
                name + form[::flip]
                for name, form, flip in zip(
                    (first[0], second[0], ""),
                    (first[1:], second[1:], result),
                    flips,
                    strict=True,
                )
            )
            got = program.product(a, b, c, f'nvfp4.force = "{role}"')
            if (role, c) not in references:
                references[role, c] = program.product(
                    first, second, c, "nvfp4.keep"
                )
            program.check(got, references[role, c], c, EXACT)


def add_dimensions(program):
    cases = [
        # Tokens (b, t); a bias; the weight on the left.
        ("fprop", "Xbtk", "Wnk", "btn", "bias"),
        ("fprop", "Xtk", "Wkn", "nt", "bias"),
        # Outputs are heads (h, n), interleaved with tokens in the result.
        ("fprop", "Xbtk", "Wkhn", "bhtn", "values"),
        # One matrix per expert g, stored apart.
        ("fprop", "Xgtk", "Wngk", "gtn", "zero"),
        # Both (h, n) and (b, t) are reduced in backward products.
        ("dgrad", "Ebthn", "Wkhn", "btk", "zero"),
        ("wgrad", "Ebhtn", "Xbtk", "khn", "values"),
    ]
    for role, first, second, result, kind in cases:
        got, expected = (
            program.product(first, second, result, mark, kind)
            for mark in (f'nvfp4.force = "{role}"', "nvfp4.keep")
        )
        # A sum with the init may cancel: 5 * 2^-24 of a product of at most
        # 36 * 48, and one more rounding of a sum of at most 36 * 48 + 6.
        bound = EXACT if kind == "zero" else EXACT + " atol(6.2e-4)"
        program.check(got, expected, result, bound)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("suite", choices=["transpositions", "dimensions"])
    parser.add_argument("--odd", action="store_true")
    parser.add_argument("--sizes", type=pathlib.Path)
    args = parser.parse_args()

    if args.suite == "transpositions":
        sizes = {"t": 40, "n": 112, "k": 80}
        program = Program(sizes, args.sizes is not None)
        add_transpositions(program, args.odd)
    else:
        sizes = {"b": 2, "t": 24, "n": 16, "k": 48, "h": 3, "g": 5}
        program = Program(sizes, args.sizes is not None)
        add_dimensions(program)
    program.print(args.sizes)


if __name__ == "__main__":
    main()
