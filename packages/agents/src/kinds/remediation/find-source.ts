import { describeManager, type ManagedBy, textAt } from '@shipmate/domain/cluster';
import { AppError } from '@shipmate/core';
import type { PlannedChange } from '@shipmate/domain/remediation';
import { resolveObject } from '@shipmate/tools/kubernetes';
import type { RemediationWork } from './remediation-work.ts';

/** Describes the repository location of changes whose objects are managed from a repository. */
export async function proposeAtSource(
  actions: readonly PlannedChange[],
  work: Pick<RemediationWork, 'reader' | 'signal'>,
): Promise<string> {
  const lines = await Promise.all(
    actions.map(async ({ id, object, managedBy }) => {
      if (managedBy === null) return `${id}: ${object} can be changed here once the others are.`;
      return `${id}: ${object} is made by ${describeManager(managedBy)}${await findSource(managedBy, work)}. Make the change there.`;
    }),
  );
  return ['A change in the cluster would be undone by what manages it.', ...lines].join('\n');
}

/** Describes the source repository, as far as the cluster reveals it. */
async function findSource(
  manager: ManagedBy,
  { reader, signal }: Pick<RemediationWork, 'reader' | 'signal'>,
): Promise<string> {
  const readSource = (resource: string, name: string, namespace: string | undefined) =>
    resolveObject({ resource, name, namespace }, { reader, signal });
  try {
    const namespace = manager.namespace ?? undefined;
    if (manager.by === 'argocd') {
      const source = await readSource('applications.argoproj.io', manager.name, namespace);
      return describe({
        url: textAt(source, 'spec', 'source', 'repoURL'),
        path: textAt(source, 'spec', 'source', 'path'),
        revision: textAt(source, 'spec', 'source', 'targetRevision'),
      });
    }
    if (manager.by === 'helm') return '';
    const kustomization = await readSource('kustomizations.kustomize.toolkit.fluxcd.io', manager.name, namespace);
    const repository = await readSource(
      'gitrepositories.source.toolkit.fluxcd.io',
      textAt(kustomization, 'spec', 'sourceRef', 'name') ?? '',
      textAt(kustomization, 'spec', 'sourceRef', 'namespace') ?? namespace,
    );
    return describe({
      url: textAt(repository, 'spec', 'url'),
      path: textAt(kustomization, 'spec', 'path'),
      revision: textAt(repository, 'spec', 'ref', 'branch'),
    });
  } catch (thrown) {
    // The proposal is valid without the details of its source.
    if (AppError.isInstance(thrown) && thrown.code !== 'ABORTED') return '';
    throw thrown;
  }
}

function describe({ url, path, revision }: Readonly<Record<'url' | 'path' | 'revision', string | undefined>>): string {
  if (url === undefined) return '';
  return ` from ${url}${path === undefined ? '' : `, path ${path}`}${revision === undefined ? '' : `, revision ${revision}`}`;
}
