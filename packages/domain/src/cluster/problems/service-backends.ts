import { isCondition } from '../object/condition.ts';
import { type KubeObject, nameOf, namespaceOf } from '../object/kube-object.ts';
import { objectAt, objectsAt, textAt } from '../object/read-value.ts';
import type { ClusterObjects } from './cluster-objects.ts';

/** Returns the pods that a Service selects, except those that have ended or are being deleted. */
export function podsOf(service: KubeObject, objects: ClusterObjects): readonly KubeObject[] {
  const selector = objectAt(service, 'spec', 'selector');
  return objects.labelled(namespaceOf(service), 'Pod').withLabels(selector).filter(isAlive);
}

/** Checks whether a Service has a ready endpoint; true if that is unknown. */
export function hasReadyEndpoint(service: KubeObject, objects: ClusterObjects): boolean {
  if (!objects.knows('EndpointSlice', namespaceOf(service))) return true;
  return objects
    .labelled(namespaceOf(service), 'EndpointSlice')
    .withLabels({ 'kubernetes.io/service-name': nameOf(service) })
    .some((slice) =>
      objectsAt(slice, 'endpoints').some((endpoint) => objectAt(endpoint, 'conditions')['ready'] !== false),
    );
}

/** Checks whether a pod is ready to receive requests. */
export function isPodReady(pod: KubeObject): boolean {
  return isCondition(pod, 'Ready', 'True');
}

function isAlive(pod: KubeObject): boolean {
  const phase = textAt(pod, 'status', 'phase') ?? '';
  return !['Succeeded', 'Failed'].includes(phase) && textAt(pod, 'metadata', 'deletionTimestamp') === undefined;
}
