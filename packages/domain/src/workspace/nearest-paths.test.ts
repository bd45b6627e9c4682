import { expect, it } from 'vitest';
import { nearestPaths } from './nearest-paths.ts';

const paths = [
  'Chart.yaml',
  'values.yaml',
  'values-prod.yaml',
  'templates/deployment.yaml',
  'templates/service.yaml',
  'templates/_helpers.tpl',
  'charts/db/templates/deployment.yaml',
];

it.each([
  ['deployment.yaml', ['templates/deployment.yaml', 'charts/db/templates/deployment.yaml']],
  ['template/deployment.yaml', ['templates/deployment.yaml', 'charts/db/templates/deployment.yaml']],
  ['templates/deployments.yml', ['templates/deployment.yaml', 'charts/db/templates/deployment.yaml']],
  ['Values.yaml', ['values.yaml', 'values-prod.yaml']],
  ['templates/helpers.tpl', ['templates/_helpers.tpl']],
  ['README.md', []],
  ['', []],
])('nearestPaths finds the paths that %s may mean', (path, nearest) => {
  expect(nearestPaths(path, paths)).toEqual(nearest);
});

it('nearestPaths returns at most three paths, in linear time', () => {
  const many = Array.from({ length: 2_000 }, (_, index) => `templates/${'a'.repeat(400)}-${index}.yaml`);
  expect(nearestPaths(`templates/${'a'.repeat(400)}.yaml`, many)).toHaveLength(3);
});
