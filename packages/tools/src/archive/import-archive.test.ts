import { expect, it } from 'vitest';
import { rawTar } from '../testing/raw-archives.ts';
import { importArchive } from './import-archive.ts';

function tarOf(...paths: readonly string[]): Buffer {
  return rawTar(
    paths.map((name) => ({ name, content: name.endsWith('Chart.yaml') ? `name: of-${name.split('/').at(-2)}\n` : '' })),
  );
}

it.each([
  { paths: ['shop/Chart.yaml', 'shop/values.yaml'], name: 'of-shop', roots: [''] },
  { paths: ['repo/README.md', 'repo/shop/Chart.yaml'], name: 'of-shop', roots: ['shop'] },
  { paths: ['repo/a/Chart.yaml', 'repo/b/Chart.yaml'], name: 'repo', roots: ['a', 'b'] },
  { paths: ['a/Chart.yaml', 'b/Chart.yaml'], name: 'of-a and 1 more', roots: ['a', 'b'] },
  { paths: ['shop/Chart.yaml', 'shop/charts/db/Chart.yaml'], name: 'of-shop', roots: [''] },
])('importArchive of $paths creates the workspace "$name" with charts in $roots', async ({ paths, name, roots }) => {
  const { workspace } = await importArchive(tarOf(...paths));
  expect(workspace).toMatchObject({ name, createdType: 'archive', charts: roots.map((root) => ({ root })) });
});

it('importArchive assigns every file to its chart, and files outside of charts to none', async () => {
  const { workspace } = await importArchive(
    tarOf('repo/README.md', 'repo/a/Chart.yaml', 'repo/ab/Chart.yaml', 'repo/ab/x'),
  );
  const [a, ab] = workspace.charts;
  expect(workspace.files.map(({ path, chartId, pending }) => [path, chartId, pending])).toEqual([
    ['README.md', null, null],
    ['a/Chart.yaml', a?.id, null],
    ['ab/Chart.yaml', ab?.id, null],
    ['ab/x', ab?.id, null],
  ]);
});

it('importArchive names a chart after its folder when its Chart.yaml has no name', async () => {
  const { workspace } = await importArchive(rawTar([{ name: 'Web Shop/Chart.yaml', content: '{' }]));
  expect(workspace).toMatchObject({ name: 'web-shop', charts: [{ name: 'web-shop', root: '' }] });
});

it('importArchive strips the top folder from omitted files too', async () => {
  const bytes = rawTar([
    { name: 'shop/Chart.yaml' },
    { name: 'shop/logo.png', content: '\0' },
    { name: '.DS_Store', content: '\0' },
  ]);
  expect((await importArchive(bytes)).left.map(({ path }) => path)).toEqual(['logo.png', '.DS_Store']);
});

it.each([[['shop/values.yaml']], [['shop/chart.yaml']], [['shop/MyChart.yaml']], [[]]])(
  'importArchive rejects an archive without a chart: %j',
  async (paths) => {
    await expect(importArchive(tarOf(...paths))).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining('no Chart.yaml'),
      details: { reason: 'no_chart' },
    });
  },
);
