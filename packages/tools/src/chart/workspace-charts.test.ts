import type { WorkspaceFile } from '@shipmate/domain/workspace';
import { describe, expect, it } from 'vitest';
import { chooseChart, findChartRoots, findValuesFiles } from './workspace-charts.ts';
import { toWorkspaceFiles } from './workspace-files.ts';

const filesAt = (...paths: readonly string[]): ReadonlyMap<string, string> => new Map(paths.map((path) => [path, '']));

it.each([
  [['README.md'], []],
  [['Chart.yaml', 'charts/db/Chart.yaml'], ['']],
  [
    ['b/Chart.yaml', 'a/Chart.yaml', 'a/charts/db/Chart.yaml'],
    ['a', 'b'],
  ],
  [
    ['charts/a/Chart.yaml', 'charts/b/Chart.yaml'],
    ['charts/a', 'charts/b'],
  ],
])('findChartRoots of %j returns %j', (paths, roots) => {
  expect(findChartRoots(filesAt(...paths))).toEqual(roots);
});

it('isValuesFile distinguishes values files from other files', () => {
  const files = filesAt(
    'a/values.yaml',
    'a/values-prod.yaml',
    'a/values.dev.yml',
    'a/ci/test-values.yaml',
    'a/env/prod/values.yaml',
    'a/templates/values.yaml',
    'a/charts/db/values.yaml',
    'a/values.schema.json',
    'a/myvalues.yaml',
    'b/values-prod.yaml',
  );
  expect(findValuesFiles(files, 'a')).toEqual([
    'a/ci/test-values.yaml',
    'a/env/prod/values.yaml',
    'a/values-prod.yaml',
    'a/values.dev.yml',
  ]);
});

describe('the chosen chart', () => {
  it.each([
    [['Chart.yaml'], undefined, ''],
    [['Chart.yaml'], '.', ''],
    [['Chart.yaml'], './', ''],
    [['a/Chart.yaml', 'b/Chart.yaml'], './b/', 'b'],
  ])('of %j by %j is %j', (paths, wanted, root) => {
    expect(chooseChart(filesAt(...paths), wanted)).toBe(root);
  });

  it.each([
    [[], undefined, 'NOT_FOUND'],
    [['a/Chart.yaml'], 'b', 'NOT_FOUND'],
    [['a/Chart.yaml', 'b/Chart.yaml'], undefined, 'VALIDATION_ERROR'],
  ])('of %j by %j is rejected', (paths, wanted, code) => {
    expect(() => chooseChart(filesAt(...paths), wanted)).toThrow(expect.objectContaining({ code }));
  });
});

it('toWorkspaceFiles returns files as accepted, or with pending changes', () => {
  const file = (path: string, pending: WorkspaceFile['pending']): WorkspaceFile => ({
    id: path,
    chartId: null,
    path,
    content: 'old',
    pending,
  });
  const files = [
    file('same', null),
    file('made', { op: 'create', content: 'new' }),
    file('changed', { op: 'modify', content: 'new' }),
    file('gone', { op: 'delete' }),
    file('from', { op: 'rename', path: 'to' }),
  ];
  expect(Object.fromEntries(toWorkspaceFiles(files, 'accepted'))).toEqual({
    same: 'old',
    changed: 'old',
    gone: 'old',
    from: 'old',
  });
  expect(Object.fromEntries(toWorkspaceFiles(files, 'pending'))).toEqual({
    same: 'old',
    made: 'new',
    changed: 'new',
    to: 'old',
  });
});
