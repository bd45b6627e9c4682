import { buffer } from 'node:stream/consumers';
import { newId } from '@shipmate/domain';
import type { NewWorkspace, PendingChange } from '@shipmate/domain/workspace';
import { findTreeProblems } from '@shipmate/domain/workspace/path';
import { unsafePaths, unsafeTrees } from '@shipmate/domain/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTestHelm } from '../../test/support/test-helm.ts';
import { exportArchive, type ExportArchiveOptions, type ExportedRevision } from './export-archive.ts';
import { importArchive } from './import-archive.ts';
import { readArchive } from './read-archive.ts';
import { writtenFormats } from './write-archive.ts';

type Contents = Readonly<Record<string, string>>;

const chart: Contents = {
  'Chart.yaml': 'apiVersion: v2\nname: "shop" # ours\nversion: 1.2.3-rc.1+build\n',
  'values.yaml': 'name: a\n',
  'templates/config-map.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {{ .Values.name }}\n',
};

function revisionOf(
  contents: Contents,
  { roots = [''], pending = {} }: { roots?: readonly string[]; pending?: Readonly<Record<string, PendingChange>> } = {},
): ExportedRevision {
  return {
    name: 'My shops',
    charts: roots.map((root) => ({ id: `id of ${root}`, name: 'named-before', root })),
    files: Object.entries(contents).map(([path, content]) => ({
      id: newId(),
      chartId: null,
      path,
      content,
      pending: pending[path] ?? null,
    })),
  };
}

async function pack(revision: ExportedRevision, options: Partial<ExportArchiveOptions> = {}) {
  const { fileName, bytes } = exportArchive(revision, { format: 'tgz', pending: false, ...options });
  return { fileName, bytes: await buffer(bytes) };
}

function contentsOf({ files }: Pick<NewWorkspace, 'files'>): Contents {
  return Object.fromEntries(files.map(({ path, content }) => [path, content]));
}

async function pathsIn(bytes: Uint8Array): Promise<readonly string[]> {
  return (await readArchive(bytes)).files.map(({ path }) => path);
}

it('exportArchive arranges a chart as helm does', async () => {
  const { fileName, bytes } = await pack(revisionOf(chart));
  expect(fileName).toBe('shop-1.2.3-rc.1+build.tgz');
  expect(await pathsIn(bytes)).toEqual(['shop/Chart.yaml', 'shop/templates/config-map.yaml', 'shop/values.yaml']);
});

it.each([
  ['without a version', 'name: shop\n', 'shop.zip'],
  ['without a name', 'version: 1\n', 'named-before-1.zip'],
  ['with a broken Chart.yaml', 'name: [shop\n', 'named-before.zip'],
  ['with a name that is no file name', 'name: "../a b/ü"\n', 'a-b.zip'],
])('exportArchive names an archive of a chart %s', async (_what, chartYaml, expected) => {
  expect((await pack(revisionOf({ 'Chart.yaml': chartYaml }), { format: 'zip' })).fileName).toBe(expected);
});

describe('exportArchive of a workspace of several charts', () => {
  const revision = revisionOf(
    { 'README.md': '', 'api/Chart.yaml': 'name: api\nversion: 1.0.0\n', 'web/Chart.yaml': 'name: web\n' },
    { roots: ['api', 'web'] },
  );

  it('packs them with all files outside of charts', async () => {
    const { fileName, bytes } = await pack(revision);
    expect(fileName).toBe('My-shops.tgz');
    expect(await pathsIn(bytes)).toEqual(['My-shops/README.md', 'My-shops/api/Chart.yaml', 'My-shops/web/Chart.yaml']);
  });

  it('packs each chart separately', async () => {
    const { fileName, bytes } = await pack(revision, { chartId: 'id of api' });
    expect([fileName, await pathsIn(bytes)]).toEqual(['api-1.0.0.tgz', ['api/Chart.yaml']]);
    await expect(pack(revision, { chartId: newId() })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

it('exportArchive packs the accepted files, or those with pending changes', async () => {
  const revision = revisionOf(
    { ...chart, 'new.yaml': '', 'old.yaml': 'x' },
    {
      pending: {
        'Chart.yaml': { op: 'modify', content: 'name: shop\nversion: 2.0.0\n' },
        'new.yaml': { op: 'create', content: 'new' },
        'old.yaml': { op: 'delete' },
        'values.yaml': { op: 'rename', path: 'values-old.yaml' },
      },
    },
  );
  const accepted = await pack(revision);
  expect(accepted.fileName).toBe('shop-1.2.3-rc.1+build.tgz');
  expect(contentsOf((await importArchive(accepted.bytes)).workspace)).toEqual({ ...chart, 'old.yaml': 'x' });
  const pending = await pack(revision, { pending: true });
  expect(pending.fileName).toBe('shop-2.0.0.tgz');
  expect(contentsOf((await importArchive(pending.bytes)).workspace)).toEqual({
    'Chart.yaml': 'name: shop\nversion: 2.0.0\n',
    'new.yaml': 'new',
    'values-old.yaml': 'name: a\n',
    'templates/config-map.yaml': chart['templates/config-map.yaml'],
  });
});

it.each(unsafePaths)('exportArchive omits the unsafe path %j and reports it', async (path) => {
  const revision = revisionOf({ ...chart, [path]: 'x' });
  expect(exportArchive(revision, { format: 'tgz', pending: false }).left).toEqual([{ path, reason: 'unsafe_path' }]);
  expect((await pathsIn((await pack(revision)).bytes)).length).toBe(Object.keys(chart).length);
});

it.each(unsafeTrees)('exportArchive omits a file and reports it for %s', async (_, paths) => {
  const revision = revisionOf({ ...chart, ...Object.fromEntries(paths.map((path) => [path, 'x'])) });
  const { left } = exportArchive(revision, { format: 'zip', pending: false });
  expect(left).toHaveLength(1);
  const { bytes } = await pack(revision, { format: 'zip' });
  expect((await pathsIn(bytes)).length).toBe(Object.keys(chart).length + paths.length - 1);
});

describe.each(writtenFormats)('exportArchive as %s', (format) => {
  const letters = fc.constantFrom('a', 'b', 'c', 'd', 'ü', '字', '🚢', ' ', '7', '{', '=', '.tpl');
  const segment = fc
    .array(letters, { minLength: 1, maxLength: 24 })
    .map((parts) => parts.join(''))
    .filter((text) => !/^\.+$/.test(text));
  const path = fc.array(segment, { minLength: 1, maxLength: 5 }).map((segments) => segments.join('/'));
  const content = fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed() && !text.includes('\0'));
  const tree = fc
    .dictionary(path, content, { maxKeys: 12 })
    .filter((files) => findTreeProblems(Object.keys(files)).length === 0)
    .map((files) => ({ ...files, 'Chart.yaml': 'name: shop\nversion: 0.1.0\n' }));

  it('round-trips any tree of texts', async () => {
    await fc.assert(
      fc.asyncProperty(tree, async (contents) => {
        const { workspace, left } = await importArchive((await pack(revisionOf(contents), { format })).bytes);
        expect(left).toEqual([]);
        expect(contentsOf(workspace)).toEqual(contents);
      }),
      { numRuns: 200 },
    );
  });

  it('writes the same bytes for the same files', async () => {
    const [first, second] = await Promise.all([
      pack(revisionOf(chart), { format }),
      pack(revisionOf(chart), { format }),
    ]);
    expect(first.bytes.equals(second.bytes)).toBe(true);
  });
});

describe.each([3, 4] as const)('helm %i', (major) => {
  it('accepts our archives, and we import its archives with the same files', async () => {
    const helm = await createTestHelm(major);
    const { signal } = new AbortController();
    const ours = await importArchive((await pack(revisionOf(chart))).bytes);
    const files = new Map(Object.entries(contentsOf(ours.workspace)));
    const linted = await helm.lint({ organizationId: 'acme', files, root: '', valuesFiles: [] }, signal);
    expect(linted).toMatchObject({ succeeded: true, message: '' });
    const rendered = await helm.template({ organizationId: 'acme', files, root: '', valuesFiles: [] }, signal);
    expect(rendered).toMatchObject({ succeeded: true, output: expect.stringContaining('name: a\n') });
    const { archive } = await helm.package({ organizationId: 'acme', files, root: '' }, signal);
    expect(archive?.fileName).toBe((await pack(revisionOf(chart))).fileName);
    const theirs = await importArchive(archive?.bytes ?? Buffer.alloc(0));
    expect(theirs.left).toEqual([]);
    const { 'Chart.yaml': manifest, ...rest } = contentsOf(theirs.workspace);
    expect(manifest).toMatch(/^name: shop$/m);
    expect({ ...rest, 'Chart.yaml': chart['Chart.yaml'] }).toEqual(chart);
  });
});
