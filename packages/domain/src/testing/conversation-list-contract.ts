import { describe, expect, it } from 'vitest';
import { newId } from '../identifier/id.ts';
import { useDatabase, type OpenDatabase } from './contract-database.ts';
import { createTestTenant } from './create-test-tenant.ts';
import { newTestWorkspace } from './new-test-workspace.ts';

/** Runs the contract of the list of conversations of all kinds for every `ConversationStore`. */
export function conversationListContract(open: OpenDatabase): void {
  describe('ConversationStore', () => {
    const database = useDatabase(open);

    it('searchAll finds conversations of all kinds, and the archived ones apart', async () => {
      const { unitOfWork } = database();
      const { principal } = await createTestTenant(unitOfWork);
      const { conversations, workspaces } = unitOfWork.stores;
      const { id: workspaceId } = await workspaces.create(principal, newTestWorkspace());
      const conversation = await conversations.create(principal, { id: newId(), workspaceId, contextType: 'chart' });
      const create = () => conversations.create(principal, { id: newId(), workspaceId: null, contextType: 'cluster' });
      const [about, archived] = [await create(), await create()];
      await conversations.setTitle(principal, about.id, 'Crash of checkout');
      await conversations.setArchived(principal, archived.id, true);
      const search = async (isArchived: boolean, by = principal, words: readonly string[] = []) =>
        (await conversations.searchAll(by, { words, isArchived, limit: 50 })).items;
      const idsOf = async (...given: Parameters<typeof search>) =>
        (await search(...given)).map(({ conversation: { id } }) => id);
      expect((await idsOf(false)).toSorted()).toEqual([about.id, conversation.id].toSorted());
      expect(await idsOf(true)).toEqual([archived.id]);
      expect(await idsOf(false, principal, ['checkout'])).toEqual([about.id]);
      const named = (await search(false)).find((match) => match.conversation.workspaceId === workspaceId);
      expect(named?.workspaceName).toEqual(expect.any(String));
      expect(await idsOf(false, { ...principal, scope: { workspaceId } })).toEqual([conversation.id]);
      await conversations.setArchived(principal, archived.id, false);
      expect(await conversations.get(principal, archived.id)).toMatchObject({ archivedAt: null });
      const stranger = (await createTestTenant(database().unitOfWork)).principal;
      expect(await idsOf(false, stranger)).toEqual([]);
      await expect(conversations.setArchived(stranger, about.id, true)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    });
  });
}
