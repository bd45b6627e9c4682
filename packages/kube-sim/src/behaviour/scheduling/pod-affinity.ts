import { asArray, asObject, asString, type JsonObject } from '../../object/json-value.ts';
import type { KubeObject } from '../../object/kube-object.ts';
import { toLabelTest } from '../../selectors/label-selector.ts';
import { affinityOf, antiAffinityOf } from './affinity-terms.ts';
import type { ClusterView } from './cluster-view.ts';
import { fitsSelector, type Obstacle } from './node-rules.ts';

/** Makes what judges where a pod stands to other pods: spread over domains, near some, and far from others. */
export function createAffinityJudge(pod: KubeObject, view: ClusterView): (node: KubeObject) => Obstacle | undefined {
  const spreads = asArray(asObject(pod['spec'])['topologySpreadConstraints'])
    .map(asObject)
    .filter(({ whenUnsatisfiable }) => whenUnsatisfiable === 'DoNotSchedule');
  const near = affinityOf(pod);
  const far = antiAffinityOf(pod);
  return (node) => {
    for (const spread of spreads) {
      const problem = judgeSpread(pod, node, { spread, view });
      if (problem !== undefined) return { reasons: [problem], isPreemptable: true };
    }
    if (!near.every((term) => isNear(pod, node, { term, view })))
      return { reasons: ["node(s) didn't match pod affinity rules"], isPreemptable: false };
    if (far.some((term) => hasMatchNear(pod, node, { term, view })))
      return { reasons: ["node(s) didn't match pod anti-affinity rules"], isPreemptable: true };
    if (view.shunning.some((other) => isShunned(pod, node, { other, view })))
      return { reasons: ["node(s) didn't satisfy existing pods anti-affinity rules"], isPreemptable: true };
    return undefined;
  };
}

function domainOf(node: KubeObject | undefined, key: unknown): string | undefined {
  return node?.metadata.labels?.[asString(key)];
}

/** The pods in the domain of a node. */
function podsNear(node: KubeObject, key: unknown, { nodes, podsOn }: ClusterView): readonly KubeObject[] {
  const domain = domainOf(node, key);
  if (domain === undefined) return [];
  return nodes.filter((each) => domainOf(each, key) === domain).flatMap(podsOn);
}

/** Whether a pod is one that a term of another means. */
function isMeant(
  { metadata }: KubeObject,
  term: JsonObject,
  { by, view }: { by: KubeObject; view: ClusterView },
): boolean {
  const { labelSelector, namespaces, namespaceSelector } = term;
  const named = asArray(namespaces);
  const labels = view.namespaces.find(({ metadata: { name } }) => name === metadata.namespace)?.metadata.labels ?? {};
  const isThere =
    named.includes(metadata.namespace) ||
    (namespaceSelector !== undefined && toLabelTest(namespaceSelector)(labels)) ||
    (named.length === 0 && namespaceSelector === undefined && metadata.namespace === by.metadata.namespace);
  return isThere && toLabelTest(labelSelector)(metadata.labels ?? {});
}

function hasMatchNear(
  pod: KubeObject,
  node: KubeObject,
  { term, view }: { term: JsonObject; view: ClusterView },
): boolean {
  return podsNear(node, term['topologyKey'], view).some((other) => isMeant(other, term, { by: pod, view }));
}

/** The first of pods that want to be near one another may be anywhere. */
function isNear(pod: KubeObject, node: KubeObject, { term, view }: { term: JsonObject; view: ClusterView }): boolean {
  if (domainOf(node, term['topologyKey']) === undefined) return false;
  if (hasMatchNear(pod, node, { term, view })) return true;
  const exists = view.pods.some((other) => isMeant(other, term, { by: pod, view }));
  return !exists && isMeant(pod, term, { by: pod, view });
}

function isShunned(
  pod: KubeObject,
  node: KubeObject,
  { other, view }: { other: KubeObject; view: ClusterView },
): boolean {
  const home = view.nodes.find(({ metadata }) => metadata.name === asObject(other['spec'])['nodeName']);
  return antiAffinityOf(other).some((term) => {
    const domain = domainOf(home, term['topologyKey']);
    return (
      domain !== undefined && domain === domainOf(node, term['topologyKey']) && isMeant(pod, term, { by: other, view })
    );
  });
}

const unspread = "node(s) didn't match pod topology spread constraints";

function judgeSpread(
  pod: KubeObject,
  node: KubeObject,
  { spread, view }: { readonly spread: JsonObject; readonly view: ClusterView },
): string | undefined {
  const { topologyKey, labelSelector, maxSkew } = spread;
  const domain = domainOf(node, topologyKey);
  if (domain === undefined) return `${unspread} (missing required label)`;
  const isSelected = toLabelTest(labelSelector);
  const counts = new Map<string, number>();
  for (const each of view.nodes.filter((one) => fitsSelector(asObject(pod['spec']), one))) {
    const name = domainOf(each, topologyKey);
    if (name === undefined) continue;
    const there = view
      .podsOn(each)
      .filter(({ metadata }) => metadata.namespace === pod.metadata.namespace && isSelected(metadata.labels ?? {}));
    counts.set(name, (counts.get(name) ?? 0) + there.length);
  }
  const own = isSelected(pod.metadata.labels ?? {}) ? 1 : 0;
  const skew = (counts.get(domain) ?? 0) + own - Math.min(...counts.values());
  return skew > Number(maxSkew ?? 1) ? unspread : undefined;
}
