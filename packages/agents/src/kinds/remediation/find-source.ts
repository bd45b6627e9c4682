import { type ClusterChange, describeManager, type ManagedBy, textAt } from '@shipmate/domain/cluster';
import { AppError } from '@shipmate/core';
import type { PlannedChange } from '@shipmate/domain/remediation';
import { findDeclarations, findOwners, resolveObject } from '@shipmate/tools/kubernetes';
import type { RemediationWork } from './remediation-work.ts';

type SourceSearch = Pick<RemediationWork, 'reader' | 'signal' | 'principal' | 'ports'>;

/** Describes the repository location of changes whose objects are managed from a repository. */
export async function proposeAtSource(actions: readonly PlannedChange[], work: SourceSearch): Promise<string> {
  const lines = await Promise.all(
    actions.map(async ({ id, object, managedBy, change }) => {
      if (managedBy === null) return `${id}: ${object} can be changed here once the others are.`;
      const source = await orElse('', () => findSource(managedBy, work));
      const declarations = await orElse([], () => readDeclarations(change, work));
      return [
        `${id}: ${object} is made by ${describeManager(managedBy)}${source}. Make the change there.`,
        ...declarations.map((declaration) => `${id}: ${declaration}`),
      ].join('\n');
    }),
  );
  return ['A change in the cluster would be undone by what manages it.', ...lines].join('\n');
}

/** The proposal is valid without the details of its source. */
async function orElse<Value>(otherwise: Value, read: () => Promise<Value>): Promise<Value> {
  try {
    return await read();
  } catch (thrown) {
    if (AppError.isInstance(thrown) && thrown.code !== 'ABORTED') return otherwise;
    throw thrown;
  }
}

/** Describes the files of indexed repositories that declare the changed object. */
async function readDeclarations(
  change: ClusterChange,
  { reader, signal, principal, ports }: SourceSearch,
): Promise<readonly string[]> {
  const object = change.verb === 'apply' ? change.object : await resolveObject(change.target, { reader, signal });
  const owners = await findOwners(object, reader, signal);
  const root = owners.findLast((owner) => owner.object)?.object ?? object;
  return findDeclarations(root, { codeMaps: ports.unitOfWork.stores.codeMaps, principal });
}

/** Describes the source repository, as far as the cluster reveals it. */
async function findSource(
  manager: ManagedBy,
  { reader, signal }: Pick<SourceSearch, 'reader' | 'signal'>,
): Promise<string> {
  const readSource = (resource: string, name: string, namespace: string | undefined) =>
    resolveObject({ resource, name, namespace }, { reader, signal });
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
}

function describe({ url, path, revision }: Readonly<Record<'url' | 'path' | 'revision', string | undefined>>): string {
  if (url === undefined) return '';
  return ` from ${url}${path === undefined ? '' : `, path ${path}`}${revision === undefined ? '' : `, revision ${revision}`}`;
}
