import { AppError, type Principal } from '@shipmate/core';
import type { UnitOfWork } from '../persistence/unit-of-work.ts';

/**
 * Deletes a conversation with its messages and runs; changes that it made to files stay.
 *
 * @throws AppError `NOT_FOUND` if it belongs to another user, `CONFLICT` while a run is active.
 */
export async function deleteConversation(
  unitOfWork: UnitOfWork,
  principal: Principal,
  conversationId: string,
): Promise<void> {
  await unitOfWork.transaction(async ({ conversations, runs, workspaces }) => {
    const { workspaceId } = await conversations.get(principal, conversationId);
    // A question is stored under the same lock, so no run can begin between the check and the deletion.
    if (workspaceId !== null) await workspaces.lock(principal, workspaceId);
    if (await runs.findActive(principal, conversationId)) {
      throw new AppError({
        code: 'CONFLICT',
        message: 'This conversation is being answered. Stop the answer first, then delete it.',
      });
    }
    await conversations.remove(principal, conversationId);
  });
}
