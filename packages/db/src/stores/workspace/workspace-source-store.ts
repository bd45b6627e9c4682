import type { WorkspaceSourceStore } from '@shipmate/domain/workspace';
import type { Executor } from '../../executor/executor.ts';
import { createRepositoryStore } from '../repository/repository-store.ts';
import { requireWorkspace } from './visible-workspace.ts';

/** Creates a {@link WorkspaceSourceStore} on SQL. */
export function createWorkspaceSourceStore(executor: Executor): WorkspaceSourceStore {
  return {
    async save(principal, { workspaceId, repositoryId, folder, branch, commit, revisionNumber, pushedBranch }) {
      await requireWorkspace(executor, principal, workspaceId);
      await createRepositoryStore(executor).get(principal, repositoryId);
      const source = {
        repository_id: repositoryId,
        folder,
        branch,
        commit,
        revision_number: revisionNumber,
        pushed_branch: pushedBranch,
      };
      await executor
        .insertInto('workspace_source')
        .values({ workspace_id: workspaceId, ...source })
        .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(source))
        .execute();
    },

    async find(principal, workspaceId) {
      await requireWorkspace(executor, principal, workspaceId);
      const row = await executor
        .selectFrom('workspace_source')
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .executeTakeFirst();
      return (
        row && {
          workspaceId,
          repositoryId: row.repository_id,
          folder: row.folder,
          branch: row.branch,
          commit: row.commit,
          revisionNumber: row.revision_number,
          pushedBranch: row.pushed_branch,
        }
      );
    },
  };
}
