# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random modules of linalg on tensors, most of them legal MLIR.

A function is a list of statements, each of which takes values that are there
and adds one. Types are (element, extents) with None for a dynamic extent, for
which %n stands: an extent of an argument, so that what is computed from others
fits. A few modules are built to be refused: unregistered operations, recursion,
declarations, indirect calls, encodings and buffers.
"""

FLOATS = ("f32", "f32", "f32", "bf16", "bf16", "f16", "f64")
OTHERS = ("i32", "i8", "i1", "f8E4M3FN")
EXTENTS = (0, 1, 2, 3, 16, 17, 32, 33, 64, 128, None, None)
LETTERS = ("parallel", "reduction")


# The one type that is not a tensor.
INDEX = ("index", "scalar")


def text_of(type_):
    element, extents = type_
    if type_ == INDEX:
        return element
    return (
        "tensor<"
        + "".join(f"{'?' if n is None else n}x" for n in extents)
        + f"{element}>"
    )


class Function:
    """One function under construction."""

    def __init__(self, rng, name):
        self.rng = rng
        self.name = name
        self.lines = []
        self.values = []
        self.count = 0
        self.arguments = []
        self.parameters = []
        # An argument and its dimension that a dynamic extent is.
        self.extent = None

    def argument(self):
        rng = self.rng
        element = rng.choice(FLOATS if rng.random() < 0.9 else OTHERS)
        rank = rng.choice((0, 1, 2, 2, 2, 2, 3, 3, 4))
        type_ = (element, tuple(rng.choice(EXTENTS) for _ in range(rank)))
        mark = ""
        if rng.random() < 0.4 and element in FLOATS:
            mark = rng.choice((" {nvfp4.param}", " {nvfp4.gradient}"))
        name = self.parameter(type_, mark)
        self.values.append((name, type_))
        if None in type_[1]:
            self.extent = self.extent or (name, type_)

    def parameter(self, type_, mark=""):
        """A new argument."""
        name = f"%a{len(self.arguments)}"
        self.arguments.append(f"{name}: {text_of(type_)}{mark}")
        self.parameters.append(type_)
        return name

    def fresh(self):
        self.count += 1
        return f"%v{self.count}"

    def emit(self, text, type_):
        name = self.fresh()
        self.lines.append(f"{name} = {text}")
        self.values.append((name, type_))
        return name, type_

    def pick(self, wanted=lambda type_: True):
        found = [v for v in self.values if wanted(v[1])]
        # The latest are the most interesting.
        return self.rng.choice(found[-6:]) if found else None

    def empty(self, type_):
        dynamic = ", ".join("%n" for n in type_[1] if n is None)
        name = self.fresh()
        self.lines.append(
            f"{name} = tensor.empty({dynamic}) : {text_of(type_)}"
        )
        return name

    def filled(self, type_):
        """Zeros, another constant, or a value that is there."""
        there = self.pick(lambda t: t == type_)
        if there and self.rng.random() < 0.3:
            return there[0]
        element = type_[0]
        empty = self.empty(type_)
        number = self.fresh()
        literal = "0" if element[0] == "i" else "0.0"
        if self.rng.random() < 0.1 and element != "i1":
            literal = "1" if element[0] == "i" else "1.5"
        if element == "i1":
            literal = "false"
            self.lines.append(f"{number} = arith.constant {literal}")
        else:
            self.lines.append(
                f"{number} = arith.constant {literal} : {element}"
            )
        name = self.fresh()
        self.lines.append(
            f"{name} = linalg.fill ins({number} : {element}) "
            f"outs({empty} : {text_of(type_)}) -> {text_of(type_)}"
        )
        return name

    # Statements. Each returns None if it has nothing to work on.

    def contraction(self):
        """A linalg.generic contraction of two values, or one with itself."""
        rng = self.rng
        a = self.pick(lambda t: t[0] in FLOATS and len(t[1]) >= 1)
        if not a:
            return
        lhs = a[1][1]
        # Match one to all dimensions of the first operand.
        shared = rng.sample(range(len(lhs)), rng.randint(1, len(lhs)))
        b = self.pick(
            lambda t: t[0] in FLOATS
            and len(t[1]) >= len(shared)
            and all(lhs[d] in t[1] for d in shared)
        )
        if not b:
            return
        rhs = b[1][1]
        loops = list(range(len(lhs)))
        extents = list(lhs)
        places = [None] * len(rhs)
        for d in shared:
            free = [
                i
                for i, n in enumerate(rhs)
                if n == lhs[d] and places[i] is None
            ]
            if free:
                places[rng.choice(free)] = d
        for i, place in enumerate(places):
            if place is None:
                places[i] = len(extents)
                extents.append(rhs[i])
        reduced = [d for d in shared if d in places and rng.random() < 0.8]
        result = [d for d in range(len(extents)) if d not in reduced]
        if rng.random() < 0.3:
            rng.shuffle(result)
        element = rng.choice(("f32", "f32", a[1][0]))
        type_ = (element, tuple(extents[d] for d in result))
        init = self.filled(type_)
        dims = ", ".join(f"d{i}" for i in range(len(extents)))

        def affine(positions):
            inner = ", ".join(f"d{d}" for d in positions)
            return f"affine_map<({dims}) -> ({inner})>"

        iterators = ", ".join(
            f'"{LETTERS[d in reduced]}"' for d in range(len(extents))
        )
        body = self.multiply_add(a[1][0], b[1][0], element)
        attributes = rng.choice(("", "", "", "nvfp4.keep", "nvfp4.force"))
        attrs = f" attrs = {{{attributes}}}" if attributes else ""
        return self.emit(
            "linalg.generic {indexing_maps = ["
            f"{affine(loops)}, {affine(places)}, {affine(result)}], "
            f"iterator_types = [{iterators}]}} "
            f"ins({a[0]}, {b[0]} : {text_of(a[1])}, {text_of(b[1])}) "
            f"outs({init} : {text_of(type_)}){attrs} {{\n"
            f"    ^bb0(%x: {a[1][0]}, %y: {b[1][0]}, %z: {element}):\n"
            f"{body}    }} -> {text_of(type_)}",
            type_,
        )

    def multiply_add(self, lhs, rhs, result):
        """The body of a contraction: casts, a product and a sum."""
        widths = {"f16": 16, "bf16": 16, "f32": 32, "f64": 64}
        lines = []

        def cast(name, from_, to, new):
            if from_ == to:
                return name
            if widths[from_] == widths[to]:
                lines.append(f"%{new}w = arith.extf {name} : {from_} to f32")
                lines.append(f"%{new} = arith.truncf %{new}w : f32 to {to}")
                return f"%{new}"
            op = "extf" if widths[from_] < widths[to] else "truncf"
            lines.append(f"%{new} = arith.{op} {name} : {from_} to {to}")
            return f"%{new}"

        x = cast("%x", lhs, result, "xc")
        y = cast("%y", rhs, result, "yc")
        product = self.rng.choice(("mulf",) * 6 + ("addf",))
        total = self.rng.choice(("addf",) * 6 + ("maximumf", "subf"))
        lines.append(f"%p = arith.{product} {x}, {y} : {result}")
        lines.append(f"%s = arith.{total} %z, %p : {result}")
        lines.append(f"linalg.yield %s : {result}")
        return "".join(f"      {line}\n" for line in lines)

    def matmul(self):
        a = self.pick(lambda t: t[0] in FLOATS and len(t[1]) in (2, 3))
        if not a:
            return
        batch = a[1][1][:-2]
        m, k = a[1][1][-2:]
        b = self.pick(
            lambda t: t[0] == a[1][0]
            and len(t[1]) == len(a[1][1])
            and t[1][-2] == k
            and t[1][:-2] == batch
        )
        if not b:
            n = self.rng.choice(EXTENTS)
            wanted = (a[1][0], (*batch, k, n))
            b = (self.parameter(wanted, " {nvfp4.param}"), wanted)
        element = self.rng.choice(("f32", a[1][0]))
        if a[1][0] == "f64":
            element = "f64"
        type_ = (element, (*batch, m, b[1][1][-1]))
        op = "batch_matmul" if batch else "matmul"
        return self.emit(
            f"linalg.{op} ins({a[0]}, {b[0]} : {text_of(a[1])}, "
            f"{text_of(b[1])}) outs({self.filled(type_)} : {text_of(type_)}) "
            f"-> {text_of(type_)}",
            type_,
        )

    def transpose(self):
        a = self.pick(lambda t: len(t[1]) >= 2)
        if not a:
            return
        order = list(range(len(a[1][1])))
        self.rng.shuffle(order)
        type_ = (a[1][0], tuple(a[1][1][d] for d in order))
        return self.emit(
            f"linalg.transpose ins({a[0]} : {text_of(a[1])}) "
            f"outs({self.empty(type_)} : {text_of(type_)}) "
            f"permutation = {order}",
            type_,
        )

    def broadcast(self):
        a = self.pick(lambda t: len(t[1]) <= 2)
        if not a:
            return
        at = self.rng.randint(0, len(a[1][1]))
        extent = self.rng.choice(EXTENTS)
        type_ = (a[1][0], (*a[1][1][:at], extent, *a[1][1][at:]))
        return self.emit(
            f"linalg.broadcast ins({a[0]} : {text_of(a[1])}) "
            f"outs({self.empty(type_)} : {text_of(type_)}) "
            f"dimensions = [{at}]",
            type_,
        )

    def collapse(self):
        a = self.pick(lambda t: len(t[1]) >= 2)
        if not a:
            return
        at = self.rng.randrange(len(a[1][1]) - 1)
        x, y = a[1][1][at : at + 2]
        merged = None if x is None or y is None else x * y
        groups, i = [], 0
        while i < len(a[1][1]):
            groups.append([i, i + 1] if i == at else [i])
            i += len(groups[-1])
        type_ = (a[1][0], (*a[1][1][:at], merged, *a[1][1][at + 2 :]))
        # The new dynamic extent is not %n: nothing else may rely on it.
        name = self.fresh()
        self.lines.append(
            f"{name} = tensor.collapse_shape {a[0]} {groups} : "
            f"{text_of(a[1])} into {text_of(type_)}"
        )
        if merged is not None:
            self.values.append((name, type_))
        return name

    def elementwise(self):
        a = self.pick(lambda t: t[0] in FLOATS)
        if not a:
            return
        b = self.pick(lambda t: t == a[1])
        op = self.rng.choice(
            ("arith.addf", "arith.mulf", "arith.divf", "arith.maximumf")
        )
        return self.emit(f"{op} {a[0]}, {b[0]} : {text_of(a[1])}", a[1])

    def unary(self):
        a = self.pick(lambda t: t[0] in FLOATS)
        if not a:
            return
        op = self.rng.choice(
            ("math.exp", "math.tanh", "math.absf", "arith.negf", "math.rsqrt")
        )
        return self.emit(f"{op} {a[0]} : {text_of(a[1])}", a[1])

    def cast(self):
        a = self.pick(lambda t: t[0] in ("bf16", "f16", "f32"))
        if not a:
            return
        if a[1][0] == "f32":
            op, to = "truncf", self.rng.choice(("bf16", "f16"))
        else:
            op, to = "extf", "f32"
        type_ = (to, a[1][1])
        return self.emit(
            f"arith.{op} {a[0]} : {text_of(a[1])} to {text_of(type_)}", type_
        )

    def reduce(self):
        a = self.pick(lambda t: t[0] in FLOATS and len(t[1]) >= 1)
        if not a:
            return
        at = self.rng.randrange(len(a[1][1]))
        type_ = (a[1][0], a[1][1][:at] + a[1][1][at + 1 :])
        op = self.rng.choice(("arith.addf", "arith.maximumf"))
        return self.emit(
            f"linalg.reduce {{ {op} }} ins({a[0]} : {text_of(a[1])}) "
            f"outs({self.filled(type_)} : {text_of(type_)}) "
            f"dimensions = [{at}]",
            type_,
        )

    def softmax(self):
        a = self.pick(lambda t: t[0] in FLOATS and len(t[1]) >= 1)
        if not a:
            return
        at = self.rng.randrange(len(a[1][1]))
        return self.emit(
            f"linalg.softmax dimension({at}) ins({a[0]} : {text_of(a[1])}) "
            f"outs({self.empty(a[1])} : {text_of(a[1])}) -> {text_of(a[1])}",
            a[1],
        )

    def slice(self):
        a = self.pick(
            lambda t: len(t[1]) >= 1 and None not in t[1] and 0 not in t[1]
        )
        if not a:
            return
        sizes = tuple(self.rng.randint(0, n) for n in a[1][1])
        type_ = (a[1][0], sizes)
        zeros = ", ".join("0" for _ in sizes)
        ones = ", ".join("1" for _ in sizes)
        return self.emit(
            f"tensor.extract_slice {a[0]}[{zeros}] "
            f"[{', '.join(map(str, sizes))}] [{ones}] : "
            f"{text_of(a[1])} to {text_of(type_)}",
            type_,
        )

    def pad(self):
        a = self.pick(lambda t: t[0] in FLOATS and None not in t[1] and t[1])
        if not a:
            return
        high = self.rng.randint(0, 3)
        type_ = (a[1][0], tuple(n + high for n in a[1][1]))
        number = self.fresh()
        self.lines.append(f"{number} = arith.constant 0.0 : {a[1][0]}")
        indices = ", ".join(f"%i{d}: index" for d in range(len(a[1][1])))
        zeros = ", ".join("0" for _ in a[1][1])
        highs = ", ".join(str(high) for _ in a[1][1])
        return self.emit(
            f"tensor.pad {a[0]} low[{zeros}] high[{highs}] {{\n"
            f"    ^bb0({indices}):\n      tensor.yield {number} : {a[1][0]}\n"
            f"    }} : {text_of(a[1])} to {text_of(type_)}",
            type_,
        )

    def constant(self):
        element = self.rng.choice(("f32", "bf16"))
        type_ = (element, self.rng.choice(((), (16,), (32, 16), (0, 4))))
        values = self.rng.choice(("0.0", "1.5", "0x7FC0", "-0.0"))
        if values.startswith("0x") and element == "f32":
            values = "0x7FC00000"
        return self.emit(
            f"arith.constant dense<{values}> : {text_of(type_)}", type_
        )

    def loop(self):
        """A loop that adds a product of two of its values, or a value."""
        a = self.pick(lambda t: t[0] in FLOATS)
        if not a:
            return
        zero, one, end = self.fresh(), self.fresh(), self.fresh()
        self.lines.append(f"{zero} = arith.constant 0 : index")
        self.lines.append(f"{one} = arith.constant 1 : index")
        self.lines.append(
            f"{end} = arith.constant {self.rng.choice((0, 1, 3))} : index"
        )
        end = self.rng.choice((end, "%n"))
        inner = Function(self.rng, self.name)
        inner.count = self.count + 100
        inner.values = [*self.values, ("%it", a[1])]
        inner.arguments = self.arguments
        inner.parameters = self.parameters
        for _ in range(self.rng.randint(1, 2)):
            inner.statement(nested=True)
        result = inner.pick(lambda t: t == a[1])
        body = "".join(f"    {line}\n" for line in inner.lines)
        self.count = inner.count
        return self.emit(
            f"scf.for %i = {zero} to {end} step {one} iter_args(%it = {a[0]}) "
            f"-> {text_of(a[1])} {{\n{body}    scf.yield {result[0]} : "
            f"{text_of(a[1])}\n  }}",
            a[1],
        )

    def branch(self):
        a = self.pick(lambda t: True)
        b = self.pick(lambda t: t == a[1]) if a else None
        if not a:
            return
        flag, zero = self.fresh(), self.fresh()
        self.lines.append(f"{zero} = arith.constant 0 : index")
        self.lines.append(f"{flag} = arith.cmpi sgt, %n, {zero} : index")
        return self.emit(
            f"scf.if {flag} -> {text_of(a[1])} {{\n    scf.yield {a[0]} : "
            f"{text_of(a[1])}\n  }} else {{\n    scf.yield {b[0]} : "
            f"{text_of(a[1])}\n  }}",
            a[1],
        )

    STATEMENTS = (
        contraction,
        contraction,
        contraction,
        matmul,
        matmul,
        matmul,
        transpose,
        transpose,
        broadcast,
        collapse,
        elementwise,
        unary,
        cast,
        reduce,
        softmax,
        slice,
        pad,
        constant,
    )

    def statement(self, nested=False):
        choices = self.STATEMENTS
        if not nested:
            choices += (Function.loop, Function.branch)
        self.rng.choice(choices)(self)

    def call(self, callee):
        """Passes arguments of its own on to another function."""
        names = []
        for type_ in callee.parameters:
            mark = self.rng.choice(("", "", " {nvfp4.param}"))
            names.append(self.parameter(type_, "" if type_ == INDEX else mark))
        types = [text_of(type_) for type_ in callee.parameters]
        results = [text_of(t) for _, t in callee.results]
        bind = f"%c:{len(results)} = " if results else ""
        self.lines.append(
            f"{bind}call @{callee.name}({', '.join(names)}) : "
            f"({', '.join(types)}) -> ({', '.join(results)})"
        )
        for i, (_, type_) in enumerate(callee.results):
            # The dynamic extents of results are not this function's %n.
            if None not in type_[1]:
                self.values.append((f"%c#{i}", type_))

    def text(self, visibility=""):
        """Ends the function: nothing may be added after this."""
        count = min(len(self.values), self.rng.randint(0, 3))
        self.results = self.rng.sample(self.values, count)
        types = ", ".join(text_of(t) for _, t in self.results)
        names = ", ".join(name for name, _ in self.results)
        end = f"return {names} : {types}" if count else "return"
        head = []
        if self.extent:
            name, type_ = self.extent
            head = [
                f"%d = arith.constant {type_[1].index(None)} : index",
                f"%n = tensor.dim {name}, %d : {text_of(type_)}",
            ]
        else:
            self.arguments.append("%n: index")
            self.parameters.append(INDEX)
        body = "".join(f"  {line}\n" for line in [*head, *self.lines, end])
        return (
            f"func.func {visibility}@{self.name}({', '.join(self.arguments)})"
            f"{f' -> ({types})' if count else ''} {{\n{body}}}\n"
        )


# Whole modules that no target can run, around a type T.
REFUSED = (
    # Unregistered operations, in generic form.
    'func.func @f(%a: T) -> T {\n  %b = "torch.aten.mm"(%a, %a) : (T, T) -> T\n'
    "  return %b : T\n}\n",
    # Recursion, direct and through another function.
    "func.func @f(%a: T) -> T {\n  %b = call @f(%a) : (T) -> T\n"
    "  return %b : T\n}\n",
    "func.func @f(%a: T) -> T {\n  %b = call @g(%a) : (T) -> T\n"
    "  return %b : T\n}\n"
    "func.func private @g(%a: T) -> T {\n  %b = call @f(%a) : (T) -> T\n"
    "  return %b : T\n}\n",
    # Declarations.
    "func.func private @g(T) -> T\nfunc.func @f(%a: T) -> T {\n"
    "  %b = call @g(%a) : (T) -> T\n  return %b : T\n}\n",
    "func.func @f(T) -> T\n",
    # Indirect calls.
    "func.func private @g(%a: T) -> T {\n  return %a : T\n}\n"
    "func.func @f(%a: T, %c: i1) -> T {\n  %g = constant @g : (T) -> T\n"
    "  %h = constant @h : (T) -> T\n"
    "  %k = arith.select %c, %g, %h : (T) -> T\n"
    "  %b = call_indirect %k(%a) : (T) -> T\n  return %b : T\n}\n"
    "func.func private @h(%a: T) -> T {\n  return %a : T\n}\n",
    # Function values as arguments.
    "func.func @f(%g: (T) -> T, %a: T) -> T {\n"
    "  %b = call_indirect %g(%a) : (T) -> T\n  return %b : T\n}\n",
    # Loops of blocks.
    "func.func @f(%a: T, %c: i1) -> T {\n  cf.br ^l(%a : T)\n^l(%x: T):\n"
    "  cf.cond_br %c, ^l(%x : T), ^e\n^e:\n  return %x : T\n}\n",
    # Unranked, encoded and vector values.
    "func.func @f(%a: tensor<*xf32>) -> tensor<*xf32> {\n"
    "  return %a : tensor<*xf32>\n}\n",
    'func.func @f(%a: tensor<4x4xf32, "odd">) -> tensor<4x4xf32, "odd"> {\n'
    '  return %a : tensor<4x4xf32, "odd">\n}\n',
    "func.func @f(%a: vector<4xf32>) -> vector<4xf32> {\n"
    "  return %a : vector<4xf32>\n}\n",
    # Element types without a meaning here.
    "func.func @f(%a: tensor<4xi7>) -> tensor<4xi7> {\n"
    "  return %a : tensor<4xi7>\n}\n",
    "func.func @f(%a: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {\n"
    "  return %a : tensor<4xcomplex<f32>>\n}\n",
    "func.func @f(%a: tensor<3x5xf4E2M1FN>) -> tensor<3x5xf4E2M1FN> {\n"
    "  return %a : tensor<3x5xf4E2M1FN>\n}\n",
    # Nested modules, other callables, nothing at all.
    "module {\n  func.func @f(%a: T) -> T {\n    return %a : T\n  }\n}\n",
    "ml_program.func @f(%a: T) -> T {\n  ml_program.return %a : T\n}\n",
    "ml_program.global private mutable @w(dense<0.0> : tensor<4xf32>)"
    " : tensor<4xf32>\n"
    "func.func @f() -> tensor<4xf32> {\n"
    "  %a = ml_program.global_load @w : tensor<4xf32>\n"
    "  return %a : tensor<4xf32>\n}\n",
    "module {}\n",
    "",
    # Code after which nothing runs, and an endless loop.
    "func.func @f(%a: T) -> T {\n  %t = arith.constant true\n"
    "  %r = scf.while (%x = %a) : (T) -> T {\n    scf.condition(%t) %x : T\n"
    "  } do {\n  ^bb0(%x: T):\n    scf.yield %x : T\n  }\n  return %r : T\n}\n",
    "func.func @f(%a: T) -> T {\n  cf.br ^l\n^l:\n  cf.br ^l\n}\n",
    # Sizes from data, and more than an address space.
    "func.func @f(%n: tensor<index>) -> tensor<?xf32> {\n"
    "  %i = tensor.extract %n[] : tensor<index>\n"
    "  %e = tensor.empty(%i) : tensor<?xf32>\n  return %e : tensor<?xf32>\n}\n",
    "func.func @f() -> tensor<4611686018427387904x8xf64> {\n"
    "  %e = tensor.empty() : tensor<4611686018427387904x8xf64>\n"
    "  return %e : tensor<4611686018427387904x8xf64>\n}\n",
    # Buffers.
    "func.func @f(%a: memref<8x8xf32>, %b: memref<8x8xf32> {nvfp4.param},\n"
    "             %c: memref<8x8xf32>) {\n"
    "  linalg.matmul ins(%a, %b : memref<8x8xf32>, memref<8x8xf32>)\n"
    "      outs(%c : memref<8x8xf32>)\n  return\n}\n",
    "func.func @f(%a: memref<?xf32, strided<[?], offset: ?>>) {\n  return\n}\n",
    "func.func @f(%n: index) -> memref<?xf32> {\n"
    "  %a = memref.alloc(%n) : memref<?xf32>\n  return %a : memref<?xf32>\n}\n",
)


def generate(rng):
    """The text of a module."""
    if rng.random() < 0.12:
        extents = tuple(rng.choice(EXTENTS) for _ in range(rng.randint(0, 3)))
        type_ = (rng.choice(FLOATS + OTHERS), extents)
        pattern = rng.choice(REFUSED)
        # T stands alone, never inside a word.
        out, previous = [], " "
        for i, c in enumerate(pattern):
            following = pattern[i + 1 : i + 2]
            alone = not previous.isalnum() and not following.isalnum()
            out.append(text_of(type_) if c == "T" and alone else c)
            previous = c
        return "".join(out)
    text = ""
    callee = None
    for number in range(rng.choice((1, 1, 2))):
        function = Function(rng, f"f{number}")
        for _ in range(rng.randint(1, 5)):
            function.argument()
        for _ in range(rng.randint(1, 10)):
            function.statement()
            if callee and rng.random() < 0.3:
                function.call(callee)
                callee = None
        text += function.text(rng.choice(("", "private ")))
        callee = function
    return text
