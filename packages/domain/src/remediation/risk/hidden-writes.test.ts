import { expect, it } from 'vitest';
import type { ClusterChange } from '../../cluster/change/cluster-change.ts';
import { hasHiddenWrites } from './hidden-writes.ts';

const target = { resource: 'deployments.apps', name: 'web', namespace: 'shop' };
const after = {
  kind: 'Deployment',
  metadata: { name: 'web', labels: { app: 'web' } },
  spec: { args: ['--level', 'info'], limit: '1Gi', size: 'large' },
};
const json = (...patch: readonly object[]): ClusterChange => ({ verb: 'patch', target, type: 'json', patch });
const merge = (patch: unknown): ClusterChange => ({ verb: 'patch', target, type: 'merge', patch });

it.each<[what: string, change: ClusterChange, isHidden: boolean]>([
  ['an apply of the result', { verb: 'apply', object: after }, false],
  ['an apply of another value', { verb: 'apply', object: { ...after, kind: 'StatefulSet' } }, true],
  ['a scaling', { verb: 'scale', target, replicas: 2 }, false],
  ['a patch with a shown value', merge({ spec: { size: 'large' } }), false],
  ['a patch with a value shown under another field', merge({ spec: { other: 'large' } }), true],
  ['a patch with a redacted value', merge({ spec: { size: 'small' } }), true],
  ['a quantity in another form', merge({ spec: { limit: '1024Mi' } }), false],
  ['another quantity', merge({ spec: { limit: '2Gi' } }), true],
  ['a directive of a patch', merge({ spec: { $retainKeys: ['limit'], size: 'large' } }), false],
  ['a deletion of an item', merge({ spec: { args: [{ $patch: 'delete', name: 'web-1' }] } }), false],
  ['a field of the server', merge({ metadata: { resourceVersion: '7' } }), false],
  [
    'a JSON patch with shown values',
    json({ op: 'add', path: '/spec/args/-', value: 'info' }, { op: 'replace', path: '/spec/size', value: 'large' }),
    false,
  ],
  ['a JSON patch that adds a hidden value', json({ op: 'add', path: '/spec/size', value: 'small' }), true],
  ['a JSON patch that replaces a hidden value', json({ op: 'replace', path: '/spec/size', value: 'small' }), true],
  ['a JSON patch of an item', json({ op: 'replace', path: '/spec/args/1', value: 'debug' }), true],
  ['a JSON patch that tests a hidden value', json({ op: 'test', path: '/spec/size', value: 'small' }), false],
  [
    'a JSON patch that copies',
    json({ op: 'add', path: '/spec/size', value: 'large' }, { op: 'copy', from: '/a', path: '/b' }),
    true,
  ],
  ['a JSON patch that moves', json({ op: 'move', from: '/a', path: '/b' }), true],
  ['a JSON patch that removes', json({ op: 'remove', path: '/spec/size' }), false],
  ['a JSON patch of an escaped field', json({ op: 'add', path: '/metadata/labels/a~1b', value: 'web' }), true],
  ['a JSON patch that is no list', { verb: 'patch', target, type: 'json', patch: { op: 'copy' } }, false],
])('hasHiddenWrites of %s', (_what, change, isHidden) => {
  expect(hasHiddenWrites(change, after)).toBe(isHidden);
});

it('hasHiddenWrites does not take two numbers without a finite value for the same quantity', () => {
  expect(hasHiddenWrites({ verb: 'apply', object: { limit: '1e999' } }, { limit: '2e999' })).toBe(true);
});
