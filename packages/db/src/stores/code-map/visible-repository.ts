import type { Principal } from '@shipmate/core';
import type { Selectable } from 'kysely';
import { found, notFound } from '../../error/not-found.ts';
import type { Executor } from '../../executor/executor.ts';
import type { RepositoryTable } from '../../schema/project-tables.ts';
import { inOrganization, requireId } from '../../tenancy/tenancy.ts';

/** Returns the columns of an organization's rows; a credential for one workspace or run sees none. */
export function inWholeOrganization(principal: Principal, noun: string): { readonly organization_id: string } {
  if (principal.scope) throw notFound(noun);
  return inOrganization(principal);
}

/** Reads a repository that the principal sees, and locks it if asked. @throws AppError `NOT_FOUND` */
export async function requireRepository(
  executor: Executor,
  principal: Principal,
  { repositoryId, lock = false }: { readonly repositoryId: string; readonly lock?: boolean },
): Promise<Selectable<RepositoryTable>> {
  requireId(repositoryId, 'repository');
  const query = executor
    .selectFrom('repository')
    .selectAll()
    .where((eb) => eb.and({ ...inWholeOrganization(principal, 'repository'), id: repositoryId }));
  return found(await (lock ? query.forUpdate() : query).executeTakeFirst(), 'repository');
}
