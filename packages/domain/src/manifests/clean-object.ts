import { isMap } from 'yaml';
import type { ManifestObject } from './manifest-object.ts';

const clusterFields: readonly (readonly string[])[] = [
  ['status'],
  ['metadata', 'creationTimestamp'],
  ['metadata', 'deletionTimestamp'],
  ['metadata', 'generation'],
  ['metadata', 'managedFields'],
  ['metadata', 'ownerReferences'],
  ['metadata', 'resourceVersion'],
  ['metadata', 'selfLink'],
  ['metadata', 'uid'],
  ['metadata', 'annotations', 'kubectl.kubernetes.io/last-applied-configuration'],
  ['metadata', 'annotations', 'deployment.kubernetes.io/revision'],
];

/** Removes fields that a cluster added to an object. Returns whether there were any. */
export function removeClusterFields({ document }: ManifestObject): boolean {
  const removed = clusterFields.filter((path) => document.hasIn(path) && document.deleteIn(path));
  const annotations = document.getIn(['metadata', 'annotations']);
  if (isMap(annotations) && annotations.items.length === 0) document.deleteIn(['metadata', 'annotations']);
  return removed.length > 0;
}
