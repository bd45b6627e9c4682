import type { Principal } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import { toSearchWords } from '@shipmate/domain/conversation';
import { deleteConversation } from '@shipmate/domain/use-cases';
import {
  conversationExportQuerySchema,
  conversationListQuerySchema,
  renameConversationRequestSchema,
} from '@shipmate/protocol/web/conversations';
import type { ModelCatalog } from '@shipmate/providers';
import { type AppEnvironment, type Authenticate, parseBody, parseInput } from '@shipmate/server';
import { Hono } from 'hono';
import { toConversationExport, toExportName } from '../views/conversation-export.ts';
import { toMarkdown } from '../views/conversation-markdown.ts';
import {
  type ConversationParts,
  toConversationDetail,
  toConversationList,
  toConversationResponse,
} from '../views/conversation-view.ts';

/** Options for {@link conversationRoutes}. */
interface ConversationRoutesOptions {
  readonly authenticate: Authenticate;
  readonly unitOfWork: UnitOfWork;
  readonly models: Pick<ModelCatalog, 'get'>;
}

/** Under `/api`: the conversations of a workspace and their messages. */
export function conversationRoutes({
  authenticate,
  unitOfWork,
  models,
}: ConversationRoutesOptions): Hono<AppEnvironment> {
  const { conversations, runs } = unitOfWork.stores;
  const app = new Hono<AppEnvironment>();

  app.get('/workspaces/:id/conversations', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { q } = parseInput(conversationListQuerySchema, context.req.query());
    const words = toSearchWords(q);
    return context.json(
      toConversationList(await conversations.search(principal, context.req.param('id'), words), words),
    );
  });

  app.get('/conversations/:id', async (context) => {
    const principal = await authenticate(context.req.raw);
    return context.json(toConversationDetail(await readConversation(principal, context.req.param('id')), models));
  });

  app.patch('/conversations/:id', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { title } = await parseBody(context, renameConversationRequestSchema);
    const { id } = await conversations.get(principal, context.req.param('id'));
    await conversations.setTitle(principal, id, title);
    return context.json(toConversationDetail(await readConversation(principal, id), models));
  });

  app.delete('/conversations/:id', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { id } = await conversations.get(principal, context.req.param('id'));
    await deleteConversation(unitOfWork, principal, id);
    return context.body(null, 204);
  });

  app.get('/conversations/:id/messages', async (context) => {
    const principal = await authenticate(context.req.raw);
    return context.json(toConversationResponse(await readMessages(principal, context.req.param('id'))));
  });

  app.get('/conversations/:id/export', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { format } = parseInput(conversationExportQuerySchema, context.req.query());
    const exported = toConversationExport(await readMessages(principal, context.req.param('id')));
    const [ending, mediaType, text] =
      format === 'json'
        ? ['json', 'application/json', JSON.stringify(exported, null, 2)]
        : ['md', 'text/markdown; charset=utf-8', toMarkdown(exported)];
    return context.body(text, 200, {
      'content-type': mediaType,
      'content-disposition': `attachment; filename="${toExportName(exported)}.${ending}"`,
    });
  });

  async function readConversation(principal: Principal, id: string): Promise<Omit<ConversationParts, 'messages'>> {
    const conversation = await conversations.get(principal, id);
    return { conversation, runs: await runs.listForConversation(principal, conversation.id) };
  }

  async function readMessages(principal: Principal, id: string): Promise<ConversationParts> {
    // In this order an answer that ends between the reads appears in the messages, as active, or as both; it is never
    // lost.
    const read = await readConversation(principal, id);
    return { ...read, messages: await conversations.listMessages(principal, read.conversation.id) };
  }

  return app;
}
