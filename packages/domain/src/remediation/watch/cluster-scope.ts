import {
  kindOf,
  type KubeObject,
  labelsOf,
  namespaceOf,
  type ObjectReference,
} from '../../cluster/object/kube-object.ts';
import { matchesLabels } from '../../cluster/object/matches-selector.ts';
import { objectAt } from '../../cluster/object/read-value.ts';
import type { ClusterObjects } from '../../cluster/problems/cluster-objects.ts';
import { titleOfObject } from './title.ts';

const maxOwners = 5;

/** The objects read from a cluster: one part for the whole cluster, or one part for each namespace. */
export type ClusterScope = readonly ClusterObjects[];

/** Finds an object of a kind that the rules read. */
export function findInScope(
  scope: ClusterScope,
  { kind, namespace, name }: Pick<ObjectReference, 'kind' | 'namespace' | 'name'>,
): KubeObject | undefined {
  for (const objects of scope) {
    const found = objects.find(kind, namespace, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Checks whether an object is known not to exist. */
export function isGone(
  scope: ClusterScope,
  { kind, namespace, name }: Pick<ObjectReference, 'kind' | 'namespace' | 'name'>,
): boolean {
  return scope.some((objects) => objects.lacks(kind, namespace, name));
}

/** Returns the pods that a set of objects, given by title, controls or, for a Service, selects. */
export function watchedPods(scope: ClusterScope, titles: ReadonlySet<string>): readonly KubeObject[] {
  return scope.flatMap((objects) => {
    const selectors = objects
      .all('Service')
      .filter((service) => titles.has(titleOfObject(service)))
      .map((service) => ({ namespace: namespaceOf(service), labels: objectAt(service, 'spec', 'selector') }))
      .filter(({ labels }) => Object.keys(labels).length > 0);
    return objects
      .all('Pod')
      .filter(
        (pod) =>
          isControlled(pod, objects, titles) ||
          selectors.some(
            ({ namespace, labels }) => namespace === namespaceOf(pod) && matchesLabels(labels, labelsOf(pod)),
          ),
      );
  });
}

/** Returns the controllers of pods and the services that select them, by title. */
export function dependantTitles(objects: ClusterObjects, pods: readonly KubeObject[]): readonly string[] {
  const services = [...Map.groupBy(pods, namespaceOf)].flatMap(([namespace, group]) =>
    objects.in(namespace, 'Service').filter((service) => {
      const labels = objectAt(service, 'spec', 'selector');
      return Object.keys(labels).length > 0 && group.some((pod) => matchesLabels(labels, labelsOf(pod)));
    }),
  );
  return [...new Set([...pods.flatMap((pod) => chainOf(pod, objects)), ...services].map(titleOfObject))];
}

function isControlled(pod: KubeObject, objects: ClusterObjects, titles: ReadonlySet<string>): boolean {
  return chainOf(pod, objects).some((object) => titles.has(titleOfObject(object)));
}

/** Returns an object and its controllers. */
function chainOf(object: KubeObject, objects: ClusterObjects): readonly KubeObject[] {
  const chain = [object];
  for (let next = objects.ownerOf(object); next !== undefined && chain.length < maxOwners; ) {
    chain.push(next);
    next = objects.ownerOf(next);
  }
  return chain;
}

/** Checks whether an autoscaler sets the replicas of an object. */
export function isAutoscaled(scope: ClusterScope, object: KubeObject): boolean {
  return scope.some((objects) =>
    objects.in(namespaceOf(object), 'HorizontalPodAutoscaler').some((autoscaler) => {
      const target = objectAt(autoscaler, 'spec', 'scaleTargetRef');
      return target['kind'] === kindOf(object) && target['name'] === objectAt(object, 'metadata')['name'];
    }),
  );
}
