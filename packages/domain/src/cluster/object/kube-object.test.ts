import { expect, it } from 'vitest';
import { isOwnedBy, ownerOf, referenceOf } from './kube-object.ts';

const owned = (...ownerReferences: readonly object[]) => ({ metadata: { namespace: 'shop', ownerReferences } });
const set = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web-1', uid: 'u1' };
const other = { kind: 'Widget', uid: 'u2' };

it('ownerOf prefers the controller to the first owner', () => {
  const { uid: _uid, ...reference } = set;
  expect(ownerOf(owned(other, { ...set, controller: true }))).toEqual({ ...reference, namespace: 'shop' });
  expect(ownerOf(owned({ ...other, controller: false }, set))).toEqual({
    apiVersion: '',
    kind: 'Widget',
    name: '',
    namespace: 'shop',
  });
  expect(ownerOf(owned())).toBeUndefined();
});

it('isOwnedBy compares any owner by its UID', () => {
  expect(isOwnedBy(owned(other, set), { metadata: { uid: 'u1' } })).toBe(true);
  expect(isOwnedBy(owned(other, set), { metadata: { uid: 'u3' } })).toBe(false);
});

it('referenceOf leaves out the namespace of an object without one', () => {
  const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'a' } };
  expect(referenceOf(node)).toStrictEqual({ apiVersion: 'v1', kind: 'Node', name: 'a' });
  const pod = { kind: 'Pod', metadata: { name: 'a', namespace: 'shop' } };
  expect(referenceOf(pod)).toStrictEqual({ apiVersion: '', kind: 'Pod', name: 'a', namespace: 'shop' });
});
