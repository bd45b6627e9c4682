import { describe, expect, it } from 'vitest';
import { analyzeStructure, maxSourceLength } from './analyze-structure.ts';
import type { CodeStructure } from './structure/code-structure.ts';

/** The stack of a parsing thread, so that scripts of every length are read by `oxc-parser`; these are short. */
const options = { stackBytes: 4 * 1024 * 1024, timeMs: 200_000 };

/** Renders symbols as `kind container.name lines`, with `+` for exported ones and their documentation. */
function show({ symbols }: CodeStructure): string[] {
  return symbols.map(
    ({ name, kind, container, startLine, endLine, exported, doc }) =>
      `${exported ? '+' : ''}${kind} ${container === undefined ? '' : `${container}.`}${name} ${startLine}-${endLine}${doc === undefined ? '' : ` "${doc}"`}`,
  );
}

function showImports({ imports }: CodeStructure): string[] {
  return imports.map(({ module, names, kind, typeOnly, startLine }) =>
    [kind, module, names.join(','), `${startLine}`, ...(typeOnly ? ['type'] : [])].join(' '),
  );
}

const script = `import fs, { join as j, type Path } from 'node:path';
import type { T } from './types.ts';
import * as all from "./all";
import './side.js';
export { a as b, default } from './a.ts';
export * from './star';
const lazy = () => import('./lazy.ts');

/** Sums numbers.
 * @param n numbers */
export async function sum(...n: number[]): Promise<number> { function inner() {} return 0; }
// The shop.
// Second line.
export default class Shop<T> extends Base {
  #secret = 1;
  static total = () => 2;
  constructor(readonly a: string) { super(); }
  get size(): number { return 1; }
  [computed]() {}
}
export interface Item { name: string; price(): number }
type Alias = string;
export enum Color { Red }
export const x = 1, run = function () {};
namespace Deep.er { export function f() {} }
abstract class Base { abstract go(): void }
declare function declared(): void;
`;

describe('analyzeStructure', () => {
  it('reads the declarations of TypeScript', async () => {
    const structure = await analyzeStructure({ path: 'src/shop.ts', text: script }, options);
    expect(structure).toMatchObject({ language: 'typescript', parser: 'oxc', syntaxErrors: 0, truncated: false });
    expect(show(structure)).toEqual([
      'function lazy 7-7',
      '+function sum 11-11 "Sums numbers."',
      '+class Shop 14-20 "The shop."',
      '+variable Shop.#secret 15-15',
      '+method Shop.total 16-16',
      '+method Shop.constructor 17-17',
      '+method Shop.size 18-18',
      '+interface Item 21-21',
      '+variable Item.name 21-21',
      '+method Item.price 21-21',
      'type Alias 22-22',
      '+enum Color 23-23',
      '+variable x 24-24',
      '+function run 24-24',
      'module Deep.er 25-25',
      'function Deep.er.f 25-25',
      'class Base 26-26',
      'method Base.go 26-26',
      'function declared 27-27',
    ]);
  });

  it('reads the imports and exports of TypeScript', async () => {
    const structure = await analyzeStructure({ path: 'src/shop.ts', text: script }, options);
    expect(showImports(structure)).toEqual([
      'static node:path default,join,Path 1',
      'static ./types.ts T 2 type',
      'static ./all * 3',
      'static ./side.js  4',
      'reexport ./a.ts a,default 5',
      'reexport ./star * 6',
      'dynamic ./lazy.ts * 7',
    ]);
    expect(structure.exports.map(({ name, from }) => [name, from])).toEqual([
      ['b', './a.ts'],
      ['default', './a.ts'],
      ['*', './star'],
      ['sum', undefined],
      ['default', undefined],
      ['Item', undefined],
      ['Color', undefined],
      ['x', undefined],
      ['run', undefined],
    ]);
  });

  it('gives the range of a name within its declaration', async () => {
    const text = `// 😀 é\nexport const größe: number = 1;\nclass A { #p() {} 'q r'() {} }\n`;
    const { symbols } = await analyzeStructure({ path: 'a.ts', text }, options);
    expect(symbols.map(({ nameRange: { start, end } }) => text.slice(start, end))).toEqual([
      'größe',
      'A',
      '#p',
      "'q r'",
    ]);
    expect(symbols.map(({ start, end }) => text.slice(start, end))[0]).toBe('export const größe: number = 1;');
  });

  it('reads CommonJS', async () => {
    const text = `const a = require('a'), { b } = require('b').c;\nrequire('side');\nrequire(name);\nexports.x = 1;\nmodule.exports.y = 2;\nmodule.exports = require('./whole')(1);\n`;
    const structure = await analyzeStructure({ path: 'a.cjs', text }, options);
    expect(showImports(structure)).toEqual([
      'require a * 1',
      'require b * 1',
      'require side * 2',
      'require ./whole * 6',
    ]);
    expect(structure.exports.map(({ name }) => name)).toEqual(['x', 'y', 'default']);
  });

  it('reads JSX in JavaScript and TSX', async () => {
    const text = `export const App = () => <a title="x">it's {1}</a>;\n`;
    for (const path of ['a.js', 'a.tsx', 'a.jsx']) {
      expect(show(await analyzeStructure({ path, text }, options))).toEqual(['+function App 1-1']);
    }
  });

  it.each([
    [
      'shop.py',
      `import a.b as c, d\nfrom .x import (e as f, g)\nfrom y import *\n\n@dec\nclass A(B):\n    """Doc of A.\n    more"""\n    z = 1\n    def _m(self):\n        'Doc m.'\n        def q(): pass\n    @staticmethod\n    async def n(): pass\n\nLIMIT = 3\n# Doc of f.\ndef f(x):\n    def inner(): pass\n`,
      [
        '+class A 5-14 "Doc of A."',
        '+variable A.z 9-9',
        'method A._m 10-12 "Doc m."',
        '+method A.n 13-14',
        '+variable LIMIT 16-16',
        '+function f 18-19 "Doc of f."',
      ],
      ['static a.b * 1', 'static d * 1', 'static .x e,g 2', 'static y * 3'],
    ],
    [
      'A.java',
      `package a.b;\nimport java.util.List;\nimport static a.B.*;\n/** Doc. */\npublic class A extends B {\n  private int x;\n  A() {}\n  public void m() { class L {} }\n  enum E { A, B }\n  interface I { void z(); }\n  record R(int a) {}\n}\n`,
      [
        '+class A 5-12 "Doc."',
        'variable A.x 6-6',
        'method A.A 7-7',
        '+method A.m 8-8',
        'enum A.E 9-9',
        'interface A.I 10-10',
        'method A.I.z 10-10',
        'class A.R 11-11',
      ],
      ['static java.util.List * 2', 'static a.B * 3'],
    ],
    [
      'a.go',
      `package a\nimport (\n\t"fmt"\n\tb "x/y"\n)\n// F does.\nfunc F(x int) {}\nfunc (a *A[T]) M() {}\ntype A struct { x int }\ntype I interface { Z() }\nconst C = 1\nvar v, w = 1, 2\ntype X = int\n`,
      [
        '+function F 7-7 "F does."',
        '+method A.M 8-8',
        '+class A 9-9',
        '+interface I 10-10',
        '+method I.Z 10-10',
        '+variable C 11-11',
        'variable v 12-12',
        'variable w 12-12',
        '+type X 13-13',
      ],
      ['static fmt * 3', 'static x/y * 4'],
    ],
    [
      'a.rs',
      `use a::b::{c as d, e};\nextern crate g;\nmod h;\n/// Doc\n#[inline]\npub fn f() {}\nstruct S { a: i32 }\nimpl<T> S<T> { pub fn m(&self) {} }\ntrait T { fn n(); }\nmod inner { fn q() {} }\nmacro_rules! mm { () => {} }\n`,
      [
        '+function f 6-6',
        'class S 7-7',
        '+method S.m 8-8',
        'interface T 9-9',
        'method T.n 9-9',
        'module inner 10-10',
        'function inner.q 10-10',
        'function mm 11-11',
      ],
      ['static a::b::{c as d, e} * 1', 'static g * 2', 'static h * 3'],
    ],
    [
      'a.cs',
      `using System.Text;\nusing X = A.B;\nnamespace N.M {\n/// <summary>Doc</summary>\npublic class A : B { public void M() {} public int P { get; set; } A() {} }\ninterface I { void Z(); }\n}\n`,
      [
        'module N.M 3-7',
        '+class N.M.A 5-5 "Doc"',
        '+method N.M.A.M 5-5',
        '+variable N.M.A.P 5-5',
        'method N.M.A.A 5-5',
        'interface N.M.I 6-6',
        'method N.M.I.Z 6-6',
      ],
      ['static System.Text * 1', 'static A.B * 2'],
    ],
    [
      'a.cpp',
      `#include <vector>\n#include "a.h"\nnamespace n { class A { public: void m(); }; enum E { X }; }\nvoid n::A::m() {}\nint *g() {}\ntypedef int T;\n`,
      [
        '+module n 3-3',
        '+class n.A 3-3',
        '+method n.A.m 3-3',
        '+enum n.E 3-3',
        '+method n.A.m 4-4',
        '+function g 5-5',
        '+type T 6-6',
      ],
      ['static vector * 1', 'static a.h * 2'],
    ],
    [
      'a.php',
      `<?php\nuse C\\D as E;\nrequire_once 'x.php';\nfunction f() {}\nclass A extends B { private function m() {} function n() {} }\ninterface I { function z(); }\n`,
      ['+function f 4-4', '+class A 5-5', 'method A.m 5-5', '+method A.n 5-5', '+interface I 6-6', '+method I.z 6-6'],
      ['static C\\D * 2', 'static x.php * 3'],
    ],
    [
      'a.rb',
      `require 'a'\nrequire_relative 'b'\nputs 'c'\nmodule M\n  # doc\n  class A < B\n    def m; end\n    def self.s; end\n  end\nend\n`,
      ['+module M 4-10', '+class M.A 6-9 "doc"', '+method M.A.m 7-7', '+method M.A.s 8-8'],
      ['require a * 1', 'require b * 2'],
    ],
    [
      'a.sh',
      `source a.sh\n. ./b.sh\necho c\nf() { :; }\nfunction g { :; }\n`,
      ['+function f 4-4', '+function g 5-5'],
      ['static a.sh * 1', 'static ./b.sh * 2'],
    ],
  ] as const)('reads %s', async (...[path, text, symbols, imports]) => {
    const structure = await analyzeStructure({ path, text });
    expect(structure).toMatchObject({ parser: 'tree-sitter', syntaxErrors: 0 });
    expect(show(structure)).toEqual(symbols);
    expect(showImports(structure)).toEqual(imports);
  });

  it('takes the export list of a Python module', async () => {
    const text = `__all__ = ["a", 'B']\ndef a(): pass\ndef b(): pass\nclass B:\n    def m(self): pass\n`;
    const { symbols, exports } = await analyzeStructure({ path: 'a.py', text });
    expect(exports.map(({ name }) => name)).toEqual(['a', 'B']);
    expect(symbols.filter(({ exported }) => exported).map(({ name }) => name)).toEqual(['a', 'B', 'm']);
  });

  it.each([
    ['a.ts', 'export function a() {}\nlet = = 1;\nexport function b() {}\n'],
    ['a.py', 'def a(): pass\nx = = (\ndef b(): pass\n'],
    ['A.java', 'class A { void a() {} int = ; void b() {} }\n'],
  ])('counts syntax errors of %s', async (path, text) => {
    expect((await analyzeStructure({ path, text }, options)).syntaxErrors).toBeGreaterThan(0);
  });

  it('prefers the given language to the extension', async () => {
    const structure = await analyzeStructure({ path: 'script', text: 'def f(): pass\n', language: 'python' });
    expect(show(structure)).toEqual(['+function f 1-1']);
  });

  it.each([
    ['README.md', '# a', 'VALIDATION_ERROR'],
    ['Makefile', '', 'VALIDATION_ERROR'],
    ['a.ts', ' '.repeat(maxSourceLength + 1), 'PAYLOAD_TOO_LARGE'],
  ])('rejects %s', async (path, text, code) => {
    await expect(analyzeStructure({ path, text })).rejects.toMatchObject({ code });
  });

  it.each([
    ['(a='],
    ['['],
    ['{'],
    ['!'],
    ['a=>'],
    ['if(x)'],
    ['`${'],
    ['a?b:'],
    ['<T>'],
    ['new '],
    ["(a=')'"],
    ['(a=/*)*/'],
    ['(a=/[)]/'],
    ['class A{x='],
  ])('survives a script that nests "%s" too deeply for its parser', async (part) => {
    for (const path of ['a.ts', 'a.tsx']) {
      const { parser } = await analyzeStructure({ path, text: part.repeat(5_000) }, options);
      expect(parser).toBe('tree-sitter');
    }
  });

  it('ends with TIMEOUT when a text takes its grammar too long', async () => {
    const reading = analyzeStructure({ path: 'a.py', text: '['.repeat(200_000) }, { timeMs: 1 });
    await expect(reading).rejects.toMatchObject({ code: 'TIMEOUT', details: { path: 'a.py' } });
  });

  it('reads a script that its parser might not survive with a grammar', async () => {
    const deep = `${'!'.repeat(2_000)}x;\n`;
    const text = `import { a as b } from './a';\n${deep}/** Doc. */\nexport function f() {}\nfunction g() {}\nexport { g as h };\nexport const { x } = b, y = 1;\nclass C { m() {} }\n`;
    const structure = await analyzeStructure({ path: 'a.ts', text });
    expect(structure.parser).toBe('tree-sitter');
    expect(show(structure)).toEqual([
      '+function f 4-4 "Doc."',
      '+function g 5-5',
      '+variable y 7-7',
      'class C 8-8',
      'method C.m 8-8',
    ]);
    expect(showImports(structure)).toEqual(['static ./a a 1']);
  });

  it('bounds the entries of a structure', async () => {
    const text = Array.from({ length: 6_000 }, (_, index) => `def f${index}(): pass`).join('\n');
    const { symbols, truncated } = await analyzeStructure({ path: 'a.py', text });
    expect([symbols.length, truncated]).toEqual([5_000, true]);
  });
});
