import { kindOf, type KubeObject, namespaceOf, nameOf, ownerOf } from '../../object/kube-object.ts';
import { type Reference, referencesOf } from '../../object/references.ts';
import type { ClusterObjects } from '../cluster-objects.ts';
import { evidence } from '../evidence.ts';
import type { Finding } from '../problem-rule.ts';

/** The kinds whose references are checked. */
const referring = [
  'Deployment',
  'StatefulSet',
  'DaemonSet',
  'CronJob',
  'Job',
  'Pod',
  'RoleBinding',
  'ClusterRoleBinding',
] as const;

/** The kinds that may be missing, by the resource that a reference names; cluster-scoped kinds are marked. */
const targets: Readonly<Record<string, { readonly kind: string; readonly isGlobal?: true }>> = {
  configmaps: { kind: 'ConfigMap' },
  secrets: { kind: 'Secret' },
  persistentvolumeclaims: { kind: 'PersistentVolumeClaim' },
  serviceaccounts: { kind: 'ServiceAccount' },
  services: { kind: 'Service' },
  roles: { kind: 'Role' },
  clusterroles: { kind: 'ClusterRole', isGlobal: true },
  priorityclasses: { kind: 'PriorityClass', isGlobal: true },
  storageclasses: { kind: 'StorageClass', isGlobal: true },
};

/**
 * Resources without which pods do not start. Pods start without the others, or the rules of those report the
 * fault.
 */
const needed: ReadonlySet<string> = new Set(['configmaps', 'secrets', 'persistentvolumeclaims', 'serviceaccounts']);

/** Finds ConfigMaps, Secrets, claims, service accounts and roles that are referenced and do not exist. */
export function findMissingReferences(objects: ClusterObjects): readonly Finding[] {
  return referring
    .flatMap((kind) => objects.all(kind))
    .filter((object) => ownerOf(object) === undefined && !isMachinery(object))
    .flatMap((object) =>
      referencesOf(object)
        .filter((reference) => !reference.optional && isMissing(reference, objects))
        .map((reference) => toFinding(object, reference)),
    );
}

/** Bindings of the system name accounts that are created on first use. */
function isMachinery(object: KubeObject): boolean {
  return (
    kindOf(object).endsWith('Binding') &&
    (nameOf(object).startsWith('system:') || namespaceOf(object) === 'kube-system')
  );
}

function isMissing({ resource, namespace, name }: Reference, objects: ClusterObjects): boolean {
  const target = targets[resource];
  return target !== undefined && objects.lacks(target.kind, target.isGlobal ? undefined : namespace, name);
}

function toFinding(object: KubeObject, { resource, name, use }: Reference): Finding {
  const kind = targets[resource]?.kind ?? resource;
  const isBinding = kindOf(object).endsWith('Binding');
  const stops = needed.has(resource) && use !== 'image pull secret' && !isBinding;
  return {
    severity: stops ? 'critical' : 'warning',
    reason: `Missing${kind}`,
    object,
    message: `${kind} "${name}" does not exist, but is needed as ${use}.`,
    evidence: evidence(use, `${kind.toLowerCase()}/${name}`),
    next: `Check whether ${kind} "${name}" has another name, was deleted, or was never created.`,
  };
}
