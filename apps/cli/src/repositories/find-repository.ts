import { AppError } from '@shipmate/core';
import { repositoryListResponseSchema, type RepositoryView } from '@shipmate/protocol/web/repositories';
import type { Connection } from '../connection/connection.ts';
import { requestJson } from '../connection/request-json.ts';

/** The option that names a repository. */
export const repositoryOption = {
  type: 'string',
  placeholder: '<name>',
  description: 'The name, id or address of the repository; needed if there are several.',
} as const;

/** Lists the repositories of the organization. */
export async function listRepositories({ web }: Connection, signal: AbortSignal): Promise<readonly RepositoryView[]> {
  const path = '/api/repositories';
  return (await requestJson(web, { path, response: repositoryListResponseSchema, signal })).repositories;
}

/** Returns the repository of a name, an id or an address, or the only one. @throws AppError `NOT_FOUND` with the names */
export async function findRepository(
  connection: Connection,
  named: string | undefined,
  signal: AbortSignal,
): Promise<RepositoryView> {
  const repositories = await listRepositories(connection, signal);
  const found = repositories.filter(
    ({ id, name, remoteUrl, localPath }) => named === undefined || [id, name, remoteUrl, localPath].includes(named),
  );
  const [only] = found;
  if (only && found.length === 1) return only;
  const names = (found.length > 1 ? found : repositories).map(({ name }) => `"${name}"`).join(', ');
  throw new AppError({ code: 'NOT_FOUND', message: describeChoice({ named, names, isAmbiguous: found.length > 1 }) });
}

interface Choice {
  readonly named: string | undefined;
  /** The names to choose from. */
  readonly names: string;
  readonly isAmbiguous: boolean;
}

function describeChoice({ named, names, isAmbiguous }: Choice): string {
  if (names === '') {
    return 'There is no repository. Add one with "shipmate repositories add" or on the page Repositories.';
  }
  const reason = isAmbiguous ? 'is the address of several repositories' : 'not found';
  const subject = named === undefined ? 'Name a repository with --repository.' : `Repository "${named}" ${reason}.`;
  return `${subject} Use one of: ${names}.`;
}
