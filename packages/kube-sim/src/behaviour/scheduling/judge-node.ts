import { asArray, asObject, asString, type JsonObject } from '../../object/json-value.ts';
import type { KubeObject } from '../../object/kube-object.ts';
import { parseQuantity } from '../../object/quantity.ts';
import type { ClusterView } from './cluster-view.ts';
import { judgeNode, type Obstacle } from './node-rules.ts';
import { createAffinityJudge } from './pod-affinity.ts';

/** Makes what judges nodes for one pod, by the rules that a scheduler asks in their order: the first that fails is told. */
export function createNodeJudge(
  pod: KubeObject,
  view: ClusterView,
  minor: number,
): (node: KubeObject) => Obstacle | undefined {
  const spec = asObject(pod['spec']);
  const judgeAffinity = createAffinityJudge(pod, view);
  return (node) =>
    judgeNode(spec, node, minor) ??
    findPortConflict(spec, view.podsOn(node)) ??
    findShortage(pod, node, view) ??
    judgeAffinity(node);
}

function findPortConflict(spec: JsonObject, others: readonly KubeObject[]): Obstacle | undefined {
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

function findShortage(pod: KubeObject, node: KubeObject, { podsOn, requestsOf }: ClusterView): Obstacle | undefined {
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
