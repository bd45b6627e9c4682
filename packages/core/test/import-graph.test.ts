import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

const importPattern = /(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"]+)['"]/g;

/** Everything outside this package that a module reaches, by walking its imports. */
async function packagesReachedFrom(entry: URL): Promise<readonly string[]> {
  const packages = new Set<string>();
  const files = new Set([entry.href]);
  for (const file of files) {
    const source = await readFile(new URL(file), 'utf8');
    for (const [, specifier = ''] of source.matchAll(importPattern)) {
      if (specifier.startsWith('.')) files.add(new URL(specifier, file).href);
      else packages.add(specifier);
    }
  }
  expect(files.size).toBeGreaterThan(10);
  return [...packages];
}

it.each([
  { entry: 'index.ts', packages: ['zod'] },
  { entry: 'testing/index.ts', packages: [] },
])('src/$entry imports $packages and nothing else', async ({ entry, packages }) => {
  expect(await packagesReachedFrom(new URL(`../src/${entry}`, import.meta.url))).toEqual(packages);
});
