import { parseSync, type ParserOptions } from 'oxc-parser';
import { expect, it } from 'vitest';
import { toModuleName } from './module-names.ts';

const text = `import a, { b as c, default as d } from 'x';
import * as e from 'y';
export { f as g, default } from 'z';
export * from 'w';
export * as h from 'v';
export default 1;
const i = 1, j = 2;
export { i, j as k };
`;

it.each([['eager'], ['lazy']])('toModuleName reads the records of an %s tree', (mode) => {
  const options = (mode === 'lazy' ? { experimentalLazy: true } : {}) as ParserOptions;
  const { module } = parseSync('a.ts', text, options);
  expect(
    module.staticImports.flatMap(({ entries }) => entries.map(({ importName }) => toModuleName(importName))),
  ).toEqual(['default', 'b', 'default', '*']);
  const exported = module.staticExports.flatMap(({ entries }) => entries);
  expect(exported.map(({ exportName }) => toModuleName(exportName))).toEqual([
    'g',
    'default',
    '*',
    'h',
    'default',
    'i',
    'k',
  ]);
  expect(exported.map(({ importName }) => toModuleName(importName)).slice(0, 4)).toEqual(['f', 'default', '*', '*']);
});
