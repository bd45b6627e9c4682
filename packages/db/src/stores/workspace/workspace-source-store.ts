import type { WorkspaceSourceStore } from '@shipmate/domain/workspace';
import type { Executor } from '../../executor/executor.ts';
import { createRepositoryStore } from '../repository/repository-store.ts';
import { requireWorkspace } from './visible-workspace.ts';

/** Creates a {@link WorkspaceSourceStore} on SQL. */
export function createWorkspaceSourceStore(executor: Executor): WorkspaceSourceStore {
  return {
    async save(principal, { workspaceId, repositoryId, folder, branch, commit, pushed }) {
      await requireWorkspace(executor, principal, workspaceId);
      await createRepositoryStore(executor).get(principal, repositoryId);
      const source = {
        repository_id: repositoryId,
        folder,
        branch,
        commit,
        pushed_commit: pushed?.commit ?? null,
        pushed_branch: pushed?.branch ?? null,
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
      if (row === undefined) return undefined;
      const { repository_id: repositoryId, folder, branch, commit, pushed_commit: last, pushed_branch: name } = row;
      const pushed = last === null || name === null ? null : { commit: last, branch: name };
      return { workspaceId, repositoryId, folder, branch, commit, pushed };
    },
  };
}
