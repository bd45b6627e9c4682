import { createToolExecutionContext } from '@shipmate/core';
import { expect, it } from 'vitest';
import { createCheckout } from '../../test/support/create-checkout.ts';
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
