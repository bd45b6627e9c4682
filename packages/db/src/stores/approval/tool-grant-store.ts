import type { ToolGrantStore } from '@shipmate/domain/approval';
import { found } from '../../error/not-found.ts';
import type { Executor } from '../../executor/executor.ts';
import { ownedBy, requireId } from '../../tenancy/tenancy.ts';
import { storableText } from '../storable-text.ts';
import { requireWorkspace } from '../workspace/visible-workspace.ts';
import { toToolGrant } from './approval-row.ts';

/** Creates a {@link ToolGrantStore} on SQL. */
export function createToolGrantStore(executor: Executor): ToolGrantStore {
  const store: ToolGrantStore = {
    async create(principal, { id, workspaceId, tool }) {
      await requireWorkspace(executor, principal, workspaceId);
      await executor
        .insertInto('tool_grant')
        .values({ ...ownedBy(principal), id, workspace_id: workspaceId, tool: storableText(tool) })
        .onConflict((conflict) => conflict.columns(['workspace_id', 'user_id', 'tool']).doNothing())
        .execute();
      return found(await store.find(principal, workspaceId, tool), 'grant');
    },

    async find(principal, workspaceId, tool) {
      await requireWorkspace(executor, principal, workspaceId);
      const row = await executor
        .selectFrom('tool_grant')
        .selectAll()
        .where((eb) => eb.and({ ...ownedBy(principal), workspace_id: workspaceId, tool: storableText(tool) }))
        .executeTakeFirst();
      return row && toToolGrant(row);
    },

    async list(principal, workspaceId) {
      await requireWorkspace(executor, principal, workspaceId);
      const rows = await executor
        .selectFrom('tool_grant')
        .selectAll()
        .where((eb) => eb.and({ ...ownedBy(principal), workspace_id: workspaceId }))
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute();
      return rows.map(toToolGrant);
    },

    async revoke(principal, grantId) {
      requireId(grantId, 'grant');
      const row = await executor
        .deleteFrom('tool_grant')
        .where((eb) => eb.and({ ...ownedBy(principal), id: grantId }))
        .returningAll()
        .executeTakeFirst();
      return toToolGrant(found(row, 'grant'));
    },
  };
  return store;
}
