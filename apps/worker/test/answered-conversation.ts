import { userMessage } from '@shipmate/core';
import { createTestTenant } from '@shipmate/db/testing';
import { newId, type UnitOfWork } from '@shipmate/domain';
import { createWorkspaceFromTemplate } from '@shipmate/domain/workspace';

/**
 * Stores a conversation with a completed first answer and a queued job. Returns a function that reads the job's result.
 */
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
