import { toTimestamp } from '../clock/virtual-clock.ts';
import { asObject, asString, isObject, valueAt } from '../object/json-value.ts';
import type { KubeObject } from '../object/kube-object.ts';
import type { ResourceDefinition } from '../resources/resource-definition.ts';
import { formatLabelSelector } from '../selectors/selectors.ts';

const defaults = { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' };

function split(path: string): readonly string[] {
  return path.split('.').filter((part) => part !== '');
}

/** The `scale` subresource of a workload. */
export function toScale(definition: ResourceDefinition, object: KubeObject): KubeObject {
  const paths = definition.custom?.scale ?? defaults;
  const { labelSelectorPath } = definition.custom?.scale ?? {};
  const selector =
    labelSelectorPath === undefined
      ? formatLabelSelector(asObject(object['spec'])['selector'])
      : asString(valueAt(object, split(labelSelectorPath)));
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata;
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: {
      name,
      ...(namespace !== undefined && { namespace }),
      uid,
      resourceVersion,
      creationTimestamp: creationTimestamp ?? toTimestamp(0),
    },
    spec: { replicas: Number(valueAt(object, split(paths.specReplicasPath)) ?? 0) },
    status: {
      replicas: Number(valueAt(object, split(paths.statusReplicasPath)) ?? 0),
      ...(selector !== '' && { selector }),
    },
  };
}

/** Copies a workload with the replicas of a scale. */
export function withScale(definition: ResourceDefinition, object: KubeObject, scale: unknown): KubeObject {
  const path = split((definition.custom?.scale ?? defaults).specReplicasPath);
  const copy = structuredClone(object);
  let parent: Record<string, unknown> = copy;
  for (const name of path.slice(0, -1)) {
    if (!isObject(parent[name])) parent[name] = {};
    parent = parent[name] as Record<string, unknown>;
  }
  parent[path.at(-1) ?? 'replicas'] = Number(valueAt(scale, ['spec', 'replicas']) ?? 0);
  return copy;
}
