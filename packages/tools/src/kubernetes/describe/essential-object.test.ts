import { expect, test } from 'vitest';
import { toEssentials } from './essential-object.ts';

test.each<[name: string, spec: object]>([
  ['an empty pod selector', { podSelector: {} }],
  ['a volume of type emptyDir', { volumes: [{ name: 'tmp', emptyDir: {} }] }],
  ['a pull policy that is no default', { containers: [{ name: 'a', image: 'web:1', imagePullPolicy: 'Always' }] }],
  ['another restart policy', { restartPolicy: 'Never' }],
  ['another strategy', { strategy: { type: 'Recreate' } }],
  ['an own service account', { serviceAccountName: 'robot' }],
])('toEssentials keeps %s', (_name, spec) => {
  expect(toEssentials({ kind: 'Widget', spec })).toEqual({ kind: 'Widget', spec });
});

test.each<[name: string, spec: object]>([
  ['the default restart policy', { restartPolicy: 'Always' }],
  ['the default priority', { priority: 0 }],
  ['the default account', { serviceAccountName: 'default' }],
  [
    'the default strategy',
    { strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%' } } },
  ],
  ['empty resources', { resources: {} }],
])('toEssentials drops %s', (_name, spec) => {
  expect(toEssentials({ kind: 'Widget', spec: { ...spec, own: 1 } })).toEqual({ kind: 'Widget', spec: { own: 1 } });
});

test.each([
  ['web:1', 'IfNotPresent'],
  ['web:latest', 'Always'],
  ['registry:5000/web', 'Always'],
  ['web@sha256:00', 'IfNotPresent'],
])('toEssentials drops the pull policy that image %s has by default', (image, imagePullPolicy) => {
  expect(toEssentials({ kind: 'Widget', spec: { image, imagePullPolicy } })).toEqual({
    kind: 'Widget',
    spec: { image },
  });
});

test('toEssentials keeps the status of an unknown kind, without its conditions', () => {
  const status = { conditions: [{ type: 'Ready', status: 'True' }], observedGeneration: 3, endpoint: 'db.shop' };
  expect(toEssentials({ kind: 'Database', status })).toEqual({ kind: 'Database', status: { endpoint: 'db.shop' } });
});
