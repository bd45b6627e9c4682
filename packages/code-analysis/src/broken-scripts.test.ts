import { expect, it } from 'vitest';
import { analyzeStructure } from './analyze-structure.ts';
import { findOccurrences } from './find-occurrences.ts';

const options = { stackBytes: 4 * 1024 * 1024, timeMs: 200_000 };
const first = "import { x } from './a';\nexport function one() { return x(); }\n";
const last = '// x\nclass Three { m() { x(); } }\n';

// `oxc-parser` returns an empty program for each of these.
const broken: readonly (readonly [path: string, middle: string, names: readonly string[]])[] = [
  ['unfinished.ts', 'export function two( { return 2; }\n', ['one', 'm']],
  ['conflict.ts', '<<<<<<< HEAD\nconst a = 1;\n=======\nconst a = 2;\n>>>>>>> feature\n', ['one', 'Three', 'm']],
  ['markup.tsx', 'export const Two = () => <div>{x</div>;\n', ['one']],
  ['assignment.mjs', 'let = = 1;\n', ['one', 'Three', 'm']],
  // https://flow.org/en/docs/types/functions/
  ['flow.js', 'type Callback = (cb?: string) => void;\nfunction two(a?: number) { return x(); }\n', ['one', 'm']],
];

it.each(broken)('analyzeStructure reads what surrounds the syntax error of %s', async (path, middle, names) => {
  const structure = await analyzeStructure({ path, text: `${first}${middle}${last}` }, options);
  expect(structure.syntaxErrors).toBeGreaterThan(0);
  expect(structure.symbols.map(({ name }) => name)).toEqual(expect.arrayContaining([...names]));
  expect(structure.imports).toMatchObject([{ module: './a', names: ['x'] }]);
  expect(structure.exports.map(({ name }) => name)).toContain('one');
});

it.each(broken)('findOccurrences finds the places around the syntax error of %s', async (path, middle) => {
  const text = `${first}${middle}${last}`;
  const { places, leftOut } = await findOccurrences({ path, text }, 'x', options);
  expect(places.map(({ line }) => line)).toEqual(expect.arrayContaining([1, 2, text.split('\n').length - 1]));
  expect(leftOut).toBe(1);
});

it('analyzeStructure counts an error that only one parser sees', async () => {
  // https://www.typescriptlang.org/docs/handbook/2/classes.html#optional-methods-in-classes is no JavaScript.
  const structure = await analyzeStructure({ path: 'a.js', text: 'class A { m?() {} }\n' }, options);
  expect(structure.syntaxErrors).toBeGreaterThan(0);
});
