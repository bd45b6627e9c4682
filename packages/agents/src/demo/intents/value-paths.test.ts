import { AppError } from '@shipmate/core';
import { expect, test } from 'vitest';
import { workloadPaths } from './value-paths.ts';

const replicas = ['replicaCount', 'replicas'];

test.each([
  ['replicaCount: 1\n', 'set 3 replicas', [['replicaCount']]],
  ['replicas: 1\n', 'set 3 replicas', [['replicas']]],
  [
    'web: {replicas: 1}\napi: {replicaCount: 1}\n',
    'set 3 replicas',
    [
      ['web', 'replicas'],
      ['api', 'replicaCount'],
    ],
  ],
  ['web: {replicas: 1}\napi: {replicas: 1}\n', 'set 3 replicas for the api', [['api', 'replicas']]],
  ['web: {replicas: 1}\nredis: {replicas: 1}\n', 'set 3 replicas', [['web', 'replicas']]],
])('workloadPaths finds the setting in %j for «%s»', (values, clause, paths) => {
  expect(workloadPaths(values, replicas, clause)).toEqual(paths);
});

test.each(['', '# nothing\n', 'size: 3\n', 'redis: {replicas: 1}\n'])(
  'workloadPaths throws NOT_FOUND when the values are %j',
  (values) => {
    expect(() => workloadPaths(values, replicas, 'set 3 replicas')).toThrow(
      new AppError({ code: 'NOT_FOUND', message: 'I found no `replicaCount` or `replicas` in `values.yaml`.' }),
    );
  },
);
