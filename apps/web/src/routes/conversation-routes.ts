import type { UnitOfWork } from '@shipmate/domain';
import type { AppEnvironment, Authenticate } from '@shipmate/server';
import { Hono } from 'hono';
import { toConversationResponse } from '../views/conversation-view.ts';

/** What {@link conversationRoutes} needs. */
export interface ConversationRoutesOptions {
  readonly authenticate: Authenticate;
  readonly unitOfWork: UnitOfWork;
}

/** `/api/conversations`: what was said. */
export function conversationRoutes({ authenticate, unitOfWork }: ConversationRoutesOptions): Hono<AppEnvironment> {
  const { stores } = unitOfWork;
  const app = new Hono<AppEnvironment>();

  app.get('/:id/messages', async (context) => {
    const principal = await authenticate(context.req.raw);
    const conversation = await stores.conversations.get(principal, context.req.param('id'));
    // In this order an answer that ends meanwhile is among the messages, still active, or both; never lost between the two.
    const runs = await stores.runs.listForConversation(principal, conversation.id);
    const messages = await stores.conversations.listMessages(principal, conversation.id);
    return context.json(toConversationResponse({ conversation, runs, messages }));
  });

  return app;
}
