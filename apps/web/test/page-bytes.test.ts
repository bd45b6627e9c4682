import { readFile, stat } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { newId } from '@shipmate/domain';
import { digestOf, type Workspace } from '@shipmate/domain/workspace';
import { expect, it } from 'vitest';
import { toWorkspaceOutline } from '../src/views/workspace-view.ts';

const ui = new URL('../dist/ui/', import.meta.url);
const staticImport = /(?:^|[;}\n])(?:import|export)(?:[^'"()]*?from)?["']\.\/([\w.-]+\.js)["']/g;

/** Returns the files that a page needs before it is shown: the scripts of the app, and those of its own parts. */
async function findScripts(parts: readonly string[]): Promise<ReadonlySet<string>> {
  const html = await readFile(new URL('index.html', ui), 'utf8');
  const entry = /src="\/(assets\/[\w.-]+\.js)"/.exec(html)?.[1];
  if (entry === undefined) throw new Error('No script of the app.');
  // The folder may also hold scripts of an earlier build.
  const routes = await readFile(new URL(entry, ui), 'utf8');
  const own = parts.map((part) => {
    const [name] = new RegExp(`\\b${part}-[\\w-]+\\.js`).exec(routes) ?? [];
    if (name === undefined) throw new Error(`No script of ${part}.`);
    return `assets/${name}`;
  });
  const scripts = new Set(['before-app.js', entry, ...own]);
  for (const script of scripts) {
    const code = await readFile(new URL(script, ui), 'utf8');
    for (const [, imported] of code.matchAll(staticImport)) scripts.add(`assets/${imported}`);
  }
  return scripts;
}

/** Returns the sum of the sizes of built files as the app sends them to a client that accepts gzip. */
async function countBytes(files: Iterable<string>): Promise<number> {
  const sizes = await Promise.all(
    [...files].map(async (file) => {
      const { size } = await stat(new URL(`${file}.gz`, ui)).catch(() => stat(new URL(file, ui)));
      return size;
    }),
  );
  return sizes.reduce((total, size) => total + size, 0);
}

it.each([
  ['the start page, complete,', ['workspace-starts'], 150_000],
  ['the workspace page', ['workspace-page'], 235_000],
  ['the workspace page with an open file', ['workspace-page', 'file-editor'], 340_000],
  ['the page of a rule', ['rule-page'], 225_000],
  ['the page of a diagram', ['diagram-page'], 285_000],
])('%s needs at most its bound of JavaScript', async (_, parts, bound) => {
  const bytes = await countBytes(await findScripts(parts));
  expect(bytes).toBeGreaterThan(bound * 0.6);
  expect(bytes).toBeLessThan(bound);
});

it('a workspace of 3,000 files needs at most 435 KB with an open file, data included', async () => {
  const html = await readFile(new URL('index.html', ui), 'utf8');
  const [, styles = ''] = /href="\/(assets\/[\w.-]+\.css)"/.exec(html) ?? [];
  const scripts = await findScripts(['workspace-page', 'file-editor']);
  const code = await countBytes(['index.html', 'favicon.svg', styles, ...scripts]);
  const files = Array.from({ length: 3_000 }, (_, index) => ({
    id: newId(),
    chartId: null,
    path: `big/templates/${index}.yaml`,
    bytes: 1_900 + (index % 300),
    version: digestOf(`${index}`),
    changed: null,
  }));
  const workspace: Workspace = {
    id: newId(),
    organizationId: newId(),
    name: 'big',
    summary: null,
    createdByUserId: newId(),
    createdType: 'archive',
    currentRevisionNumber: 0,
    settings: { autoAccept: false, validateBeforeAccept: false },
    createdAt: new Date(0),
    updatedAt: new Date(0),
  };
  const list = toWorkspaceOutline({ outline: { workspace, charts: [], files }, conversation: undefined });
  expect(code + gzipSync(JSON.stringify(list)).length).toBeLessThan(435_000);
});

it('the document names the scripts of the workspace page with an open file', async () => {
  const html = await readFile(new URL('index.html', ui), 'utf8');
  const named = /name="workspace-scripts" content="([^"]*)"/.exec(html)?.[1]?.split(' ') ?? [];
  const ofApp = await findScripts([]);
  const own = (await findScripts(['workspace-page', 'file-editor'])).difference(ofApp);
  expect(new Set(named)).toEqual(new Set([...own].map((script) => `/${script}`)));
});
