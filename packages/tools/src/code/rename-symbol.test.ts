import { analyzeStructure } from '@shipmate/code-analysis';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createCheckout } from '../../test/support/create-checkout.ts';
import { renameSymbol } from './rename-symbol.ts';

it('renameSymbol renames a function in the files that import it', async () => {
  await using checkout = await createCheckout({
    'src/total.ts': '/** total of a shop */\nexport function total(): number { return 1; }\n',
    'src/main.ts': "import { total } from './total';\nlog(total(), shop.total(), { total }, 'total');\n",
    'src/index.ts': "export { total } from './total';\n",
    'src/other.ts': "import { total } from 'library';\ntotal();\n",
    'src/global.ts': 'total();\n',
    'a.py': 'total()\n',
  });
  const output = await renameSymbol.execute(
    { filePath: 'src/total.ts', symbol: 'total', newName: 'sum' },
    checkout.context,
  );
  expect(await checkout.read('src/total.ts')).toBe(
    '/** total of a shop */\nexport function sum(): number { return 1; }\n',
  );
  expect(await checkout.read('src/main.ts')).toBe(
    "import { sum } from './total';\nlog(sum(), shop.total(), { total: sum }, 'total');\n",
  );
  expect(await checkout.read('src/index.ts')).toBe("export { sum } from './total';\n");
  expect(output).toMatchObject({
    symbol: 'total',
    changedPlaces: 5,
    changedFiles: [
      { filePath: 'src/index.ts', places: 1, lines: [1] },
      { filePath: 'src/main.ts', places: 3, lines: [1, 2] },
      { filePath: 'src/total.ts', places: 1, lines: [2] },
    ],
    inCommentsAndStrings: 4,
  });
  expect(output.leftAlone.map(({ filePath, line, reason }) => `${filePath}:${line} ${reason}`)).toEqual([
    'a.py:1 is in another language',
    'src/global.ts:1 is not imported here',
    'src/main.ts:2 is a member of another object',
    'src/other.ts:1 is imported from "library"',
    'src/other.ts:2 is imported from "library"',
  ]);
});

it('renameSymbol renames methods where they are members', async () => {
  await using checkout = await createCheckout({
    'A.java': 'class A { int total() { return 1; } int twice() { return total() + this.total(); } }\n',
    'B.java': 'class B { int x = new A().total(); }\n',
    'shop.py': 'class Shop:\n    def size(self): return 1\n    def two(self): return self.size() + size()\n',
  });
  await renameSymbol.execute({ filePath: 'A.java', symbol: 'A.total', newName: 'sum' }, checkout.context);
  expect(await checkout.read('A.java')).toBe(
    'class A { int sum() { return 1; } int twice() { return sum() + this.sum(); } }\n',
  );
  expect(await checkout.read('B.java')).toBe('class B { int x = new A().sum(); }\n');
  const { leftAlone } = await renameSymbol.execute(
    { filePath: 'shop.py', symbol: 'size', newName: 'length' },
    checkout.context,
  );
  expect(await checkout.read('shop.py')).toBe(
    'class Shop:\n    def length(self): return 1\n    def two(self): return self.length() + size()\n',
  );
  expect(leftAlone).toMatchObject([{ line: 3, reason: 'is a name of its own, not a member' }]);
});

it('renameSymbol leaves members of the objects of the language alone', async () => {
  const text = 'export class Log { log(x) { console.log(Math.log(x)); globalThis.console.log(x); return x.log; } }\n';
  await using checkout = await createCheckout({
    'a.js': text,
    'b.js': 'export class Math { static one() { return Math.one; } }\n',
  });
  const { leftAlone } = await renameSymbol.execute(
    { filePath: 'a.js', symbol: 'Log.log', newName: 'write' },
    checkout.context,
  );
  expect(await checkout.read('a.js')).toBe(
    'export class Log { write(x) { console.log(Math.log(x)); globalThis.console.log(x); return x.write; } }\n',
  );
  expect(leftAlone.map(({ reason }) => reason)).toEqual(Array(3).fill('is a member of another object'));
  await renameSymbol.execute({ filePath: 'b.js', symbol: 'Math.one', newName: 'two' }, checkout.context);
  expect(await checkout.read('b.js')).toBe('export class Math { static two() { return Math.two; } }\n');
});

// The arrow before a return type looks like the one before a member of C++ and PHP.
it.each([
  ['lib/a.py', 'class Shop:\n    def copy(self) -> Shop: return x\n\ndef make()->Shop: return f().Shop\n', 3],
  [
    'lib/a.rs',
    'struct Shop;\nimpl Shop { fn new() -> Shop { Shop } }\nfn f(g: Box<dyn Fn(Shop) -> Shop>) -> crate::Shop { self::Shop }\nmacro_rules! m { () => { $crate::Shop }; }\n',
    9,
  ],
  ['lib/a.cpp', 'struct Shop {};\nauto make() -> Shop;\nint f(X* x) { return x->Shop; }\n', 2],
])('renameSymbol renames the return types of %s', async (filePath, text, count) => {
  await using checkout = await createCheckout({ [filePath]: text });
  const input = { filePath, symbol: 'Shop', newName: 'Store' };
  const { changedPlaces } = await renameSymbol.execute(input, checkout.context);
  const written = await checkout.read(filePath);
  expect([changedPlaces, written.match(/Shop/gu) ?? []]).toEqual([count, (text.match(/Shop/gu) ?? []).slice(count)]);
  expect(written).not.toMatch(/\)\s*->\s*(?:crate::)?Shop/u);
});

// A name that a pattern binds and reads from a property is written twice, so that the property keeps its name.
it.each([
  [
    'export const { total, tax = total, ...rest } = make();\nlog({ total }, rest.total);\n',
    'export const { total: sum, tax = sum, ...rest } = make();\nlog({ total: sum }, rest.total);\n',
  ],
  ['export const { total = 1 } = make();\n', 'export const { total: sum = 1 } = make();\n'],
  ['export const { a: { total }, b } = make();\n', 'export const { a: { total: sum }, b } = make();\n'],
  ['export const { total: total } = make();\n', 'export const { total: sum } = make();\n'],
  ['export const { a: total, ...b } = make();\n', 'export const { a: sum, ...b } = make();\n'],
  ['export const [a, ...total] = make();\n', 'export const [a, ...sum] = make();\n'],
  ['export const { a, ...total } = make();\n', 'export const { a, ...sum } = make();\n'],
])('renameSymbol renames a destructured name, not its property: %s', async (text, expected) => {
  const user = "import { total } from './a';\nlog(total, { total });\n";
  await using checkout = await createCheckout({ 'a.ts': text, 'b.ts': user });
  await renameSymbol.execute({ filePath: 'a.ts', symbol: 'total', newName: 'sum' }, checkout.context);
  expect(await checkout.read('a.ts')).toBe(expected);
  expect(await checkout.read('b.ts')).toBe("import { sum } from './a';\nlog(sum, { total: sum });\n");
});

// Modules and packages are often called like a declaration in them.
it.each([
  [
    'total.py',
    'def total(): return total.calls\n',
    'def sum(): return sum.calls\n',
    {
      'a.py': ['from total import (\n    total,\n)\ntotal()\n', 'from total import (\n    sum,\n)\nsum()\n'],
      'b.py': [
        'import os, total\nprint(total.total(), total.other)\n',
        'import os, total\nprint(total.sum(), total.other)\n',
      ],
      'c.py': ['from shop.total.tax import x\nimport shop.total\n', ''],
      'd.py': [
        'from .total import total as t\nimport total as u\n',
        'from .total import sum as t\nimport total as u\n',
      ],
    },
  ],
  [
    'shop/total/Shop.java',
    'package shop.total;\nclass Shop { int total() { return 1; } }\n',
    'package shop.total;\nclass Shop { int sum() { return 1; } }\n',
    {
      'A.java': [
        'import static shop.total.Shop.total;\nclass A { shop.total.Shop s; int t = s.total() + shop.total.Shop.total(); }\n',
        'import static shop.total.Shop.sum;\nclass A { shop.total.Shop s; int t = s.sum() + shop.total.Shop.sum(); }\n',
      ],
    },
  ],
  [
    'shop/total/Shop.java',
    'package shop.total;\nclass Shop { Price total; int cents() { return this.total.cents; } }\n',
    'package shop.total;\nclass Shop { Price sum; int cents() { return this.sum.cents; } }\n',
    { 'A.java': ['import shop.total.Shop;\nclass A { shop.total.Shop s; }\n', ''] },
  ],
  [
    'total/total.go',
    'package total\n\nfunc total() int { return 1 }\n\nvar One = total()\n',
    'package total\n\nfunc sum() int { return 1 }\n\nvar One = sum()\n',
    { 'main.go': ['package main\n\nimport "shop/total"\n\nvar two = total.One\n', ''] },
  ],
  [
    'src/lib.rs',
    'pub fn total() -> u32 { 0 }\n#[total]\nfn f() {}\n',
    'pub fn sum() -> u32 { 0 }\n#[total]\nfn f() {}\n',
    {
      'tests/a.rs': [
        'use total::tax;\nuse crate::total;\nfn f() { total::<u8>(); for _ in 0..total() {} }\n',
        'use total::tax;\nuse crate::sum;\nfn f() { sum::<u8>(); for _ in 0..sum() {} }\n',
      ],
    },
  ],
  [
    'total.php',
    '<?php\nnamespace Shop\\total;\nclass total {}\n',
    '<?php\nnamespace Shop\\total;\nclass sum {}\n',
    {
      'a.php': [
        '<?php\nuse Shop\\total\\total;\nnew total;\n#[total]\nclass A { public \\Shop\\total\\total $a; }\n',
        '<?php\nuse Shop\\total\\sum;\nnew sum;\n#[sum]\nclass A { public \\Shop\\total\\sum $a; }\n',
      ],
    },
  ],
] as const)(
  'renameSymbol leaves modules and packages with the name in %s alone: %j',
  async (...[filePath, text, expected, others]) => {
    const files = Object.entries<readonly [before: string, after: string]>(others);
    await using checkout = await createCheckout({
      [filePath]: text,
      ...Object.fromEntries(files.map(([path, [before]]) => [path, before])),
    });
    const { leftAlone } = await renameSymbol.execute({ filePath, symbol: 'total', newName: 'sum' }, checkout.context);
    expect(await checkout.read(filePath)).toBe(expected);
    for (const [path, [before, after]] of files) expect(await checkout.read(path)).toBe(after || before);
    expect(new Set(leftAlone.map(({ reason }) => reason))).toContain('names a module, package or attribute');
  },
);

// The last dot of a range or a spread is not before a member.
it.each([
  ['a.ts', 'const total = [1];\nlog(...total, [...total], { ...total }, one. total);\n', 4],
  ['a.rs', 'fn total() -> u8 { 3 }\nfn f() { for _ in 0..total() {} let a = ..total(); one.total(); }\n', 3],
  ['a.rb', 'def total\n  3\nend\n(1..total).each { |i| p i }\n(1...total).each { |i| p i }\n', 3],
  ['a.cs', 'class A { static int total() { return 1; } int[] f(int[] x) { return x[1..total()]; } }\n', 2],
])('renameSymbol renames the ends of ranges and spreads in %s', async (filePath, text, count) => {
  await using checkout = await createCheckout({ [filePath]: text });
  const input = { filePath, symbol: 'total', newName: 'sum' };
  const { changedPlaces } = await renameSymbol.execute(input, checkout.context);
  const expected = text.replaceAll(/(?<!one\. ?)\btotal\b/gu, 'sum');
  expect([changedPlaces, await checkout.read(filePath)]).toEqual([count, expected]);
});

it('renameSymbol renames one name of several that Python assigns, and refuses one that is assigned elsewhere', async () => {
  const files = { 'a.py': 'TOTAL, (TAX, *REST) = make()\nprint(TOTAL, TAX)\n', 'b.py': '[TAX, X] = 1, 2\n' };
  await using checkout = await createCheckout(files);
  await renameSymbol.execute({ filePath: 'a.py', symbol: 'TOTAL', newName: 'SUM' }, checkout.context);
  expect(await checkout.read('a.py')).toBe('SUM, (TAX, *REST) = make()\nprint(SUM, TAX)\n');
  const refused = renameSymbol.execute({ filePath: 'a.py', symbol: 'TAX', newName: 'VAT' }, checkout.context);
  await expect(refused).rejects.toThrow(/also declared at b\.py:1/u);
});

// Such declarations describe code elsewhere: its files, and those that use the name without an import, are not found.
it.each([
  ['declare global { var total: number }\nexport {};\n', 'global.total'],
  ["declare module 'a.b' { export const total: number; }\n", 'total'],
])('renameSymbol refuses a name that is declared for other modules: %s', async (text, symbol) => {
  await using checkout = await createCheckout({ 'a.ts': text, 'b.ts': 'log(total, globalThis.total);\n' });
  const refused = renameSymbol.execute({ filePath: 'a.ts', symbol, newName: 'sum' }, checkout.context);
  await expect(refused).rejects.toThrow(/declared for other modules/u);
  expect(await checkout.read('a.ts')).toBe(text);
});

it('renameSymbol leaves the names of properties alone', async () => {
  await using checkout = await createCheckout({ 'a.ts': 'const total = 1;\nlog({ total: total }, { total() {} });\n' });
  const { leftAlone } = await renameSymbol.execute(
    { filePath: 'a.ts', symbol: 'total', newName: 'sum' },
    checkout.context,
  );
  expect(await checkout.read('a.ts')).toBe('const sum = 1;\nlog({ total: sum }, { total() {} });\n');
  expect(leftAlone.map(({ line, reason }) => `${line} ${reason}`)).toEqual([
    '2 is a member of another object',
    '2 is a member of another object',
  ]);
});

it('renameSymbol leaves members of results alone in files at the root', async () => {
  const text = 'def total(): return 1\n\nprint(total(), shop().total)\n';
  await using checkout = await createCheckout({ 'a.py': text });
  await renameSymbol.execute({ filePath: 'a.py', symbol: 'total', newName: 'sum_up' }, checkout.context);
  expect(await checkout.read('a.py')).toBe('def sum_up(): return 1\n\nprint(sum_up(), shop().total)\n');
});

it.each([
  ['another declaration', { 'b.ts': 'function f(total: number) {}\n' }, 'sum', /also declared at b\.ts:1/],
  [
    'a taken name',
    { 'b.ts': "import { total } from './a';\nconst sum = total();\n" },
    'sum',
    /"sum" is used already at b\.ts:2/,
  ],
  ['the same name', {}, 'total', /is called "total" already/],
  ['a keyword', {}, 'return', /syntax errors/],
] as const)('renameSymbol changes nothing with %s', async (...[, others, newName, message]) => {
  const files = { 'a.ts': 'export function total() {}\n', ...others };
  await using checkout = await createCheckout(files);
  const call = renameSymbol.execute({ filePath: 'a.ts', symbol: 'total', newName }, checkout.context);
  await expect(call).rejects.toThrow(message);
  for (const [path, text] of Object.entries(files)) expect(await checkout.read(path)).toBe(text);
});

it.each([
  ['a.go', 'package a\n\nvar _ = one\n\nfunc f() { _ = one }\n'],
  ['a.rs', 'const _: () = ();\nfn f() { let _ = 1; }\n'],
])('renameSymbol does not rename the blank name in %s', async (filePath, text) => {
  await using checkout = await createCheckout({ [filePath]: text });
  const call = renameSymbol.execute({ filePath, symbol: '_', newName: 'one' }, checkout.context);
  await expect(call).rejects.toThrow('"_" is no name of a declaration');
  expect(await checkout.read(filePath)).toBe(text);
});

/** Statements that use the symbol `target` or other names. */
const statement = fc.constantFrom(
  'target();',
  'const a0 = target;',
  "log('target', `target ${target()}`);",
  '// target',
  'obj.target();',
  'log({ target }, { target: 1 });',
  'type T0 = typeof target;',
  'targets(); subtarget();',
  '/target/.test("target");',
);

it('renameSymbol keeps the parse, changes only places of the symbol, and leaves none of them', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(statement, { maxLength: 8 }),
      fc.array(statement, { maxLength: 8 }),
      async (own, other) => {
        const files = {
          'a.ts': `export function target() {}\n${own.map((each) => `{ ${each}\n}`).join('\n')}\n`,
          'b.ts': `import { target } from './a';\n${other.map((each) => `{ ${each}\n}`).join('\n')}\n`,
        };
        await using checkout = await createCheckout(files);
        await renameSymbol.execute({ filePath: 'a.ts', symbol: 'target', newName: 'renamed' }, checkout.context);
        for (const [path, before] of Object.entries(files)) {
          const text = await checkout.read(path);
          expect((await analyzeStructure({ path, text })).syntaxErrors).toBe(0);
          // Without the two names nothing differs, but for the keys of shorthands.
          const bare = (each: string): string =>
            each.replaceAll('target: renamed', '').replaceAll(/\b(?:target|renamed)\b/gu, '');
          expect(bare(text)).toBe(bare(before));
        }
        await renameSymbol.execute({ filePath: 'a.ts', symbol: 'renamed', newName: 'was' }, checkout.context);
        expect(await checkout.read('a.ts')).not.toMatch(/\brenamed\b/u);
      },
    ),
    { numRuns: 15 },
  );
});
