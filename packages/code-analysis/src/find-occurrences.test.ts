import { expect, it } from 'vitest';
import { findOccurrences } from './find-occurrences.ts';

const options = { stackBytes: 4 * 1024 * 1024, timeMs: 200_000 };

it.each([
  [
    'a.tsx',
    'total',
    `import { total } from './total'; // total\nconst s = 'total', t = \`total \${total}\`;\ntotal(1);\nshop.total();\nconst { total: x } = o;\nclass A { total() { return this.total; } }\nlet y: total;\nf({ total });\nconst Total = <a total="total">total</a>;\n/total/;\n`,
    [
      'import 1:10',
      'other 2:33',
      'call 3:1',
      'call 4:6',
      'member 5:9',
      'definition 6:11',
      'member 6:33',
      'type 7:8',
      'shorthand 8:5',
      'other 9:18',
    ],
    7,
  ],
  ['a.js', '#p', `class A { #p = 1; m() { return this.#p; } }\n`, ['definition 1:11', 'member 1:37'], 0],
  [
    'a.py',
    'total',
    `from shop import total  # total\ndef total(total): return "total"\ntotal(1)\nshop.total()\nx = shop.total\ntotal = 1\n`,
    ['import 1:18', 'definition 2:5', 'definition 2:11', 'call 3:1', 'call 4:6', 'member 5:10', 'definition 6:1'],
    2,
  ],
  [
    'A.java',
    'total',
    `import a.total;\nclass A { int total() { return total(); } // total\n int x = shop.total() + this.total; String s = "total"; total t; }\n`,
    ['import 1:10', 'definition 2:15', 'call 2:32', 'call 3:15', 'member 3:30', 'type 3:57'],
    2,
  ],
  [
    'a.go',
    'Total',
    `package a\nfunc Total() {}\nfunc f(s Shop) { Total(); shop.Total(); x := s.Total }\ntype Total struct{}\n`,
    ['definition 2:6', 'call 3:18', 'call 3:32', 'member 3:48', 'definition 4:6'],
    0,
  ],
  ['alias.go', 'Total', `package a\ntype Total = int\nvar t Total\n`, ['definition 2:6', 'type 3:7'], 0],
  [
    'a.cpp',
    'total',
    `int Shop::total() { return Shop::total(); }\nint a::b::total(int x) { return s.total + s->total(); }\nint total() { return total(); }\n`,
    ['definition 1:11', 'call 1:34', 'definition 2:11', 'member 2:35', 'call 2:46', 'definition 3:5', 'call 3:22'],
    0,
  ],
  ['a.txt', 'total', `total subtotal total_a\ntotal`, ['unknown 1:1', 'unknown 2:1'], 0],
] as const)('findOccurrences finds the identifiers of %s named %s', async (...[path, name, text, places, leftOut]) => {
  const found = await findOccurrences({ path, text }, name, options);
  expect(found.places.map(({ kind, line, column }) => `${kind} ${line}:${column}`)).toEqual(places);
  expect(found).toMatchObject({ mode: path === 'a.txt' ? 'text' : 'parsed', leftOut });
});

it('findOccurrences shows the line of a place, and a part of a long line', async () => {
  const text = `  const a = 1;\n${'x;'.repeat(500)}a;${'y;'.repeat(500)}\n`;
  const { places } = await findOccurrences({ path: 'a.ts', text }, 'a', options);
  expect(places.map((place) => place.text.length)).toEqual([12, 200]);
  expect(places.map((place) => place.text.includes('a;') || place.text === 'const a = 1;')).toEqual([true, true]);
});

it('findOccurrences reads a script that its parser might not survive with a grammar', async () => {
  const text = `${'!'.repeat(3_000)}a; // a\na();\n`;
  const { places, leftOut } = await findOccurrences({ path: 'a.ts', text }, 'a');
  expect([places.map(({ kind }) => kind), leftOut]).toEqual([['other', 'call'], 1]);
});
