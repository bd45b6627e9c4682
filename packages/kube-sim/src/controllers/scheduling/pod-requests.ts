import { asArray, asObject, type JsonObject } from '../../object/json-value.ts';
import type { KubeObject } from '../../object/kube-object.ts';
import { parseQuantity } from '../../object/quantity.ts';

/** Amounts of resources, by their names. */
export type Amounts = Readonly<Record<string, number>>;

/** The request of a pod: the sum of its containers and sidecars, or an init container's request if that is higher. */
export function sumRequests({ spec }: KubeObject): Amounts {
  const { containers, initContainers } = asObject(spec);
  let sidecars: Amounts = {};
  let most: Amounts = {};
  for (const container of asArray(initContainers).map(asObject)) {
    const own = requestsOfContainer(container);
    if (container['restartPolicy'] === 'Always') sidecars = combine(sidecars, own, (left, right) => left + right);
    else
      most = combine(
        most,
        combine(sidecars, own, (left, right) => left + right),
        Math.max,
      );
  }
  const together = asArray(containers)
    .map((container) => requestsOfContainer(asObject(container)))
    .reduce((sum, each) => combine(sum, each, (left, right) => left + right), sidecars);
  return combine(together, most, Math.max);
}

function requestsOfContainer({ resources }: JsonObject): Amounts {
  const requests = Object.entries(asObject(asObject(resources)['requests']));
  return Object.fromEntries(requests.map(([name, value]) => [name, parseQuantity(value) ?? 0]));
}

function combine(left: Amounts, right: Amounts, by: (left: number, right: number) => number): Amounts {
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  return Object.fromEntries([...names].map((name) => [name, by(left[name] ?? 0, right[name] ?? 0)]));
}
