import type { StringReplaceLogStore } from '@shipmate/domain/workspace';
import type { Executor } from '../../executor/executor.ts';
import { requireWorkspace } from './visible-workspace.ts';

/** Creates a {@link StringReplaceLogStore} on SQL. */
export function createStringReplaceLogStore(executor: Executor): StringReplaceLogStore {
  return {
    async append(principal, attempt) {
      await requireWorkspace(executor, principal, attempt.workspaceId);
      await executor
        .insertInto('str_replace_log')
        .values({
          id: attempt.id,
          workspace_id: attempt.workspaceId,
          revision_number: attempt.revisionNumber,
          user_id: principal.userId,
          run_id: attempt.runId,
          path: attempt.path,
          found: attempt.found,
          tier: attempt.tier,
          old_str: attempt.oldStr,
          new_str: attempt.newStr,
          error_message: attempt.errorMessage,
        })
        .execute();
    },

    async list(principal, workspaceId) {
      await requireWorkspace(executor, principal, workspaceId);
      const rows = await executor
        .selectFrom('str_replace_log')
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute();
      return rows.map((row) => ({
        id: row.id,
        workspaceId: row.workspace_id,
        revisionNumber: row.revision_number,
        path: row.path,
        runId: row.run_id,
        found: row.found,
        tier: row.tier,
        oldStr: row.old_str,
        newStr: row.new_str,
        errorMessage: row.error_message,
        createdAt: row.created_at,
      }));
    },
  };
}
