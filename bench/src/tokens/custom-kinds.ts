import type { Cluster } from '../../../packages/kube-sim/src/index.ts';

/** A kind of custom resource. */
export interface CustomKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** Applies a custom resource definition for each kind to a cluster. */
export function defineKinds(cluster: Cluster, kinds: readonly CustomKind[]): void {
  for (const { group, version, kind } of kinds) {
    const singular = kind.toLowerCase();
    const plural = toPlural(singular);
    cluster.objects.apply({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: `${plural}.${group}` },
      spec: {
        group,
        scope: kind.startsWith('Cluster') ? 'Cluster' : 'Namespaced',
        names: { kind, plural, singular, listKind: `${kind}List` },
        versions: [{ name: version, served: true, storage: true, schema: { openAPIV3Schema: anything } }],
      },
    });
  }
}

const anything = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };

function toPlural(singular: string): string {
  if (/[^aeiou]y$/.test(singular)) return `${singular.slice(0, -1)}ies`;
  return /(?:s|x|ch|sh)$/.test(singular) ? `${singular}es` : `${singular}s`;
}
