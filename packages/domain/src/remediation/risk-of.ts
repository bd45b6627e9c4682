import type { ClusterChange } from '../cluster/change/cluster-change.ts';
import { kindOf, namespaceOf, type KubeObject } from '../cluster/object/kube-object.ts';
import { numberAt, textAt } from '../cluster/object/read-value.ts';

/** From what can hardly hurt to what cannot be taken back. */
export const riskLevels = ['low', 'medium', 'high'] as const;
export type RiskLevel = (typeof riskLevels)[number];

/** How dangerous a change is, and what makes it so. */
export interface Risk {
  readonly level: RiskLevel;
  readonly reasons: readonly string[];
}

/** A change, and its object before; absent where the change creates it. */
export interface ChangeInPlace {
  readonly change: ClusterChange;
  readonly current: KubeObject | undefined;
}

/** Whether a risk is above another. */
export function isAbove(level: RiskLevel, other: RiskLevel): boolean {
  return riskLevels.indexOf(level) > riskLevels.indexOf(other);
}

/** The highest of several levels; `low` of none. */
export function highestOf(levels: readonly RiskLevel[]): RiskLevel {
  return levels.reduce<RiskLevel>((highest, level) => (isAbove(level, highest) ? level : highest), 'low');
}

/** Says how dangerous a change is, by what it is alone. What a model thinks of it does not count. */
export function riskOf(place: ChangeInPlace): Risk {
  const findings = rules.flatMap((rule) => rule(place) ?? []);
  const level = highestOf(findings.map((finding) => finding.level));
  return { level, reasons: findings.filter((finding) => finding.level === level).map(({ reason }) => reason) };
}

type Rule = (place: ChangeInPlace) => { readonly level: RiskLevel; readonly reason: string } | undefined;

const systemNamespaces: ReadonlySet<string> = new Set(['kube-system', 'kube-public', 'kube-node-lease']);

/** Kinds by which others are let in, kept out or taken along. */
const powerfulKinds: ReadonlySet<string> = new Set([
  'Role',
  'RoleBinding',
  'ClusterRole',
  'ClusterRoleBinding',
  'ServiceAccount',
  'Secret',
  'NetworkPolicy',
  'PersistentVolume',
  'PersistentVolumeClaim',
  'CustomResourceDefinition',
  'MutatingWebhookConfiguration',
  'ValidatingWebhookConfiguration',
  'ValidatingAdmissionPolicy',
  'APIService',
  'StorageClass',
  'PriorityClass',
]);

/** Fields by which a pod gets at more than its own. */
const powerfulFields =
  /"(?:privileged|hostNetwork|hostPID|hostIPC|hostPath|serviceAccountName|serviceAccount|capabilities|runAsUser|allowPrivilegeEscalation|ownerReferences|finalizers|automountServiceAccountToken)"|\/(?:privileged|hostNetwork|hostPID|hostIPC|hostPath|serviceAccountName|capabilities|runAsUser|allowPrivilegeEscalation|finalizers)\b/;

const rules: readonly Rule[] = [
  ({ change }) => (change.verb === 'delete' ? { level: 'high', reason: 'a deletion cannot be taken back' } : undefined),
  ({ change, current }) => {
    const namespace = change.verb === 'apply' ? namespaceOf(change.object) : namespaceOf(current ?? {});
    if (namespace === undefined) return { level: 'high', reason: 'it is of the whole cluster, not of one namespace' };
    return systemNamespaces.has(namespace)
      ? { level: 'high', reason: `${namespace} belongs to the cluster itself` }
      : undefined;
  },
  ({ change, current }) => {
    const kind = kindOf(change.verb === 'apply' ? change.object : (current ?? {}));
    return powerfulKinds.has(kind) ? { level: 'high', reason: `a ${kind} decides about access or data` } : undefined;
  },
  ({ change }) => {
    if (change.verb !== 'patch' && change.verb !== 'apply') return undefined;
    const text = JSON.stringify(change.verb === 'patch' ? change.patch : change.object);
    return powerfulFields.test(text) ? { level: 'high', reason: 'it sets what a pod may do or get at' } : undefined;
  },
  ({ change, current }) => {
    if (change.verb !== 'scale') return undefined;
    const replicas = numberAt(current, 'spec', 'replicas');
    if (change.replicas === 0) return { level: 'high', reason: 'nothing of it runs any more' };
    if (change.replicas < replicas) return { level: 'medium', reason: 'it takes replicas away' };
    return change.replicas > Math.max(2 * replicas, 10)
      ? { level: 'medium', reason: 'it more than doubles the replicas' }
      : { level: 'low', reason: 'it adds replicas' };
  },
  ({ change, current }) => {
    if (change.verb !== 'restart') return undefined;
    const isGradual = kindOf(current ?? {}) === 'Deployment' && numberAt(current, 'spec', 'replicas') > 1;
    if (!isGradual) return { level: 'medium', reason: 'what it restarts is away for a moment' };
    return textAt(current, 'spec', 'strategy', 'type') === 'Recreate'
      ? { level: 'medium', reason: 'all its pods go before new ones come' }
      : { level: 'low', reason: 'its pods are replaced one after the other' };
  },
  ({ change, current }) => {
    if (change.verb !== 'patch' && change.verb !== 'apply') return undefined;
    return current === undefined
      ? { level: 'low', reason: 'it creates what is not there yet' }
      : { level: 'medium', reason: 'it changes the configuration of what runs' };
  },
];
