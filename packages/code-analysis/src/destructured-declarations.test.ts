import { expect, it } from 'vitest';
import { analyzeStructure } from './analyze-structure.ts';
import { findOccurrences } from './find-occurrences.ts';
import type { SourceText } from './structure/code-structure.ts';

const options = { stackBytes: 4 * 1024 * 1024, timeMs: 200_000 };
/** Without a stack for the native parser, a grammar reads the script. */
const grammar = { ...options, stackBytes: 0 };

async function show(source: SourceText) {
  const { symbols, exports, syntaxErrors } = await analyzeStructure(source, options);
  expect(syntaxErrors).toBe(0);
  for (const { name, nameRange } of symbols) expect(source.text.slice(nameRange.start, nameRange.end)).toBe(name);
  const shown = symbols.map(
    ({ kind, container, name, startLine, endLine, exported, start, end }) =>
      `${exported ? '+' : ''}${kind} ${container === undefined ? '' : `${container}.`}${name} ${startLine}-${endLine} ${source.text.slice(start, end).split('\n', 1)[0] ?? ''}`,
  );
  return { shown, exported: exports.map(({ name }) => name) };
}

const object = 'export const { a, b: { c = 2 }, "x-y": d, [k]: e, ...rest } = make();';
const array = 'const [f, , [g], ...h] = q, i = 1;';
it.each([
  [
    'a.ts',
    object,
    ['+variable a', '+variable c', '+variable d', '+variable e', '+variable rest'],
    ['a', 'c', 'd', 'e', 'rest'],
  ],
  ['a.js', array, ['variable f', 'variable g', 'variable h', 'variable i'], []],
  ['a.ts', 'let { a }: { a: number } = b;', ['variable a'], []],
  ['a.ts', 'export default make;', [], ['default']],
  ['a.ts', 'function f({ a }) { const { b } = a; }', ['function f'], []],
])('analyzeStructure lists the names that %s destructures: %s', async (...[path, text, names, exported]) => {
  expect(await show({ path, text })).toEqual({ shown: names.map((name) => `${name} 1-1 ${text}`), exported });
});

const declarations = `declare global {
  interface Window { shop: string }
  var debug: boolean;
  namespace App { type Id = string }
}
declare module 'x' {
  export const { y }: Shop;
  function z(): void;
}
declare namespace N { const [m]: number[]; }
export {};
`;

it.each(['a.ts', 'a.d.ts'])(
  'analyzeStructure lists the declarations of "declare global" and "declare module" of %s',
  async (path) => {
    const { symbols } = await analyzeStructure({ path, text: declarations }, options);
    const listed = symbols.map(({ kind, container, name, startLine, endLine, exported }) =>
      [exported ? '+' : '-', kind, container ?? '', name, `${startLine}-${endLine}`].join(' '),
    );
    expect(listed).toEqual([
      '- module  global 1-5',
      '+ interface global Window 2-2',
      '+ variable global.Window shop 2-2',
      '+ variable global debug 3-3',
      '+ module global App 4-4',
      '+ type global.App Id 4-4',
      '- module  x 6-9',
      '- variable x y 7-7',
      '- function x z 8-8',
      '- module  N 10-10',
      '- variable N m 10-10',
    ]);
    expect(declarations.slice(symbols[0]?.nameRange.start, symbols[0]?.nameRange.end)).toBe('global');
  },
);

it.each([
  ['A, B = 1, 2', ['+variable A', '+variable B']],
  ['(A, _B) = pair', ['+variable A', 'variable _B']],
  ['[A, *B] = several', ['+variable A', '+variable B']],
  ['A, (B, [C, D]) = deep', ['+variable A', '+variable B', '+variable C', '+variable D']],
  ['A = B = 1', ['+variable A', '+variable B']],
  ['A, B = C = make()', ['+variable A', '+variable B', '+variable C']],
  ['self.a, b[0], C = make()', ['+variable C']],
  ['A: int', ['+variable A']],
  ['A: int = 1', ['+variable A']],
  ['for A, B in pairs: pass', []],
])('analyzeStructure lists the variables of Python that %s assigns', async (text, names) => {
  const shown = names.map((name) => `${name} 1-1 ${text}`);
  expect((await show({ path: 'a.py', text: `${text}\n` })).shown).toEqual(shown);
  const inClass = names.map((name) => `${name.replace(' ', ' X.')} 2-2 ${text}`);
  const { shown: members } = await show({ path: 'a.py', text: `class X:\n    ${text}\n` });
  expect(members.slice(1)).toEqual(inClass);
});

it.each([
  ['a.ts', 'export const { a, b: { c = a }, ...d } = a;', 'a', options, ['definition shorthand', 'other', 'other']],
  ['a.ts', 'const { a = 1 } = b; log({ a });', 'a', options, ['definition shorthand', 'shorthand shorthand']],
  ['a.ts', 'const { a = 1, b: c } = d; log({ a });', 'a', grammar, ['definition shorthand', 'shorthand shorthand']],
  ['a.js', 'const { b: a } = d;', 'a', grammar, ['definition']],
  ['a.js', 'const [a, ...b] = d;', 'b', grammar, ['definition']],
  ['a.py', 'A, (B, *C) = x\nprint(B)\n', 'B', options, ['definition', 'other']],
  ['a.py', 'A, (B, *C) = x\n', 'C', options, ['definition']],
  ['a.py', 'A = B = x\nC, D = B\n', 'B', options, ['definition', 'other']],
])(
  'findOccurrences tells a destructured name from a property in %s: %s',
  async (...[path, text, name, read, roles]) => {
    const { places } = await findOccurrences({ path, text }, name, read);
    expect(places.map(({ kind, shorthand }) => (shorthand ? `${kind} shorthand` : kind))).toEqual(roles);
  },
);

it('analyzeStructure lists the names of a pattern that nests as deeply as the parser reads', async () => {
  const text = `const ${'{ a: ['.repeat(200)}b${'] }'.repeat(200)} = c;\n`;
  expect((await analyzeStructure({ path: 'a.ts', text }, options)).symbols).toMatchObject([{ name: 'b' }]);
});
