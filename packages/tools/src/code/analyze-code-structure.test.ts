import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createToolExecutionContext } from '@shipmate/core';
import { expect, it } from 'vitest';
import { createCheckout } from '../../test/support/create-checkout.ts';
import { createLocalCheckouts } from '../checkout/create-local-checkouts.ts';
import type { ComputePort } from '../compute/compute-port.ts';
import { createCompute } from '../compute/create-compute.ts';
import { analyzeCodeStructure } from './analyze-code-structure.ts';

const shop = `import { tax } from './tax';
/** Sells things. */
export class Shop {
  /** Sums up. */
  total(): number { return tax(1); }
}
export interface Item { price: number }
function help() {}
`;

it('analyzeCodeStructure lists functions, classes with methods, imports and exports of a file', async () => {
  await using checkout = await createCheckout({ 'src/shop.ts': shop });
  const output = await analyzeCodeStructure.execute({ filePath: 'src/shop.ts' }, checkout.context);
  expect(output).toMatchObject({
    filePath: 'src/shop.ts',
    language: 'typescript',
    functions: [{ name: 'help', startLine: 8, endLine: 8, exported: false }],
    classes: [
      { name: 'Shop', startLine: 3, endLine: 6, doc: 'Sells things.', methods: [{ name: 'total', doc: 'Sums up.' }] },
    ],
    declarations: [
      { kind: 'interface', name: 'Item' },
      { kind: 'variable', name: 'price', container: 'Item' },
    ],
    imports: [{ module: './tax', names: ['tax'], kind: 'static' }],
    exports: [{ name: 'Shop' }, { name: 'Item' }],
    syntaxErrors: 0,
    truncated: false,
  });
  expect(analyzeCodeStructure.toModel?.(analyzeCodeStructure.output.parse(output))).toContain(
    '3-6 exported class Shop: Sells things.\n  5-5 exported method Shop.total: Sums up.',
  );
});

it.each([
  ['a.py', 'import os\nfrom a import b\n', ['1 import os', '2 import b from a']],
  ['a.go', 'package a\nimport "fmt"\n', ['2 import fmt']],
  ['A.java', 'import java.util.List;\n', ['1 import java.util.List']],
  [
    'a.ts',
    "import './a';\nimport * as b from './b';\nexport * from './c';\nconst d = require('d');\nawait import('./e');\n",
    ['1 import ./a', '2 import * from ./b', '3 reexport * from ./c', '4 require d', '5 import ./e'],
  ],
])('analyzeCodeStructure shows models the imports of %s', async (filePath, text, lines) => {
  await using checkout = await createCheckout({ [filePath]: text });
  const output = await analyzeCodeStructure.execute({ filePath }, checkout.context);
  const shown = analyzeCodeStructure.toModel?.(analyzeCodeStructure.output.parse(output)) ?? '';
  expect(shown.split('\n').filter((line) => /^\d+ (?:import|reexport|require)/u.test(line))).toEqual(lines);
});

it('analyzeCodeStructure refuses files outside of the checkout, binary files and unknown languages', async () => {
  await using checkout = await createCheckout({ 'a.ts': 'a\0', 'b.txt': 'b', 'c.ts': '' });
  for (const filePath of ['../c.ts', 'a.ts', 'b.txt']) {
    const call = analyzeCodeStructure.execute({ filePath }, checkout.context);
    await expect(call).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  }
  const context = { ...createToolExecutionContext(checkout.context), ports: checkout.context.ports };
  const call = analyzeCodeStructure.execute({ filePath: 'c.ts' }, { ...context, workspaceDir: undefined } as never);
  await expect(call).rejects.toMatchObject({ code: 'VALIDATION_ERROR', details: { field: 'workspaceDir' } });
});

it('analyzeCodeStructure reads long scripts with the fast parser in a thread, and deep ones without ending the process', async () => {
  const long = Array.from({ length: 2_000 }, (_, index) => `export function f${index}(a: number) { return [a]; }`);
  await using checkout = await createCheckout({ 'long.ts': long.join('\n'), 'deep.ts': '(a='.repeat(100_000) });
  await using compute = createCompute({ maxThreads: 1 });
  const context = { ...checkout.context, ports: { ...checkout.context.ports, compute } };
  expect(await analyzeCodeStructure.execute({ filePath: 'long.ts' }, context)).toMatchObject({ parser: 'oxc' });
  const deep = analyzeCodeStructure.execute({ filePath: 'deep.ts' }, context).then(
    ({ parser }) => parser,
    ({ code }: { code: string }) => code,
  );
  expect(['tree-sitter', 'TIMEOUT']).toContain(await deep);
});

/** Calls the tool, and returns its output and the number of tasks that it needed. */
function createCounted({ context }: Awaited<ReturnType<typeof createCheckout>>) {
  let tasks = 0;
  const compute: ComputePort = {
    run: (...call) => {
      tasks += 1;
      return context.ports.compute.run(...call);
    },
  };
  return async (input: Parameters<typeof analyzeCodeStructure.execute>[0], ports = context.ports) => {
    tasks = 0;
    const output = await analyzeCodeStructure.execute(input, { ...context, ports: { ...ports, compute } });
    return { output, tasks };
  };
}

it('analyzeCodeStructure analyzes unchanged content once, and changed content again', async () => {
  await using checkout = await createCheckout({ 'src/shop.ts': shop });
  const analyze = createCounted(checkout);
  const first = await analyze({ filePath: 'src/shop.ts' });
  expect(first.tasks).toBe(2);
  const kept = structuredClone(first.output);
  // A caller may change what it got.
  for (const list of [first.output.imports, first.output.exports]) for (const each of list) each.startLine = 99;
  first.output.imports[0]?.names.push('other');
  expect(await analyze({ filePath: 'src/shop.ts' })).toEqual({ output: kept, tasks: 0 });

  await writeFile(join(checkout.folder, 'src/shop.ts'), shop.replace('function help', 'function hint'));
  const changed = await analyze({ filePath: 'src/shop.ts' });
  expect(changed.tasks).toBe(2);
  expect(changed.output.functions).toMatchObject([{ name: 'hint' }]);

  await writeFile(join(checkout.folder, 'src/shop.ts'), shop);
  expect(await analyze({ filePath: 'src/shop.ts' })).toEqual({ output: kept, tasks: 0 });
});

it('analyzeCodeStructure analyzes the same content again for another path or language, and in another port', async () => {
  await using checkout = await createCheckout({ 'a.ts': 'let a = <b>c;', 'a.tsx': 'let a = <b>c;' });
  const analyze = createCounted(checkout);
  const [asScript, asTsx] = [await analyze({ filePath: 'a.ts' }), await analyze({ filePath: 'a.tsx' })];
  expect([asScript.output.syntaxErrors, asTsx.output.syntaxErrors > 0]).toEqual([0, true]);
  const asPython = await analyze({ filePath: 'a.ts', language: 'python' });
  expect([asPython.output.language, asPython.tasks]).toEqual(['python', 2]);
  const ports = { ...checkout.context.ports, checkouts: createLocalCheckouts() };
  expect(await analyze({ filePath: 'a.ts' }, ports)).toEqual({ ...asScript, tasks: 2 });
});

it('analyzeCodeStructure does not keep a failure', async () => {
  await using checkout = await createCheckout({ 'b.txt': 'let a = 1;' });
  const analyze = createCounted(checkout);
  await expect(analyze({ filePath: 'b.txt' })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  await expect(analyze({ filePath: 'b.txt' })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  expect((await analyze({ filePath: 'b.txt', language: 'typescript' })).tasks).toBe(2);
});

it('a port forgets the structures that were not used for longest, beyond 64 MB', async () => {
  await using checkout = await createCheckout({});
  const { structures } = await checkout.context.ports.checkouts.open(checkout.context);
  const keyOf = (index: number) => ({ path: `${index}.ts`, version: 'v', language: undefined });
  const symbol = { kind: 'function', start: 0, end: 1, startLine: 1, endLine: 1, exported: false } as const;
  const large = { ...symbol, name: 'x'.repeat(1_000_000), nameRange: { start: 0, end: 1 } };
  const structure = { language: 'typescript', parser: 'oxc', symbols: [large], imports: [], exports: [] } as const;
  for (let index = 0; index < 33; index += 1) {
    structures.set(keyOf(index), { ...structure, syntaxErrors: 0, truncated: false });
    structures.get(keyOf(0));
  }
  const isKept = (index: number) => structures.get(keyOf(index)) !== undefined;
  expect([0, 1, 2, 3, 32].map(isKept)).toEqual([true, false, false, true, true]);
});
