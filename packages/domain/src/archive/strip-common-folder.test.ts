import { expect, it } from 'vitest';
import { stripCommonFolder } from './strip-common-folder.ts';

it.each<[paths: readonly string[], stripped: readonly string[], folder: string | undefined]>([
  [['shop/Chart.yaml', 'shop/templates/a.yaml'], ['Chart.yaml', 'templates/a.yaml'], 'shop'],
  [['repo/a/Chart.yaml', 'repo/a/b'], ['a/Chart.yaml', 'a/b'], 'repo'],
  [['shop/Chart.yaml', 'shop-db/Chart.yaml'], ['shop/Chart.yaml', 'shop-db/Chart.yaml'], undefined],
  [['shop/Chart.yaml', 'README.md'], ['shop/Chart.yaml', 'README.md'], undefined],
  [['Chart.yaml'], ['Chart.yaml'], undefined],
  [[], [], undefined],
])('stripCommonFolder turns %j into %j', (paths, stripped, folder) => {
  const files = paths.map((path) => ({ path, content: path }));
  const contents = stripCommonFolder({ files, left: [{ path: '__MACOSX/x', reason: 'binary' }] });
  expect(contents.files).toEqual(stripped.map((path, index) => ({ path, content: paths[index] })));
  expect([contents.folder, contents.left]).toEqual([folder, [{ path: '__MACOSX/x', reason: 'binary' }]]);
});
