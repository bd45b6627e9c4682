import { kindOf, type KubeObject } from '../../object/kube-object.ts';
import { entryOf, objectsAt, textAt } from '../../object/read-value.ts';
import type { ClusterObjects } from '../cluster-objects.ts';
import { evidence } from '../evidence.ts';
import type { Finding } from '../problem-rule.ts';

/** Removed and deprecated API versions: the Kubernetes release of the removal, and the replacement. */
const removals: Readonly<Record<string, readonly [release: string, instead: string]>> = {
  'extensions/v1beta1': ['1.22', 'apps/v1 or networking.k8s.io/v1'],
  'apps/v1beta1': ['1.16', 'apps/v1'],
  'apps/v1beta2': ['1.16', 'apps/v1'],
  'networking.k8s.io/v1beta1': ['1.22', 'networking.k8s.io/v1'],
  'rbac.authorization.k8s.io/v1beta1': ['1.22', 'rbac.authorization.k8s.io/v1'],
  'admissionregistration.k8s.io/v1beta1': ['1.22', 'admissionregistration.k8s.io/v1'],
  'apiextensions.k8s.io/v1beta1': ['1.22', 'apiextensions.k8s.io/v1'],
  'scheduling.k8s.io/v1beta1': ['1.22', 'scheduling.k8s.io/v1'],
  'batch/v1beta1': ['1.25', 'batch/v1'],
  'policy/v1beta1': ['1.25', 'policy/v1'],
  'autoscaling/v2beta1': ['1.25', 'autoscaling/v2'],
  'autoscaling/v2beta2': ['1.26', 'autoscaling/v2'],
};

/** The kinds that are checked. */
const kinds = [
  'Deployment',
  'StatefulSet',
  'DaemonSet',
  'CronJob',
  'Ingress',
  'NetworkPolicy',
  'HorizontalPodAutoscaler',
  'PodDisruptionBudget',
  'RoleBinding',
  'ClusterRoleBinding',
  'ValidatingWebhookConfiguration',
  'MutatingWebhookConfiguration',
];

/**
 * Finds objects that a client still writes in a deprecated API version: their manifests fail after an
 * upgrade.
 */
export function findDeprecatedApis(objects: ClusterObjects): readonly Finding[] {
  return kinds.flatMap((kind) => objects.all(kind)).flatMap((object) => findIn(object));
}

function findIn(object: KubeObject): readonly Finding[] {
  const writers = objectsAt(object, 'metadata', 'managedFields');
  const byVersion = new Map(writers.map((each) => [textAt(each, 'apiVersion') ?? '', textAt(each, 'manager') ?? '']));
  return [...byVersion].flatMap(([apiVersion, manager]): readonly Finding[] => {
    const [release, instead] = entryOf(removals, apiVersion) ?? [];
    if (release === undefined) return [];
    return [
      {
        severity: 'info',
        reason: 'DeprecatedApi',
        object,
        message: `It was written as ${apiVersion} ${kindOf(object)}, which Kubernetes ${release} no longer serves.`,
        evidence: evidence(`metadata.managedFields[${manager}].apiVersion`, apiVersion),
        next: `Change its manifest, or the chart that it comes from, to ${instead}.`,
      },
    ];
  });
}
