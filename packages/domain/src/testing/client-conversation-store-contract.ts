import type { Principal } from '@shipmate/core';
import { describe, expect, it } from 'vitest';
import type { ClientConversation } from '../conversation/client-conversation-store.ts';
import { newId } from '../identifier/id.ts';
import type { UnitOfWork } from '../persistence/unit-of-work.ts';
import { useDatabase, type OpenDatabase } from './contract-database.ts';
import { createTestTenant } from './create-test-tenant.ts';
import { newTestWorkspace } from './new-test-workspace.ts';

/** Runs the contract of every `ClientConversationStore`. */
export function clientConversationStoreContract(open: OpenDatabase): void {
  describe('ClientConversationStore', () => {
    const database = useDatabase(open);

    async function setUp() {
      const { unitOfWork } = database();
      const { principal } = await createTestTenant(unitOfWork);
      return { unitOfWork, principal, findContext: createFindContext(unitOfWork, principal) };
    }

    it('opens one conversation for one id of a client, also concurrently', async () => {
      const { unitOfWork, principal } = await setUp();
      const opened = await Promise.all([1, 2, 3].map(() => openConversation(unitOfWork, principal)));
      expect(new Set(opened).size).toBe(1);
    });

    it('separates conversations that differ in anything but the context', async () => {
      const { unitOfWork, principal } = await setUp();
      const { id: workspaceId } = await unitOfWork.stores.workspaces.create(principal, newTestWorkspace());
      const { principal: other } = await createTestTenant(unitOfWork);
      const opened = [
        await openConversation(unitOfWork, principal),
        await openConversation(unitOfWork, other),
        await openConversation(unitOfWork, principal, { workspaceId }),
        await openConversation(unitOfWork, principal, { contextType: 'tables' }),
        await openConversation(unitOfWork, principal, { clientId: 'NUL \0' }),
        await openConversation(unitOfWork, principal, { clientId: '' }),
        await openConversation(unitOfWork, principal, { clientId: null }),
        await openConversation(unitOfWork, principal, { clientId: null }),
      ];
      expect(new Set(opened).size).toBe(8);
      expect(await openConversation(unitOfWork, principal, { workspaceId, context: { a: 1 } })).toBe(opened[2]);
      expect(await openConversation(unitOfWork, principal, { clientId: 'NUL \0' })).toBe(opened[4]);
    });

    it('stores the last context exactly, and deletes it when it is not sent again', async () => {
      const { unitOfWork, principal, findContext } = await setUp();
      const context = { zebra: [1, null], a: { deep: '\ud83d\ude00' } };
      const id = await openConversation(unitOfWork, principal, { context });
      expect(JSON.stringify(await findContext(id))).toBe(JSON.stringify(context));
      await openConversation(unitOfWork, principal, { context: { next: true } });
      expect(await findContext(id)).toEqual({ next: true });
      await openConversation(unitOfWork, principal);
      expect(await findContext(id)).toBeNull();
    });

    it('returns a context to its owner only, and none without one', async () => {
      const { unitOfWork, principal, findContext } = await setUp();
      const id = await openConversation(unitOfWork, principal, { context: { secret: true } });
      const { principal: other } = await createTestTenant(unitOfWork);
      expect(await createFindContext(unitOfWork, other)(id)).toBeNull();
      expect(await findContext(newId())).toBeNull();
      expect(await findContext('no-id')).toBeNull();
    });
  });
}

/** Opens a conversation as a client does: creates it if it is new. */
function openConversation(
  unitOfWork: UnitOfWork,
  principal: Principal,
  change: Partial<ClientConversation> = {},
): Promise<string> {
  const asked = { clientId: 'tab-1', workspaceId: null, contextType: 'workflow', context: null, ...change } as const;
  return unitOfWork.transaction(async ({ clientConversations, conversations }) => {
    const id = await clientConversations.open(principal, { conversationId: newId(), ...asked });
    if (!(await conversations.find(principal, id))) {
      const { workspaceId, contextType } = asked;
      await conversations.create(principal, { id, workspaceId, contextType });
    }
    return id;
  });
}

function createFindContext({ stores }: UnitOfWork, principal: Principal) {
  return (conversationId: string) => stores.clientConversations.findContext(principal, conversationId);
}
