import { expect, test } from 'vitest';
import { diagnose, minutesAgo, toEvidence, toLines } from '../../../../test/support/diagnose.ts';

const namespace = (minutes: number, conditions: string) => `
---
apiVersion: v1
kind: Namespace
metadata: { name: shop, deletionTimestamp: "${minutesAgo(minutes)}" }
status: { phase: Terminating, conditions: [${conditions}] }`;

// Types and texts: kubernetes, pkg/controller/namespace/deletion/status_condition_utils.go.
const fine = (type: string) => `{ type: ${type}, status: "False", reason: ContentRemoved, message: "all is deleted" }`;
const bad = (type: string, message: string) =>
  `{ type: ${type}, status: "True", reason: Some, message: ${JSON.stringify(message)} }`;

test.each<[type: string, message: string, minutes: number, next: RegExp]>([
  [
    'NamespaceDeletionDiscoveryFailure',
    'unable to retrieve the complete list of server APIs: metrics.k8s.io/v1beta1',
    1,
    /APIService/,
  ],
  ['NamespaceDeletionGroupVersionParsingFailure', 'cannot parse a/b/c', 1, /APIService/],
  [
    'NamespaceDeletionContentFailure',
    'Failed to delete all resource types, 1 remaining: denied by webhook',
    1,
    /refuses/,
  ],
  [
    'NamespaceContentRemaining',
    'Some resources are remaining: widgets.acme.io has 1 resource instances',
    9,
    /finalizers/,
  ],
  ['NamespaceFinalizersRemaining', 'acme.io/hold in 1 resource instances', 9, /finalizers/],
])(
  'findNamespaceProblems names the obstacle to the deletion of a namespace when %s is true',
  (...[type, message, minutes, next]) => {
    const found = diagnose(namespace(minutes, `${fine('NamespaceDeletionOther')}, ${bad(type, message)}`));
    expect(toLines(found)).toEqual(['warning StuckTerminating Namespace/shop']);
    expect(toEvidence(found)).toContain(`status.conditions[${type}].message: ${message}`);
    expect(toEvidence(found)).not.toContain('all is deleted');
    expect(found[0]?.next).toMatch(next);
  },
);

test.each([
  ['one that is being emptied', namespace(1, bad('NamespaceContentRemaining', 'pods has 3 resource instances'))],
  ['one that exists', '{ apiVersion: v1, kind: Namespace, metadata: { name: shop }, status: { phase: Active } }'],
])('findNamespaceProblems finds nothing for a namespace: %s', (_name, yaml) => {
  expect(toLines(diagnose(yaml))).toEqual([]);
});
