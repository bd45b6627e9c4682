import { createRequire } from 'node:module';
import { type CodeMapSnapshot, type DiagramRequest, diagramTypes, toMermaid } from '@shipmate/domain/code-map';
import { createDiagrams } from '@shipmate/tools/diagram';
import { createInlineCompute } from '@shipmate/tools/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openProfile } from './open-profile.ts';
import { sharedBrowser } from './shared-browser.ts';

const require = createRequire(import.meta.url);
const script = require.resolve('mermaid/dist/mermaid.min.js');

declare const mermaid: { readonly parse: (text: string) => Promise<unknown> };

const name = fc.oneof(
  fc.constantFrom(
    'end',
    'subgraph',
    'graph TD',
    'click',
    'style',
    'default',
    '"]',
    '%%{init: {}}%%',
    '%% comment',
    '#quot;',
  ),
  fc.constantFrom(
    '`a`',
    '<script>alert(1)</script>',
    'a|b',
    '1. a',
    '--> x',
    'ünï',
    '名前',
    '\u{1F600}',
    '[x](y)',
    'o--o',
    '**b**',
  ),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }),
);

/** A map of files of these names, each of which imports the next, calls a route and reads a table. */
function toSnapshot(names: readonly string[], commit: string): CodeMapSnapshot {
  const paths = names.map(
    (each, index) => `${each.replaceAll('/', '_')}/${index % 2 === 0 ? 'end' : 'a'}/${each.replaceAll('/', '_')}.ts`,
  );
  const files = paths.map((path, index) => ({
    path,
    size: 100,
    blobId: `${commit} ${path}`,
    language: 'typescript',
    lines: 10,
    recentChanges: 1,
    analysisKey: path,
    imports: [
      {
        module: 'next',
        kind: 'static' as const,
        typeOnly: false,
        line: 1,
        path: paths[index + 1] ?? null,
        external: names[0] ?? null,
      },
    ],
    facts: [
      { kind: 'route' as const, name: `GET ${names[index] ?? ''}`, line: 2 },
      { kind: 'table_read' as const, name: names[index] ?? '', line: 3 },
    ],
  }));
  const label = { owner: 'local', repo: names[0] ?? 'shop' };
  return { mapId: commit, repositoryId: 'r', label, commit, treeId: commit, leftOut: [], files };
}

it("Mermaid's own parser reads the export of every type of diagram and of comparisons, for any names", async () => {
  const compute = createInlineCompute();
  const diagrams = createDiagrams({ compute });
  const caller = { principal: { organizationId: 'o' }, signal: new AbortController().signal };
  const listSymbols = () => Promise.resolve(new Map());
  const texts: string[] = [];
  const sets = fc.sample(fc.uniqueArray(name, { minLength: 1, maxLength: 6 }), { numRuns: 60, seed: 7 });
  for (const names of sets) {
    const snapshot = toSnapshot(names, 'a'.repeat(40));
    const [first] = snapshot.files;
    for (const type of diagramTypes) {
      const nodes = [{ path: first?.path ?? '', label: names[0], group: names.at(-1) }];
      const request: DiagramRequest = type === 'custom' ? { type, nodes } : { type };
      texts.push(toMermaid(await diagrams.draw({ snapshot, request, listSymbols }, caller)));
    }
    const base = toSnapshot(names.slice(1), 'b'.repeat(40));
    texts.push((await diagrams.compare({ base, head: snapshot }, caller)).mermaid);
  }
  await using profile = await openProfile(await sharedBrowser());
  const page = await profile.openTab();
  await page.addScriptTag({ path: script });
  const refused = await page.evaluate(async (all) => {
    const found: string[] = [];
    for (const text of all) {
      await mermaid.parse(text).catch((error: unknown) => found.push(`${String(error)}\n${text}`));
    }
    return found;
  }, texts);
  expect(refused).toEqual([]);
  expect(texts).toHaveLength(sets.length * (diagramTypes.length + 1));
  const isRefused = await page.evaluate(() =>
    mermaid.parse('flowchart LR\n  a[').then(
      () => false,
      () => true,
    ),
  );
  expect(isRefused).toBe(true);
});
