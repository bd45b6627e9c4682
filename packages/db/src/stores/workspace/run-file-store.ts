import type { Principal } from '@shipmate/core';
import type { RunFile, RunFileStore } from '@shipmate/domain/workspace';
import type { Selectable } from 'kysely';
import { found, notFound } from '../../error/not-found.ts';
import type { Executor } from '../../executor/executor.ts';
import type { RunFileTable } from '../../schema/workspace-tables.ts';
import { ownedBy, requireId } from '../../tenancy/tenancy.ts';

/** Creates a {@link RunFileStore} on SQL. */
export function createRunFileStore(executor: Executor): RunFileStore {
  async function requireOwnRun(principal: Principal, runId: string): Promise<void> {
    requireId(runId, 'run');
    const only = principal.scope?.runId;
    if (only !== undefined && only !== runId) throw notFound('run');
    const row = await executor
      .selectFrom('run')
      .select('id')
      .where((eb) => eb.and({ ...ownedBy(principal), id: runId }))
      .executeTakeFirst();
    found(row, 'run');
  }

  return {
    async find(principal, runId, fileId) {
      await requireOwnRun(principal, runId);
      requireId(fileId, 'file');
      const row = await executor
        .selectFrom('run_file')
        .selectAll()
        .where('run_id', '=', runId)
        .where('file_id', '=', fileId)
        .executeTakeFirst();
      return row && toRunFile(row);
    },

    async list(principal, runId) {
      await requireOwnRun(principal, runId);
      const rows = await executor.selectFrom('run_file').selectAll().where('run_id', '=', runId).execute();
      return rows.map(toRunFile);
    },

    async set(principal, runId, { fileId, look, isOwnChange }) {
      await requireOwnRun(principal, runId);
      requireId(fileId, 'file');
      const known = { look, is_own_change: isOwnChange };
      await executor
        .insertInto('run_file')
        .values({ run_id: runId, file_id: fileId, ...known })
        .onConflict((conflict) => conflict.columns(['run_id', 'file_id']).doUpdateSet(known))
        .execute();
    },
  };
}

function toRunFile(row: Selectable<RunFileTable>): RunFile {
  return { fileId: row.file_id, look: row.look, isOwnChange: row.is_own_change };
}
