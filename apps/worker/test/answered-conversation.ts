import { userMessage } from '@shipmate/core';
import { createTestTenant } from '@shipmate/db/testing';
import { newId, type UnitOfWork } from '@shipmate/domain';
import { createWorkspaceFromTemplate } from '@shipmate/domain/workspace';

/** Stores a conversation as its first answer leaves it: with its job in line. Returns how to read what the job wrote. */
export async function storeAnsweredConversation(unitOfWork: UnitOfWork) {
  const { principal } = await createTestTenant(unitOfWork);
  const workspace = createWorkspaceFromTemplate('sample', 'Shop');
  const conversationId = newId();
  await unitOfWork.transaction(async ({ workspaces, conversations, jobs }) => {
    await workspaces.create(principal, workspace);
    await conversations.create(principal, { id: conversationId, workspaceId: workspace.id, contextType: 'chart' });
    await conversations.appendMessages(principal, conversationId, [
      { id: newId(), runId: null, message: userMessage('set 3 replicas') },
      { id: newId(), runId: null, message: { role: 'assistant', content: [{ type: 'text', text: 'Done.' }] } },
    ]);
    const { userId, organizationId } = principal;
    const model = 'demo:shipmate-demo';
    await jobs.enqueue('describe_conversation', { userId, organizationId, conversationId, model });
  });
  return async () => {
    const { title } = await unitOfWork.stores.conversations.get(principal, conversationId);
    const { summary } = await unitOfWork.stores.workspaces.get(principal, workspace.id);
    return { title, summary };
  };
}
