import { expect, it } from 'vitest';
import { createCheckout } from '../../test/support/create-checkout.ts';
import { renameSymbol } from './rename-symbol.ts';

it.each<readonly [path: string, symbol: string, text: string, expected: string, left: number]>([
  [
    'a.go',
    'Handler',
    'package a\n\nfunc Handler() {}\n\nvar s = http.Server{Handler: Handler, Other: x}\nvar l = []T{{Handler: 1}}\n',
    'package a\n\nfunc Sum() {}\n\nvar s = http.Server{Handler: Sum, Other: x}\nvar l = []T{{Handler: 1}}\n',
    2,
  ],
  [
    'index.go',
    'Size',
    'package a\n\nconst Size = 3\n\nvar m = map[int]int{Size: Size}\nvar l = [...]int{Size: 1}\n',
    'package a\n\nconst Sum = 3\n\nvar m = map[int]int{Sum: Sum}\nvar l = [...]int{Sum: 1}\n',
    0,
  ],
  [
    'a.py',
    'total',
    'def total(): return 1\nx = dict(total=total(), y=2)\ndef f(*, k=total, j: int = total): ...\nmatch x:\n    case P(total=1): pass\n',
    'def Sum(): return 1\nx = dict(total=Sum(), y=2)\ndef f(*, k=Sum, j: int = Sum): ...\nmatch x:\n    case P(total=1): pass\n',
    2,
  ],
  [
    'A.java',
    'timeout',
    'class A { static final int timeout = 1; @Test(timeout = timeout) void m() { int x = timeout + this.timeout; } }\n',
    'class A { static final int Sum = 1; @Test(timeout = Sum) void m() { int x = Sum + this.Sum; } }\n',
    1,
  ],
  [
    'a.cs',
    'Cart',
    'class Cart {}\nclass B { void M() { F(Cart: new Cart()); var x = new { Cart = new Cart() }; var y = new E { Cart = 1 }; var z = y with { Cart = 2 }; } [A(Cart = 1, Cart: 2), B(typeof(Cart))] void L() {} }\n',
    'class Sum {}\nclass B { void M() { F(Cart: new Sum()); var x = new { Cart = new Sum() }; var y = new E { Cart = 1 }; var z = y with { Cart = 2 }; } [A(Cart = 1, Cart: 2), B(typeof(Sum))] void L() {} }\n',
    6,
  ],
  [
    'member.cs',
    'Total',
    'class A { public int Total { get; set; } void M() { var y = new A { Total = Total }; F(Total: 1); } }\n',
    'class A { public int Sum { get; set; } void M() { var y = new A { Sum = Sum }; F(Total: 1); } }\n',
    1,
  ],
  [
    'a.php',
    'total',
    '<?php\nfunction total() { return 1; }\nf(total: total());\n',
    '<?php\nfunction Sum() { return 1; }\nf(total: Sum());\n',
    1,
  ],
  [
    'a.rs',
    'handler',
    'fn handler() -> u8 { 1 }\nfn main() { let s = S { handler: handler() }; let t = S { handler }; crate::handler(); let f = self::handler; }\n',
    'fn Sum() -> u8 { 1 }\nfn main() { let s = S { handler: Sum() }; let t = S { handler: Sum }; crate::Sum(); let f = self::Sum; }\n',
    1,
  ],
  [
    'a.sh',
    'build',
    'build() { :; }\nbuild x && $(build); npm run build; echo build "$build"; trap build EXIT\n',
    'Sum() { :; }\nSum x && $(Sum); npm run build; echo build "$build"; trap build EXIT\n',
    3,
  ],
])('renameSymbol leaves names of arguments and fields in %s alone', async (...[path, symbol, text, expected, left]) => {
  await using checkout = await createCheckout({ [path]: text });
  const { leftAlone } = await renameSymbol.execute({ filePath: path, symbol, newName: 'Sum' }, checkout.context);
  expect(await checkout.read(path)).toBe(expected);
  expect(leftAlone.map(({ reason }) => reason)).toEqual(
    Array(left).fill(expect.stringMatching(/^(?:names|is) an argument/u)),
  );
});
