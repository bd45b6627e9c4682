import type { UnitOfWork } from '@shipmate/domain';
import { type ConversationResponse, toUiMessages } from '@shipmate/protocol';
import type { AppEnvironment, Authenticate } from '@shipmate/server';
import { Hono } from 'hono';

/** What {@link conversationRoutes} needs. */
export interface ConversationRoutesOptions {
  readonly authenticate: Authenticate;
  readonly unitOfWork: UnitOfWork;
}

/** `/api/conversations`: what was said. */
export function conversationRoutes(options: ConversationRoutesOptions): Hono<AppEnvironment> {
  const { authenticate, unitOfWork } = options;
  const { conversations, runs } = unitOfWork.stores;
  const app = new Hono<AppEnvironment>();

  app.get('/:id/messages', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { id, title } = await conversations.get(principal, context.req.param('id'));
    // In this order an answer that ends meanwhile is either among the messages or still active, never lost between the two.
    const activeRun = await runs.findActive(principal, id);
    const messages = await conversations.listMessages(principal, id);
    return context.json<ConversationResponse>({
      id,
      title,
      messages: toUiMessages(messages),
      activeRunId: activeRun?.id ?? null,
    });
  });

  return app;
}
