import { annotationsOf, labelsOf, type KubeObject } from './kube-object.ts';

/** The manager that applies an object from a repository and would revert a change of it. */
export interface ManagedBy {
  readonly by: 'argocd' | 'flux' | 'helm';
  /** Name of the Application, the Kustomization or the release. */
  readonly name: string;
  readonly namespace: string | null;
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Describes the manager, for example `Argo CD application shop`. */
export function describeManager({ by, name, namespace }: ManagedBy): string {
  return `${managers[by]} ${namespace === null ? '' : `${namespace}/`}${name}`;
}

const managers = { argocd: 'Argo CD application', flux: 'Flux', helm: 'Helm release' } as const;

/** Reads the manager of an object from its labels and annotations. */
export function managedBy(object: KubeObject): ManagedBy | undefined {
  const [labels, annotations] = [labelsOf(object), annotationsOf(object)];
  const application =
    text(annotations['argocd.argoproj.io/tracking-id'])?.split(':')[0] ?? text(labels['argocd.argoproj.io/instance']);
  // The tracking id of an application outside Argo CD's own namespace is `namespace_name`.
  const [name, namespace] = application?.split('_').toReversed() ?? [];
  if (name !== undefined) return { by: 'argocd', name, namespace: namespace ?? null };
  for (const kind of ['kustomize', 'helm']) {
    const owner = text(labels[`${kind}.toolkit.fluxcd.io/name`]);
    const place = text(labels[`${kind}.toolkit.fluxcd.io/namespace`]) ?? null;
    if (owner !== undefined) return { by: 'flux', name: owner, namespace: place };
  }
  const release = text(annotations['meta.helm.sh/release-name']);
  if (release === undefined) return undefined;
  return { by: 'helm', name: release, namespace: text(annotations['meta.helm.sh/release-namespace']) ?? null };
}
