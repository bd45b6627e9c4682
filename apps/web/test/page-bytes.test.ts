import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';

const ui = new URL('../dist/ui/', import.meta.url);
const staticImport = /(?:^|[;}\n])(?:import|export)(?:[^'"()]*?from)?["']\.\/([\w.-]+\.js)["']/g;

/** Returns the gzipped bytes of the scripts that a page needs before it is shown: those of the app, and its own. */
async function countScriptBytes(page?: string): Promise<number> {
  const html = await readFile(new URL('index.html', ui), 'utf8');
  const entry = /src="\/assets\/([\w.-]+\.js)"/.exec(html)?.[1];
  if (entry === undefined) throw new Error('No script of the app.');
  // The folder may also hold scripts of an earlier build.
  const routes = await readFile(new URL(`assets/${entry}`, ui), 'utf8');
  const own = page === undefined ? undefined : new RegExp(`\\b${page}-[\\w-]+\\.js`).exec(routes)?.[0];
  if (page !== undefined && own === undefined) throw new Error(`No script of ${page}.`);
  const sizes = new Map<string, number>();
  const open = [entry, ...(own === undefined ? [] : [own])];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (sizes.has(name)) continue;
    const code = await readFile(new URL(`assets/${name}`, ui), 'utf8');
    sizes.set(name, gzipSync(code, { level: 9 }).length);
    open.push(...[...code.matchAll(staticImport)].flatMap(([, imported]) => imported ?? []));
  }
  return [...sizes.values()].reduce((total, size) => total + size, 0);
}

it.each([
  ['the start page', undefined, 150_000],
  ['the workspace page', 'workspace-page', 320_000],
  ['the page of a rule', 'rule-page', 230_000],
  ['the page of a diagram', 'diagram-page', 290_000],
])('%s needs at most its bound of JavaScript', async (_, page, bound) => {
  const bytes = await countScriptBytes(page);
  expect(bytes).toBeGreaterThan(bound * 0.6);
  expect(bytes).toBeLessThan(bound);
});
