import type { Principal } from '@shipmate/core';
import { newId } from '../identifier/id.ts';
import type { UnitOfWork } from '../persistence/unit-of-work.ts';

/** Creates a run, in a workspace or in none, and returns its id. */
export async function createTestRun(
  unitOfWork: UnitOfWork,
  principal: Principal,
  workspaceId: string | null = null,
): Promise<string> {
  return unitOfWork.transaction(async ({ conversations, runs }) => {
    const conversationId = newId();
    const contextType = workspaceId === null ? 'tables' : 'chart';
    await conversations.create(principal, { id: conversationId, workspaceId, contextType });
    const { id } = await runs.create(principal, {
      id: newId(),
      conversationId,
      workspaceId,
      model: 'test:model',
    });
    return id;
  });
}
