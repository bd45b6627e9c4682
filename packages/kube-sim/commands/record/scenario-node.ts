import { asArray, asObject, asString } from '../../src/object/json-value.ts';
import type { KubeObject } from '../../src/object/kube-object.ts';
import type { Scenario } from '../../src/scenario/scenario.ts';

/** Taints and labels that the cluster sets itself. */
const own = /^(?:beta\.)?(?:node\.)?kubernetes\.io\//;

/** Converts a node to a scenario: its size, labels and taints. */
export function toScenarioNode({ metadata, spec, status }: KubeObject): NonNullable<Scenario['nodes']>[number] {
  const { cpu, memory } = asObject(asObject(status)['allocatable']);
  const labels = Object.entries(metadata.labels ?? {}).filter(([name]) => !own.test(name));
  const taints = asArray(asObject(spec)['taints'])
    .map(asObject)
    .map(({ key, value, effect }) => ({
      key: asString(key),
      effect: asString(effect),
      ...(typeof value === 'string' && { value }),
    }))
    .filter(({ key }) => !own.test(key));
  return {
    name: metadata.name,
    ...(typeof cpu === 'string' && { cpu }),
    ...(typeof memory === 'string' && { memory }),
    ...(labels.length > 0 && { labels: Object.fromEntries(labels) }),
    ...(taints.length > 0 && { taints }),
  };
}
