import { AppError, type ToolContext } from '@shipmate/core';
import type { RepositoryLabel } from '@shipmate/domain/code-map';
import type { DiagramToolPorts } from './diagram-tool-ports.ts';

/**
 * Returns the repository that a call names as `owner/repo`, or the only one of the organization.
 *
 * @throws AppError `VALIDATION_ERROR` if there are several and none is named.
 */
export async function pickRepository(
  named: string | undefined,
  { ports, principal }: ToolContext<DiagramToolPorts>,
): Promise<RepositoryLabel> {
  const slash = named?.indexOf('/') ?? -1;
  if (named !== undefined && slash > 0) return { owner: named.slice(0, slash), repo: named.slice(slash + 1) };
  const all = (await ports.codeMaps.listRepositories(principal)).filter(({ map }) => map !== undefined);
  const fitting = named === undefined ? all : all.filter(({ label }) => label.repo === named);
  const [only] = fitting;
  if (only && fitting.length === 1) return only.label;
  const names = all.slice(0, 10).map(({ label }) => `"${label.owner}/${label.repo}"`);
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message:
      names.length === 0
        ? 'No repository is indexed. Index one on the page Code maps.'
        : `"repo" must name one repository as owner/repo. Use one of: ${names.join(', ')}.`,
    details: { field: 'repo' },
  });
}
