import { expect, it } from 'vitest';
import { createSnapshot, shopFiles } from '../../../test/support/sample-code.ts';
import { compareSnapshots } from './compare-snapshots.ts';
import { drawComparison } from './draw-comparison.ts';
import { toMarkdown } from './to-markdown.ts';

const base = createSnapshot(shopFiles);
const rename = (path: string) => path.replace('packages/core/src/money.ts', 'packages/core/src/price.ts');
const head = createSnapshot(
  [
    ...shopFiles
      .filter(({ path }) => !path.endsWith('old-report.ts'))
      .map(({ path, ...file }) => ({
        ...file,
        path: rename(path),
        ...(path.endsWith('money.ts') && { blobId: `blob of ${path}` }),
        ...(path.endsWith('worker/src/main.ts') && { blobId: 'other' }),
        imports: [
          ...(file.imports ?? []).map(rename),
          ...(path.endsWith('worker/src/main.ts') ? ['services/web/src/mail.ts'] : []),
        ],
      })),
    { path: 'services/web/src/health.ts', imports: ['services/web/src/`odd`.ts'] },
    { path: 'services/web/src/`odd`.ts' },
  ],
  'b'.repeat(40),
);

it('compareSnapshots finds added, removed, changed and moved files, and imports that moved files keep', () => {
  expect(compareSnapshots(base, head)).toMatchObject({
    added: ['services/web/src/`odd`.ts', 'services/web/src/health.ts'],
    removed: ['services/worker/src/old-report.ts'],
    changed: ['services/worker/src/main.ts'],
    moved: [{ from: 'packages/core/src/money.ts', to: 'packages/core/src/price.ts' }],
    addedEdges: [
      { from: 'services/web/src/health.ts', to: 'services/web/src/`odd`.ts' },
      { from: 'services/worker/src/main.ts', to: 'services/web/src/mail.ts', evidence: { line: 2 } },
    ],
    removedEdges: [],
  });
});

it('compareSnapshots finds packages that begin to depend on another, and new import cycles', () => {
  expect(compareSnapshots(base, head).addedDependencies).toEqual([
    {
      from: 'services/worker',
      to: 'services/web',
      evidence: { path: 'services/worker/src/main.ts', line: 2 },
    },
  ]);
  const circle = (other: string) =>
    createSnapshot([
      { path: 'src/a.ts', imports: ['src/b.ts'] },
      { path: 'src/b.ts', imports: [other] },
      { path: 'src/c.ts', imports: ['src/b.ts'] },
    ]);
  expect(compareSnapshots(circle('lib'), circle('src/a.ts')).addedCycles).toEqual([['src/a.ts', 'src/b.ts']]);
  expect(compareSnapshots(circle('src/a.ts'), circle('src/a.ts')).addedCycles).toEqual([]);
  expect(toMarkdown(compareSnapshots(circle('lib'), circle('src/c.ts')))).toContain('- `src/b.ts` → `src/c.ts`');
});

it('compareSnapshots finds nothing between a commit and itself, and the opposite in the other direction', () => {
  expect(compareSnapshots(base, base)).toMatchObject({
    added: [],
    removed: [],
    changed: [],
    moved: [],
    addedEdges: [],
    removedEdges: [],
  });
  const [forth, back] = [compareSnapshots(base, head), compareSnapshots(head, base)];
  expect(back.added).toEqual(forth.removed);
  expect(back.removed).toEqual(forth.added);
  expect(back.removedEdges).toEqual(forth.addedEdges);
});

it('drawComparison draws each difference with its change', () => {
  const { picture } = drawComparison(base, head);
  const changes = Object.fromEntries(picture.nodes.map(({ data }) => [data.label, data.change]));
  expect(changes).toMatchObject({
    'packages/core/src/price.ts': 'moved',
    'services/worker/src/old-report.ts': 'removed',
    'services/worker/src/main.ts': 'changed',
    'services/web/src/health.ts': 'added',
    'services/web/src/mail.ts': undefined,
  });
  expect(picture.edges.map(({ data }) => data.change)).toEqual(['added', 'added']);
  expect(drawComparison(base, base).picture).toMatchObject({ nodes: [], edges: [] });
});

it('toMarkdown lists the differences with names as code', () => {
  const text = toMarkdown(compareSnapshots(base, head), 'flowchart LR\n');
  expect(text).toContain('files 2 added, 1 removed, 1 moved, 1 changed; imports 2 added, 0 removed');
  expect(text).toContain('- `packages/core/src/money.ts` → `packages/core/src/price.ts`');
  expect(text).toContain('- `` services/web/src/`odd`.ts ``');
  expect(text).toContain('```mermaid\nflowchart LR\n```');
});
