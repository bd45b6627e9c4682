import { AppError, fenceText, type Principal } from '@shipmate/core';
import type { ClientContext } from '@shipmate/domain/conversation';
import type { CodeMapPort, MappedRepository } from '@shipmate/tools/diagram';

/** The maps and diagrams that a prompt describes. */
export type DiagramReader = Pick<CodeMapPort, 'findRepository' | 'listRepositories'> & {
  readonly diagrams: Pick<CodeMapPort['diagrams'], 'list'>;
};

const shown = { repositories: 20, diagrams: 50, languages: 8 } as const;

/** Describes the repository of the client's page with its index and its diagrams, or else the repositories that there are. */
export async function describeDiagrams(
  codeMaps: DiagramReader,
  principal: Principal,
  context: ClientContext | null | undefined,
): Promise<string> {
  const { owner, repo, activeDiagramId } = context ?? {};
  const found =
    typeof owner === 'string' && typeof repo === 'string'
      ? await findRepository(codeMaps, principal, { owner, repo })
      : undefined;
  if (!found) {
    const all = (await codeMaps.listRepositories(principal)).slice(0, shown.repositories);
    return fence({ repositories: all.map(describeRepository) });
  }
  const diagrams = await codeMaps.diagrams.list(principal, found.repository.id);
  return fence({
    ...describeRepository(found),
    diagrams: diagrams.slice(0, shown.diagrams).map(({ id, name, request }) => ({
      id,
      name,
      type: request.type,
      ...(id === activeDiagramId && { isActive: true }),
    })),
  });
}

async function findRepository(
  codeMaps: DiagramReader,
  principal: Principal,
  label: { readonly owner: string; readonly repo: string },
): Promise<MappedRepository | undefined> {
  try {
    return await codeMaps.findRepository(principal, label);
  } catch (thrown) {
    // A page may show a repository that was removed; the agent then sees those that there are.
    if (AppError.isInstance(thrown) && (thrown.code === 'NOT_FOUND' || thrown.code === 'CONFLICT')) return undefined;
    throw thrown;
  }
}

function describeRepository({ label: { owner, repo }, map }: MappedRepository): object {
  if (!map) return { owner, repo, index: 'not indexed' };
  const { commit, branch, fileCount, languages, leftOut } = map;
  return {
    owner,
    repo,
    index: 'indexed',
    commit,
    branch,
    files: fileCount,
    languages: languages.slice(0, shown.languages).map(({ language, files }) => `${language} (${files} files)`),
    ...(leftOut.length > 0 && { leftOut: leftOut.map(({ reason, count }) => `${count} ${reason}`) }),
  };
}

function fence(state: object): string {
  return fenceText(JSON.stringify(state), { source: 'workspace' });
}
