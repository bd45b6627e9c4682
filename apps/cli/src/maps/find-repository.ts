import { AppError } from '@shipmate/core';
import { repositoryListResponseSchema, type RepositoryView } from '@shipmate/protocol/web/repositories';
import type { Connection } from '../connection/connection.ts';
import { requestJson } from '../connection/request-json.ts';

/** The option that names a repository. */
export const repositoryOption = {
  type: 'string',
  placeholder: '<name>',
  description: 'The name or id of the repository; needed if there are several.',
} as const;

/** Lists the repositories of the organization. */
export async function listRepositories({ web }: Connection, signal: AbortSignal): Promise<readonly RepositoryView[]> {
  const path = '/api/repositories';
  return (await requestJson(web, { path, response: repositoryListResponseSchema, signal })).repositories;
}

/** Returns the repository of a name or id, or the only one. @throws AppError `NOT_FOUND` with the names */
export async function findRepository(
  connection: Connection,
  named: string | undefined,
  signal: AbortSignal,
): Promise<RepositoryView> {
  const repositories = await listRepositories(connection, signal);
  const found =
    named === undefined ? repositories : repositories.filter(({ id, name }) => named === id || named === name);
  const [only] = found;
  if (only && found.length === 1) return only;
  const names = repositories.map(({ name }) => `"${name}"`).join(', ');
  const hint = names === '' ? 'Add one on the page Repositories.' : `Use one of: ${names}.`;
  const message = named === undefined ? 'Name a repository with --repository.' : `Repository "${named}" not found.`;
  throw new AppError({
    code: 'NOT_FOUND',
    message: names === '' ? `There is no repository. ${hint}` : `${message} ${hint}`,
  });
}
