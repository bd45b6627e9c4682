import type { Principal } from '@shipmate/core';
import type { Repository, RepositoryStore } from '@shipmate/domain/repository';
import type { Selectable } from 'kysely';
import { found, notFound } from '../../error/not-found.ts';
import type { Executor } from '../../executor/executor.ts';
import type { RepositoryTable } from '../../schema/project-tables.ts';
import { inOrganization, requireId } from '../../tenancy/tenancy.ts';
import { requireProject } from '../project/project-store.ts';
import { createSecretStore } from '../secret/secret-store.ts';
import { openSecret, sealSecret } from '../secret/seal-secret.ts';
import { storableText } from '../storable-text.ts';

/** The name of the installation's secret that seals the tokens of repositories. */
const tokenKey = 'repository_tokens';

const maxListed = 1_000;

/** Creates a {@link RepositoryStore} on SQL. */
export function createRepositoryStore(executor: Executor): RepositoryStore {
  async function read(principal: Principal, repositoryId: string): Promise<Selectable<RepositoryTable>> {
    requireId(repositoryId, 'repository');
    const row = await executor
      .selectFrom('repository')
      .selectAll()
      .where((eb) => eb.and({ ...inWholeOrganization(principal), id: repositoryId }))
      .executeTakeFirst();
    return found(row, 'repository');
  }

  return {
    async add(principal, { id, projectId, name, remoteUrl, localPath, defaultBranch, token }) {
      const organization = inWholeOrganization(principal);
      requireId(principal.userId, 'user');
      if (projectId !== null) await requireProject(executor, principal, projectId);
      const key = token === undefined ? '' : await createSecretStore(executor).getOrCreate(tokenKey);
      const context = toSealContext({ ...organization, id, remote_url: remoteUrl });
      const row = await executor
        .insertInto('repository')
        .values({
          ...organization,
          id,
          project_id: projectId,
          name: storableText(name),
          remote_url: remoteUrl === null ? null : storableText(remoteUrl),
          local_path: localPath === null ? null : storableText(localPath),
          default_branch: defaultBranch === null ? null : storableText(defaultBranch),
          sealed_token: token === undefined ? null : sealSecret(token, { key, context }),
          created_by_user_id: principal.userId,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      return toRepository(row);
    },

    get: async (principal, repositoryId) => toRepository(await read(principal, repositoryId)),

    async list(principal) {
      const rows = await executor
        .selectFrom('repository')
        .selectAll()
        .where((eb) => eb.and(inWholeOrganization(principal)))
        .orderBy('name')
        .limit(maxListed)
        .execute();
      return rows.map(toRepository);
    },

    async change(principal, repositoryId, { projectId, name, defaultBranch, token }) {
      const row = await read(principal, repositoryId);
      if (typeof projectId === 'string') await requireProject(executor, principal, projectId);
      const key = typeof token === 'string' ? await createSecretStore(executor).getOrCreate(tokenKey) : '';
      const changed = await executor
        .updateTable('repository')
        .set({
          // Undefined columns stay.
          id: row.id,
          project_id: projectId,
          name: name === undefined ? undefined : storableText(name),
          default_branch: typeof defaultBranch === 'string' ? storableText(defaultBranch) : defaultBranch,
          sealed_token: typeof token === 'string' ? sealSecret(token, { key, context: toSealContext(row) }) : token,
        })
        .where((eb) => eb.and({ ...inWholeOrganization(principal), id: repositoryId }))
        .returningAll()
        .executeTakeFirst();
      return toRepository(found(changed, 'repository'));
    },

    async remove(principal, repositoryId) {
      requireId(repositoryId, 'repository');
      const row = await executor
        .deleteFrom('repository')
        .where((eb) => eb.and({ ...inWholeOrganization(principal), id: repositoryId }))
        .returningAll()
        .executeTakeFirst();
      return toRepository(found(row, 'repository'));
    },

    async openToken(principal, repositoryId) {
      const row = await read(principal, repositoryId);
      if (row.sealed_token === null) return undefined;
      const key = await createSecretStore(executor).getOrCreate(tokenKey);
      return openSecret(row.sealed_token, { key, context: toSealContext(row) });
    },
  };
}

/** A token cannot be opened for another organization, repository or remote. */
function toSealContext(row: Pick<Selectable<RepositoryTable>, 'organization_id' | 'id' | 'remote_url'>): string {
  return JSON.stringify([row.organization_id, row.id, row.remote_url]);
}

/** A credential for one workspace or run sees no repositories. */
function inWholeOrganization(principal: Principal) {
  if (principal.scope) throw notFound('repository');
  return inOrganization(principal);
}

function toRepository(row: Selectable<RepositoryTable>): Repository {
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    remoteUrl: row.remote_url,
    localPath: row.local_path,
    defaultBranch: row.default_branch,
    hasToken: row.sealed_token !== null,
    createdByUserId: row.created_by_user_id,
    createdAt: row.created_at,
  };
}
