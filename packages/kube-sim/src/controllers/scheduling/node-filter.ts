import { affinityOf, antiAffinityOf, type ClusterView } from './cluster-view.ts';
import { fitsSelector, filterNode, type NodeRejection } from './node-rules.ts';
import { asArray, asObject, asString, type JsonObject } from '../../object/json-value.ts';
import type { KubeObject } from '../../object/kube-object.ts';
import { parseQuantity } from '../../object/quantity.ts';
import { toLabelTest } from '../../selectors/selectors.ts';

/** Creates the filter of nodes for one pod: it applies the scheduler's filters in order and reports the first that fails. */
export function createNodeFilter(
  pod: KubeObject,
  view: ClusterView,
  minor: number,
): (node: KubeObject) => NodeRejection | undefined {
  const spec = asObject(pod['spec']);
  const filterByAffinity = createAffinityFilter(pod, view);
  return (node) =>
    filterNode(spec, node, minor) ??
    findPortConflict(spec, view.podsOn(node)) ??
    findShortage(pod, node, view) ??
    filterByAffinity(node);
}

function findPortConflict(spec: JsonObject, others: readonly KubeObject[]): NodeRejection | undefined {
  const wanted = hostPortsOf(spec);
  if (wanted.length === 0) return undefined;
  const taken = new Set(others.flatMap((other) => hostPortsOf(asObject(other['spec']))));
  if (!wanted.some((port) => taken.has(port))) return undefined;
  return { reasons: ["node(s) didn't have free ports for the requested pod ports"], isPreemptable: true };
}

function hostPortsOf(spec: JsonObject): readonly string[] {
  return asArray(spec['containers'])
    .flatMap((container) => asArray(asObject(container)['ports']).map(asObject))
    .filter(({ hostPort }) => Number(hostPort ?? 0) > 0)
    .map(({ hostPort, protocol }) => `${asString(protocol) || 'TCP'}/${Number(hostPort)}`);
}

function findShortage(
  pod: KubeObject,
  node: KubeObject,
  { podsOn, requestsOf }: ClusterView,
): NodeRejection | undefined {
  const others = podsOn(node);
  const allocatable = asObject(asObject(node['status'])['allocatable']);
  const isFull = others.length + 1 > (parseQuantity(allocatable['pods']) ?? 110);
  const used = others.map(requestsOf);
  const short = Object.entries(requestsOf(pod)).filter(([name, wanted]) => {
    const taken = used.reduce((sum, each) => sum + (each[name] ?? 0), 0);
    return wanted > 0 && taken + wanted > (parseQuantity(allocatable[name]) ?? 0);
  });
  if (!isFull && short.length === 0) return undefined;
  return {
    reasons: [...(isFull ? ['Too many pods'] : []), ...short.map(([name]) => `Insufficient ${name}`)],
    isPreemptable: short.every(([name, wanted]) => wanted <= (parseQuantity(allocatable[name]) ?? 0)),
  };
}

/** Creates the filter by a pod's position relative to other pods: topology spread, affinity and anti-affinity. */
function createAffinityFilter(pod: KubeObject, view: ClusterView): (node: KubeObject) => NodeRejection | undefined {
  const spreads = asArray(asObject(pod['spec'])['topologySpreadConstraints'])
    .map(asObject)
    .filter(({ whenUnsatisfiable }) => whenUnsatisfiable === 'DoNotSchedule');
  const near = affinityOf(pod);
  const far = antiAffinityOf(pod);
  return (node) => {
    for (const spread of spreads) {
      const problem = filterBySpread(pod, node, { spread, view });
      if (problem !== undefined) return { reasons: [problem], isPreemptable: true };
    }
    if (!near.every((term) => satisfiesAffinity(pod, node, { term, view })))
      return { reasons: ["node(s) didn't match pod affinity rules"], isPreemptable: false };
    if (far.some((term) => hasMatchNear(pod, node, { term, view })))
      return { reasons: ["node(s) didn't match pod anti-affinity rules"], isPreemptable: true };
    if (view.withAntiAffinity.some((other) => violatesAntiAffinity(pod, node, { other, view })))
      return { reasons: ["node(s) didn't satisfy existing pods anti-affinity rules"], isPreemptable: true };
    return undefined;
  };
}

function domainOf(node: KubeObject | undefined, key: unknown): string | undefined {
  return node?.metadata.labels?.[asString(key)];
}

/** The pods in a node's topology domain. */
function podsInDomain(node: KubeObject, key: unknown, { nodes, podsOn }: ClusterView): readonly KubeObject[] {
  const domain = domainOf(node, key);
  if (domain === undefined) return [];
  return nodes.filter((each) => domainOf(each, key) === domain).flatMap(podsOn);
}

/** Tests whether an affinity term selects a pod. */
function isSelectedByTerm(
  { metadata }: KubeObject,
  term: JsonObject,
  { by, view }: { by: KubeObject; view: ClusterView },
): boolean {
  const { labelSelector, namespaces, namespaceSelector } = term;
  const named = asArray(namespaces);
  const labels = view.namespaces.find(({ metadata: { name } }) => name === metadata.namespace)?.metadata.labels ?? {};
  const isInNamespace =
    named.includes(metadata.namespace) ||
    (namespaceSelector !== undefined && toLabelTest(namespaceSelector)(labels)) ||
    (named.length === 0 && namespaceSelector === undefined && metadata.namespace === by.metadata.namespace);
  return isInNamespace && toLabelTest(labelSelector)(metadata.labels ?? {});
}

function hasMatchNear(
  pod: KubeObject,
  node: KubeObject,
  { term, view }: { term: JsonObject; view: ClusterView },
): boolean {
  return podsInDomain(node, term['topologyKey'], view).some((other) =>
    isSelectedByTerm(other, term, { by: pod, view }),
  );
}

/** The first of a group of pods with affinity to each other may go anywhere. */
function satisfiesAffinity(
  pod: KubeObject,
  node: KubeObject,
  { term, view }: { term: JsonObject; view: ClusterView },
): boolean {
  if (domainOf(node, term['topologyKey']) === undefined) return false;
  if (hasMatchNear(pod, node, { term, view })) return true;
  const exists = view.pods.some((other) => isSelectedByTerm(other, term, { by: pod, view }));
  return !exists && isSelectedByTerm(pod, term, { by: pod, view });
}

function violatesAntiAffinity(
  pod: KubeObject,
  node: KubeObject,
  { other, view }: { other: KubeObject; view: ClusterView },
): boolean {
  const otherNode = view.nodes.find(({ metadata }) => metadata.name === asObject(other['spec'])['nodeName']);
  return antiAffinityOf(other).some((term) => {
    const domain = domainOf(otherNode, term['topologyKey']);
    return (
      domain !== undefined &&
      domain === domainOf(node, term['topologyKey']) &&
      isSelectedByTerm(pod, term, { by: other, view })
    );
  });
}

const unspread = "node(s) didn't match pod topology spread constraints";

function filterBySpread(
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
