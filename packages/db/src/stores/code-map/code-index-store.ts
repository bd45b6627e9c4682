import type { Principal } from '@shipmate/core';
import type { CodeIndex, CodeIndexStore } from '@shipmate/domain/code-map';
import { found, notFound } from '../../error/not-found.ts';
import type { Executor } from '../../executor/executor.ts';
import { requireId } from '../../tenancy/tenancy.ts';
import { getRun } from '../run/get-run.ts';
import { storableText } from '../storable-text.ts';
import { inWholeOrganization, requireRepository } from './visible-repository.ts';

const active = ['queued', 'running', 'waiting'] as const;

/** Creates a {@link CodeIndexStore} on SQL. */
export function createCodeIndexStore(executor: Executor): CodeIndexStore {
  const select = (principal: Principal) =>
    executor
      .selectFrom('code_index')
      .innerJoin('run', 'run.id', 'code_index.id')
      .select([
        'code_index.id',
        'code_index.repository_id',
        'code_index.branch',
        'code_index.commit',
        'code_index.progress',
        'run.status',
        'run.error_message',
        'run.created_at',
      ])
      .where('code_index.organization_id', '=', inWholeOrganization(principal, 'index').organization_id);

  async function get(principal: Principal, indexId: string): Promise<CodeIndex> {
    requireId(indexId, 'index');
    return toIndex(found(await select(principal).where('code_index.id', '=', indexId).executeTakeFirst(), 'index'));
  }

  return {
    async create(principal, { id, repositoryId, branch, commit }) {
      await requireRepository(executor, principal, { repositoryId });
      await getRun(executor, principal, id);
      await executor
        .insertInto('code_index')
        .values({
          ...inWholeOrganization(principal, 'index'),
          id,
          repository_id: repositoryId,
          branch: storableText(branch),
          commit: storableText(commit),
        })
        .execute();
      return get(principal, id);
    },

    get,

    async findActive(principal, repositoryId, { branch, commit }) {
      await requireRepository(executor, principal, { repositoryId, lock: true });
      const row = await select(principal)
        .where('code_index.repository_id', '=', repositoryId)
        .where('code_index.branch', 'is not distinct from', storableText(branch))
        .where('code_index.commit', 'is not distinct from', storableText(commit))
        .where('run.status', 'in', active)
        .orderBy('code_index.id', 'desc')
        .executeTakeFirst();
      return row && toIndex(row);
    },

    async findNewest(principal, repositoryId) {
      await requireRepository(executor, principal, { repositoryId });
      const row = await select(principal)
        .where('code_index.repository_id', '=', repositoryId)
        .orderBy('code_index.id', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row && toIndex(row);
    },

    async saveProgress(principal, indexId, progress) {
      requireId(indexId, 'index');
      const { numUpdatedRows } = await executor
        .updateTable('code_index')
        .set({ progress: JSON.stringify(progress) })
        .where((eb) => eb.and({ ...inWholeOrganization(principal, 'index'), id: indexId }))
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw notFound('index');
    },
  };
}

function toIndex(row: {
  readonly id: string;
  readonly repository_id: string;
  readonly branch: string | null;
  readonly commit: string | null;
  readonly progress: CodeIndex['progress'];
  readonly status: CodeIndex['status'];
  readonly error_message: string | null;
  readonly created_at: Date;
}): CodeIndex {
  return {
    id: row.id,
    repositoryId: row.repository_id,
    branch: row.branch,
    commit: row.commit,
    status: row.status,
    progress: row.progress,
    errorMessage: row.error_message,
    createdAt: row.created_at,
  };
}
