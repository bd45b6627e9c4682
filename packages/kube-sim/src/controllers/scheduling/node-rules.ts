import { asArray, asObject, asString, type JsonObject } from '../../object/json-value.ts';
import type { KubeObject } from '../../object/kube-object.ts';
import { toLabelTest } from '../../selectors/selectors.ts';

/** The reason why a node does not satisfy a pod, in the scheduler's words. */
export interface NodeRejection {
  readonly reasons: readonly string[];
  /** Preempting other pods would help. */
  readonly isPreemptable: boolean;
}

/** Applies the filters that concern the node alone. */
export function filterNode(spec: JsonObject, node: KubeObject, minor: number): NodeRejection | undefined {
  const nodeSpec = asObject(node['spec']);
  const unresolvable = (reason: string): NodeRejection => ({ reasons: [reason], isPreemptable: false });
  if (nodeSpec['unschedulable'] === true) return unresolvable('node(s) were unschedulable');
  const taint = asArray(nodeSpec['taints'])
    .map(asObject)
    .find((each) => each['effect'] !== 'PreferNoSchedule' && !isTolerated(spec, each));
  if (taint) {
    const which = minor >= 34 ? '(s)' : ` {${asString(taint['key'])}: ${asString(taint['value'])}}`;
    return unresolvable(`node(s) had untolerated taint${which}`);
  }
  return fitsSelector(spec, node) ? undefined : unresolvable("node(s) didn't match Pod's node affinity/selector");
}

/** Tests whether a pod tolerates a taint. */
export function isTolerated(spec: JsonObject, taint: JsonObject): boolean {
  return asArray(spec['tolerations'])
    .map(asObject)
    .some(
      ({ key, operator, value, effect }) =>
        (effect === undefined || effect === '' || effect === taint['effect']) &&
        (operator === 'Exists'
          ? key === undefined || key === '' || key === taint['key']
          : key === taint['key'] && asString(value) === asString(taint['value'])),
    );
}

/** Tests whether a node matches a pod's node selector and required node affinity. */
export function fitsSelector(spec: JsonObject, { metadata }: KubeObject): boolean {
  const labels = metadata.labels ?? {};
  const wanted = Object.entries(asObject(spec['nodeSelector']));
  if (!wanted.every(([name, value]) => labels[name] === value)) return false;
  const required = asObject(
    asObject(asObject(spec['affinity'])['nodeAffinity'])['requiredDuringSchedulingIgnoredDuringExecution'],
  );
  const terms = asArray(required['nodeSelectorTerms']).map(asObject);
  return terms.length === 0 || terms.some(({ matchExpressions }) => toLabelTest({ matchExpressions })(labels));
}
