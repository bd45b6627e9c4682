import { describe, expect, it } from 'vitest';
import { newId } from '../identifier/id.ts';
import { deleteConversation } from '../use-cases/delete-conversation.ts';
import { useDatabase, type OpenDatabase } from './contract-database.ts';
import { createTestTenant } from './create-test-tenant.ts';
import { newTestWorkspace } from './new-test-workspace.ts';

/** Runs the contract for the deletion of conversations on every `ConversationStore`. */
export function deleteConversationContract(open: OpenDatabase): void {
  describe('deleteConversation', () => {
    const database = useDatabase(open);

    async function setUp() {
      const { unitOfWork } = database();
      const { principal } = await createTestTenant(unitOfWork);
      const { conversations, workspaces } = unitOfWork.stores;
      const { id: workspaceId } = await workspaces.create(principal, newTestWorkspace());
      const inWorkspace = await conversations.create(principal, { id: newId(), workspaceId, contextType: 'chart' });
      const inNone = await conversations.create(principal, { id: newId(), workspaceId: null, contextType: 'tables' });
      return { unitOfWork, principal, conversations, both: [inWorkspace, inNone] };
    }

    it('deletes a conversation in a workspace or in none, of its user only', async () => {
      const { unitOfWork, principal, conversations, both } = await setUp();
      const { principal: stranger } = await createTestTenant(unitOfWork);
      for (const { id } of both) {
        await expect(deleteConversation(unitOfWork, stranger, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
        await deleteConversation(unitOfWork, principal, id);
        expect(await conversations.find(principal, id)).toBeUndefined();
      }
    });

    it('refuses while a run is active, and keeps the conversation', async () => {
      const { unitOfWork, principal, conversations, both } = await setUp();
      for (const conversation of both) {
        const { id: conversationId, workspaceId } = conversation;
        await unitOfWork.stores.runs.create(principal, { id: newId(), conversationId, workspaceId, model: 'm' });
        await expect(deleteConversation(unitOfWork, principal, conversationId)).rejects.toMatchObject({
          code: 'CONFLICT',
          message: expect.stringContaining('Stop the answer first'),
        });
        expect(await conversations.find(principal, conversationId)).toEqual(conversation);
      }
    });
  });
}
