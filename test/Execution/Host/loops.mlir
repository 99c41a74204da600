// RUN: quartet-run %s

// Loops that carry tensors, in the forms in which one value can take the place
// of another. Every vector starts as [1, 2, 3, 4].
!v = tensor<4xf32>

func.func private @add(%x: !v, %y: !v) -> !v {
  %r = linalg.add ins(%x, %y : !v, !v) outs(%x : !v) -> !v
  return %r : !v
}

// Three loops around one sum: 2 * 1 * 3 times y is added.
func.func private @three_deep(%x: !v, %y: !v) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %i = %c0 to %c2 step %c1 iter_args(%a = %x) -> !v {
    %s = scf.for %j = %c0 to %c1 step %c1 iter_args(%b = %a) -> !v {
      %t = scf.for %k = %c0 to %c3 step %c1 iter_args(%c = %b) -> !v {
        %u = func.call @add(%c, %y) : (!v, !v) -> !v
        scf.yield %u : !v
      }
      scf.yield %t : !v
    }
    scf.yield %s : !v
  }
  check.expect_eq_const %r, dense<[7.0, 14.0, 21.0, 28.0]> : !v
  // The initial value is used again.
  check.expect_eq_const %x, dense<[1.0, 2.0, 3.0, 4.0]> : !v
  return
}

// Fibonacci: (a, b) -> (b, a + b), six steps in two loops.
func.func private @pairs(%x: !v) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %r:2 = scf.for %i = %c0 to %c2 step %c1 iter_args(%a = %x, %b = %x) -> (!v, !v) {
    %s:2 = scf.for %j = %c0 to %c3 step %c1 iter_args(%c = %a, %d = %b) -> (!v, !v) {
      %u = func.call @add(%c, %d) : (!v, !v) -> !v
      scf.yield %d, %u : !v, !v
    }
    scf.yield %s#0, %s#1 : !v, !v
  }
  check.expect_eq_const %r#0, dense<[13.0, 26.0, 39.0, 52.0]> : !v
  check.expect_eq_const %r#1, dense<[21.0, 42.0, 63.0, 84.0]> : !v
  return
}

// The inner loop adds (y, 2 y, 3 y) to three values, which then change places;
// twice: (0, 0, 0) -> (2, 3, 1) -> (5, 4, 3) in units of y.
func.func private @rotate(%zero: !v, %y: !v) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r:3 = scf.for %i = %c0 to %c2 step %c1
      iter_args(%a = %zero, %b = %zero, %c = %zero) -> (!v, !v, !v) {
    %s:3 = scf.for %j = %c0 to %c1 step %c1
        iter_args(%d = %a, %e = %b, %f = %c) -> (!v, !v, !v) {
      %u = func.call @add(%d, %y) : (!v, !v) -> !v
      %t = func.call @add(%e, %y) : (!v, !v) -> !v
      %v = func.call @add(%t, %y) : (!v, !v) -> !v
      %w = func.call @add(%f, %y) : (!v, !v) -> !v
      %o = func.call @add(%w, %y) : (!v, !v) -> !v
      %p = func.call @add(%o, %y) : (!v, !v) -> !v
      scf.yield %u, %v, %p : !v, !v, !v
    }
    scf.yield %s#1, %s#2, %s#0 : !v, !v, !v
  }
  check.expect_eq_const %r#0, dense<[5.0, 10.0, 15.0, 20.0]> : !v
  check.expect_eq_const %r#1, dense<[4.0, 8.0, 12.0, 16.0]> : !v
  check.expect_eq_const %r#2, dense<[3.0, 6.0, 9.0, 12.0]> : !v
  return
}

// What went into the inner loop is used after it: a -> (a + y + y) + a, twice.
func.func private @used_after(%x: !v, %y: !v) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = scf.for %i = %c0 to %c2 step %c1 iter_args(%a = %x) -> !v {
    %s = scf.for %j = %c0 to %c2 step %c1 iter_args(%b = %a) -> !v {
      %u = func.call @add(%b, %y) : (!v, !v) -> !v
      scf.yield %u : !v
    }
    %t = func.call @add(%s, %a) : (!v, !v) -> !v
    scf.yield %t : !v
  }
  check.expect_eq_const %r, dense<[10.0, 20.0, 30.0, 40.0]> : !v
  return
}

// And is carried on beside its result: (a, b) -> (a + y, a), three times.
func.func private @old_and_new(%x: !v, %y: !v) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %x, %b = %x) -> (!v, !v) {
    %s = scf.for %j = %c0 to %c1 step %c1 iter_args(%c = %a) -> !v {
      %u = func.call @add(%c, %y) : (!v, !v) -> !v
      scf.yield %u : !v
    }
    scf.yield %s, %a : !v, !v
  }
  check.expect_eq_const %r#0, dense<[4.0, 8.0, 12.0, 16.0]> : !v
  check.expect_eq_const %r#1, dense<[3.0, 6.0, 9.0, 12.0]> : !v
  return
}

// One result for two values: (a, b) -> (a + y, a + y), then the inner loop adds
// b to a: (1, 1) -> (2, 2) -> (4, 4) in units of x.
func.func private @twice(%x: !v) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r:2 = scf.for %i = %c0 to %c2 step %c1 iter_args(%a = %x, %b = %x) -> (!v, !v) {
    %s = scf.for %j = %c0 to %c1 step %c1 iter_args(%c = %a) -> !v {
      %u = func.call @add(%c, %b) : (!v, !v) -> !v
      scf.yield %u : !v
    }
    scf.yield %s, %s : !v, !v
  }
  check.expect_eq_const %r#0, dense<[4.0, 8.0, 12.0, 16.0]> : !v
  check.expect_eq_const %r#1, dense<[4.0, 8.0, 12.0, 16.0]> : !v
  return
}

// The inner loop hands back what the outer one carries: nothing changes but
// where it runs not at all, which adds y. i = 0: y; i = 1, 2: a.
func.func private @captured(%x: !v, %y: !v) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %x) -> !v {
    %u = func.call @add(%a, %y) : (!v, !v) -> !v
    %s = scf.for %j = %c0 to %i step %c1 iter_args(%c = %u) -> !v {
      scf.yield %a : !v
    }
    scf.yield %s : !v
  }
  check.expect_eq_const %r, dense<[2.0, 4.0, 6.0, 8.0]> : !v
  return
}

// Loops in branches: i = 0, 2 add 3 y; i = 1 leaves the value alone; then, in
// the other order, i = 0 doubles what is there and i = 1, 2 add y.
func.func private @branches(%x: !v, %y: !v) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %x) -> !v {
    %odd = arith.cmpi eq, %i, %c1 : index
    %s = scf.if %odd -> !v {
      scf.yield %a : !v
    } else {
      %t = scf.for %j = %c0 to %c3 step %c1 iter_args(%c = %a) -> !v {
        %u = func.call @add(%c, %y) : (!v, !v) -> !v
        scf.yield %u : !v
      }
      scf.yield %t : !v
    }
    scf.yield %s : !v
  }
  check.expect_eq_const %r, dense<[7.0, 14.0, 21.0, 28.0]> : !v
  %q = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %x) -> !v {
    %first = arith.cmpi eq, %i, %c0 : index
    %s = scf.if %first -> !v {
      %t = scf.for %j = %c0 to %c1 step %c1 iter_args(%c = %a) -> !v {
        %u = func.call @add(%c, %a) : (!v, !v) -> !v
        scf.yield %u : !v
      }
      scf.yield %t : !v
    } else {
      %u = func.call @add(%a, %y) : (!v, !v) -> !v
      scf.yield %u : !v
    }
    scf.yield %s : !v
  }
  check.expect_eq_const %q, dense<[4.0, 8.0, 12.0, 16.0]> : !v
  return
}

// A choice between the old and the new value, in both directions.
func.func private @select(%x: !v, %y: !v) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %x) -> !v {
    %odd = arith.cmpi eq, %i, %c1 : index
    %u = func.call @add(%a, %y) : (!v, !v) -> !v
    %s = arith.select %odd, %a, %u : !v
    scf.yield %s : !v
  }
  check.expect_eq_const %r, dense<[3.0, 6.0, 9.0, 12.0]> : !v
  return
}

// A while loop in a for loop in a while loop, the outer one passing on a value
// that its condition makes: each of 2 rounds adds y in the condition (once more
// before it stops) and 2 * 3 times y in the body.
func.func private @while(%x: !v, %y: !v) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %r:2 = scf.while (%a = %x, %i = %c0) : (!v, index) -> (!v, index) {
    %u = func.call @add(%a, %y) : (!v, !v) -> !v
    %more = arith.cmpi slt, %i, %c2 : index
    scf.condition(%more) %u, %i : !v, index
  } do {
  ^bb0(%a: !v, %i: index):
    %s = scf.for %j = %c0 to %c2 step %c1 iter_args(%b = %a) -> !v {
      %t:2 = scf.while (%c = %b, %k = %c0) : (!v, index) -> (!v, index) {
        %more = arith.cmpi slt, %k, %c3 : index
        scf.condition(%more) %c, %k : !v, index
      } do {
      ^bb1(%c: !v, %k: index):
        %u = func.call @add(%c, %y) : (!v, !v) -> !v
        %next = arith.addi %k, %c1 : index
        scf.yield %u, %next : !v, index
      }
      scf.yield %t#0 : !v
    }
    %next = arith.addi %i, %c1 : index
    scf.yield %s, %next : !v, index
  }
  check.expect_eq_const %r#0, dense<[16.0, 32.0, 48.0, 64.0]> : !v
  return
}

// Tiles of a matrix, written by two loops, twice.
func.func private @tiles() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %one = arith.constant dense<1.0> : tensor<2x1xf32>
  %zero = arith.constant dense<0.0> : tensor<4x2xf32>
  %r = scf.for %n = %c0 to %c2 step %c1 iter_args(%m = %zero) -> tensor<4x2xf32> {
    %s = scf.for %i = %c0 to %c4 step %c2 iter_args(%a = %m) -> tensor<4x2xf32> {
      %t = scf.for %j = %c0 to %c2 step %c1 iter_args(%b = %a) -> tensor<4x2xf32> {
        %tile = tensor.extract_slice %b[%i, %j] [2, 1] [1, 1] : tensor<4x2xf32> to tensor<2x1xf32>
        %u = linalg.add ins(%tile, %one : tensor<2x1xf32>, tensor<2x1xf32>)
            outs(%tile : tensor<2x1xf32>) -> tensor<2x1xf32>
        %c = tensor.insert_slice %u into %b[%i, %j] [2, 1] [1, 1] : tensor<2x1xf32> into tensor<4x2xf32>
        scf.yield %c : tensor<4x2xf32>
      }
      scf.yield %t : tensor<4x2xf32>
    }
    scf.yield %s : tensor<4x2xf32>
  }
  check.expect_eq_const %r, dense<2.0> : tensor<4x2xf32>
  return
}

func.func @main() {
  %x = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : !v
  %zero = arith.constant dense<0.0> : !v
  call @three_deep(%x, %x) : (!v, !v) -> ()
  call @pairs(%x) : (!v) -> ()
  call @rotate(%zero, %x) : (!v, !v) -> ()
  call @used_after(%x, %x) : (!v, !v) -> ()
  call @old_and_new(%x, %x) : (!v, !v) -> ()
  call @twice(%x) : (!v) -> ()
  call @captured(%x, %x) : (!v, !v) -> ()
  call @branches(%x, %x) : (!v, !v) -> ()
  call @select(%x, %x) : (!v, !v) -> ()
  call @while(%x, %x) : (!v, !v) -> ()
  call @tiles() : () -> ()
  return
}
