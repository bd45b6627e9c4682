import { expect, it } from 'vitest';
import { findDependants } from '../../src/cluster/impact/find-dependants.ts';
import { referencesOf } from '../../src/cluster/object/references.ts';
import { retryDelayOf } from '../../src/cluster/problems/retry-delay.ts';
import { healthOf } from '../../src/remediation/health-of.ts';
import { desiredStateOf } from '../../src/remediation/watch/desired-state.ts';

// Custom resources may have these kinds: API servers accept every DNS label.
it.each(['constructor', 'valueOf', 'toString', 'hasOwnProperty', '__proto__'])(
  'an object of the kind %s is one of an unknown kind',
  (kind) => {
    const object = { apiVersion: 'example.com/v1', kind, metadata: { name: 'web', namespace: 'shop' }, spec: {} };
    expect(referencesOf(object)).toEqual([]);
    expect(healthOf(object)).toEqual(healthOf({ ...object, kind: 'Widget' }));
    expect(desiredStateOf(object)).toEqual({});
    expect(
      retryDelayOf({ reason: 'PodsRefused', root: { apiVersion: 'example.com/v1', kind, name: 'web' } }),
    ).toBeUndefined();
    expect(
      findDependants(object, [{ ...object, metadata: { name: 'other', namespace: 'shop' } }], () => undefined),
    ).toEqual([]);
  },
);
