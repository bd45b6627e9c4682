import { expect, it } from 'vitest';
import { targetOf } from './cluster-change.ts';

const target = { resource: 'deployments.apps', name: 'web', namespace: 'shop' };
const apply = (apiVersion: string | undefined, metadata: object) =>
  targetOf({
    verb: 'apply',
    object: { ...(apiVersion !== undefined && { apiVersion }), kind: 'Deployment', metadata },
  });

it('targetOf returns the target of a change that names it', () => {
  expect(targetOf({ verb: 'restart', target })).toBe(target);
});

it.each([
  ['apps/v1', { name: 'web', namespace: 'shop' }, { resource: 'Deployment.v1.apps', name: 'web', namespace: 'shop' }],
  ['v1', { name: 'web' }, { resource: 'Deployment', name: 'web', namespace: undefined }],
  [undefined, {}, { resource: 'Deployment', name: '', namespace: undefined }],
])('targetOf reads the target of an applied object of %s', (apiVersion, metadata, expected) => {
  expect(apply(apiVersion, metadata)).toEqual(expected);
});
