import { expect, it } from 'vitest';
import { createCheckout } from '../../test/support/create-checkout.ts';
import { insertAtSymbol } from './insert-at-symbol.ts';
import { renameSymbol } from './rename-symbol.ts';
import { replaceSymbol } from './replace-symbol.ts';

const shop = `/** Shop. */
export class Shop {
  /** Total. */
  total(): number {
    return 1;
  }

  name(): string { return ''; }
}

export function total(): number { return 2; }
`;

it('replaceSymbol replaces one declaration and leaves everything else as it is', async () => {
  await using checkout = await createCheckout({
    'shop.ts': shop,
    'shop.py': 'class A:\n    def f(self):\n        return 1\n',
  });
  const output = await replaceSymbol.execute(
    { filePath: 'shop.ts', symbol: 'Shop.total', newText: '  total(): number {\n    return 3;\n  }\n' },
    checkout.context,
  );
  expect(output).toMatchObject({
    changedPlaces: 1,
    changedFiles: [{ filePath: 'shop.ts', places: 1, lines: [4] }],
    leftAlone: [],
  });
  expect(await checkout.read('shop.ts')).toBe(shop.replace('return 1', 'return 3'));
  await replaceSymbol.execute(
    { filePath: 'shop.py', symbol: 'f', newText: 'def f(self, x):\n        return x' },
    checkout.context,
  );
  expect(await checkout.read('shop.py')).toBe('class A:\n    def f(self, x):\n        return x\n');
});

it.each([
  ['total', undefined, 'CONFLICT', /2 declarations "total": Shop\.total \(line 4\), total \(line 11\)\. Give the line/],
  ['nothing', undefined, 'NOT_FOUND', /no declaration "nothing".*It has: Shop \(line 2\)/],
  ['total', 3, 'NOT_FOUND', /no declaration "total" at line 3/],
] as const)('replaceSymbol of %s at line %s ends with %s', async (...[symbol, line, code, message]) => {
  await using checkout = await createCheckout({ 'shop.ts': shop });
  const call = replaceSymbol.execute({ filePath: 'shop.ts', symbol, line, newText: 'x' }, checkout.context);
  await expect(call).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
});

it('symbol edits are refused when they break the syntax', async () => {
  await using checkout = await createCheckout({ 'shop.ts': shop });
  const call = replaceSymbol.execute(
    { filePath: 'shop.ts', symbol: 'Shop.total', newText: 'total( {' },
    checkout.context,
  );
  await expect(call).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    message: expect.stringMatching(/Nothing was changed/),
  });
  expect(await checkout.read('shop.ts')).toBe(shop);
});

it('replaceSymbol refuses a symbol that shares its statement', async () => {
  await using checkout = await createCheckout({ 'a.ts': 'const a = 1, b = 2;\n' });
  const call = replaceSymbol.execute({ filePath: 'a.ts', symbol: 'a', newText: 'const a = 3;' }, checkout.context);
  await expect(call).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringMatching(/one statement with "b"/),
  });
});

it('insertAtSymbol inserts above the documentation of a declaration, or after its last line', async () => {
  await using checkout = await createCheckout({ 'shop.ts': shop });
  const target = { filePath: 'shop.ts', symbol: 'Shop.total' };
  await insertAtSymbol.execute({ ...target, position: 'before', text: '  before(): void {}\n' }, checkout.context);
  await insertAtSymbol.execute({ ...target, position: 'after', text: '  after(): void {}' }, checkout.context);
  expect(await checkout.read('shop.ts')).toBe(
    shop
      .replace('  /** Total', '  before(): void {}\n  /** Total')
      .replace('    return 1;\n  }\n', '    return 1;\n  }\n  after(): void {}\n'),
  );
});

it.each([
  ['a.ts', '/**\n  Total of it.\n*/\nexport function total() {}\n'],
  ['a.ts', '/* total\n of it */\nexport function total() {}\n'],
  ['a.ts', '/* total\n of it */ export function total() {}\n'],
  ['a.ts', '/**\r\n  Total.\r\n*/\r\nexport function total() {}\r\n'],
  ['a.ts', '/** Total. */\n// and more: src/**\n/*\n\n  // of it\n*/\nexport function total() {}\n'],
  ['A.java', '/**\n  Total of it.\n*/\n@Deprecated\nclass total {}\n'],
  ['a.go', '/*\nTotal of it.\n*/\nfunc total() {}\n'],
  ['a.rs', '/*\nTotal of it.\n*/\n#[inline]\nfn total() {}\n'],
  ['a.py', '# Total\n#of it.\n@cached\ndef total():\n    return 1\n'],
])('insertAtSymbol inserts above all documentation in %s: %j', async (path, text) => {
  await using checkout = await createCheckout({ [path]: text });
  const inserted = path === 'a.py' ? '# new' : '// new';
  const lineBreak = text.includes('\r\n') ? '\r\n' : '\n';
  await insertAtSymbol.execute(
    { filePath: path, symbol: 'total', position: 'before', text: inserted },
    checkout.context,
  );
  expect(await checkout.read(path)).toBe(`${inserted}${lineBreak}${text}`);
});

it.each([
  ['a.ts', 'let a = 1; /* of\n it */\n', 'function total() {}\n'],
  ['a.ts', 'const a = `\n/* a\n`;\n/*\n of it\n*/\n', 'function total() {}\n'],
  ['a.ts', 'class A {\n  #count = 0;\n', '  total() {}\n}\n'],
  ['a.rs', 'fn a() {}\n/* a\n/* b */\n c */\n', 'fn total() {}\n'],
])(
  'insertAtSymbol inserts right above a declaration when the comment is not its own: %s %j',
  async (path, head, rest) => {
    await using checkout = await createCheckout({ [path]: head + rest });
    await insertAtSymbol.execute(
      { filePath: path, symbol: 'total', position: 'before', text: '// new' },
      checkout.context,
    );
    expect(await checkout.read(path)).toBe(`${head}// new\n${rest}`);
  },
);

it('symbol edits keep CRLF line endings and the byte order mark', async () => {
  const text = '\uFEFFfunction a() {\r\n}\r\nfunction b() {}';
  await using checkout = await createCheckout({ 'a.js': text });
  await insertAtSymbol.execute(
    { filePath: 'a.js', symbol: 'b', position: 'after', text: 'function c() {\n}' },
    checkout.context,
  );
  await replaceSymbol.execute(
    { filePath: 'a.js', symbol: 'a', newText: 'function a() {\n  b();\n}' },
    checkout.context,
  );
  expect(await checkout.read('a.js')).toBe(
    '\uFEFFfunction a() {\r\n  b();\r\n}\r\nfunction b() {}\r\nfunction c() {\r\n}\r\n',
  );
});

it('symbol edits change one declaration of a group of Go', async () => {
  const text = 'package a\n\ntype (\n\tA struct{}\n\n\t// B is.\n\tB interface{ M() }\n)\n';
  await using checkout = await createCheckout({ 'a.go': text });
  const target = { filePath: 'a.go', symbol: 'B' };
  await replaceSymbol.execute({ ...target, newText: 'B interface{ N() }' }, checkout.context);
  await insertAtSymbol.execute({ ...target, position: 'before', text: '\tC = A\n' }, checkout.context);
  expect(await checkout.read('a.go')).toBe(text.replace('M()', 'N()').replace('\t// B is.', '\tC = A\n\t// B is.'));
});

it('symbol edits change functions that CommonJS assigns to members', async () => {
  const text = '/** Sends. */\nres.send = function (body) {\n  return body;\n};\n';
  await using checkout = await createCheckout({ 'a.js': text, 'b.js': 'res.send(1); send(2);\n' });
  const target = { filePath: 'a.js', symbol: 'res.send' };
  await replaceSymbol.execute({ ...target, newText: 'res.send = function () {};' }, checkout.context);
  await renameSymbol.execute({ ...target, newName: 'write' }, checkout.context);
  expect(await checkout.read('a.js')).toBe('/** Sends. */\nres.write = function () {};\n');
  expect(await checkout.read('b.js')).toBe('res.write(1); send(2);\n');
});
