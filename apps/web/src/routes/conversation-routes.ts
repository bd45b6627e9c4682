import { deleteJobFolders } from '@shipmate/agents';
import type { Principal } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import { toExchanges, toSearchWords } from '@shipmate/domain/conversation';
import { deleteConversation, readExchangePage } from '@shipmate/domain/use-cases';
import { messagesQuerySchema } from '@shipmate/protocol/web/chat';
import {
  allConversationsQuerySchema,
  type AllConversationsResponse,
  allConversationsResponseSchema,
  changeConversationRequestSchema,
  conversationDetailSchema,
  conversationExportQuerySchema,
  conversationListQuerySchema,
  conversationListResponseSchema,
} from '@shipmate/protocol/web/conversations';
import type { ModelCatalog } from '@shipmate/providers';
import {
  type AppEnvironment,
  type Authenticate,
  describeRoute,
  longBody,
  longJson,
  parseBody,
  parseInput,
  toJsonParts,
} from '@shipmate/server';
import { Hono } from 'hono';
import type { RepositoryAccess } from '../repositories/repository-access.ts';
import { toConversationExport, toExportName } from '../views/conversation-export.ts';
import { toMarkdown } from '../views/conversation-markdown.ts';
import {
  type ConversationParts,
  conversationResponseSchema,
  toAllConversations,
  toConversationDetail,
  toConversationList,
  toConversationResponse,
} from '../views/conversation-view.ts';

/** Options for {@link conversationRoutes}. */
interface ConversationRoutesOptions {
  readonly authenticate: Authenticate;
  readonly unitOfWork: UnitOfWork;
  readonly models: Pick<ModelCatalog, 'get'>;
  /** Undefined where no folder for repositories is configured. */
  readonly repositories: Pick<RepositoryAccess, 'root'> | undefined;
}

/** Under `/api`: the conversations of a workspace and their messages. */
export function conversationRoutes({
  authenticate,
  unitOfWork,
  models,
  repositories,
}: ConversationRoutesOptions): Hono<AppEnvironment> {
  const { conversations, runs, repositoryJobs } = unitOfWork.stores;
  const app = new Hono<AppEnvironment>();

  describeRoute(app, 'GET /workspaces/:id/conversations', {
    summary: 'List conversations of a workspace',
    query: conversationListQuerySchema,
    response: conversationListResponseSchema,
  });
  app.get('/workspaces/:id/conversations', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { q, ...page } = parseInput(conversationListQuerySchema, context.req.query());
    const words = toSearchWords(q);
    return context.json(
      toConversationList(await conversations.search(principal, context.req.param('id'), { words, ...page }), words),
    );
  });

  describeRoute(app, 'GET /conversations', {
    summary: 'List conversations',
    query: allConversationsQuerySchema,
    response: allConversationsResponseSchema,
  });
  app.get('/conversations', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { q, archived, ...page } = parseInput(allConversationsQuerySchema, context.req.query());
    const words = toSearchWords(q);
    const found = await conversations.searchAll(principal, { words, isArchived: archived === 'true', ...page });
    return context.json<AllConversationsResponse>(toAllConversations(found, words));
  });

  describeRoute(app, 'GET /conversations/:id', { summary: 'Get a conversation', response: conversationDetailSchema });
  app.get('/conversations/:id', async (context) => {
    const principal = await authenticate(context.req.raw);
    return context.json(toConversationDetail(await readConversation(principal, context.req.param('id')), models));
  });

  describeRoute(app, 'PATCH /conversations/:id', {
    summary: 'Change a conversation',
    body: changeConversationRequestSchema,
    response: conversationDetailSchema,
  });
  app.patch('/conversations/:id', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { title, isArchived } = await parseBody(context, changeConversationRequestSchema);
    const { id } = await conversations.get(principal, context.req.param('id'));
    await unitOfWork.transaction(async ({ conversations: changed }) => {
      if (title !== undefined) await changed.setTitle(principal, id, title);
      if (isArchived !== undefined) await changed.setArchived(principal, id, isArchived);
    });
    return context.json(toConversationDetail(await readConversation(principal, id), models));
  });

  describeRoute(app, 'DELETE /conversations/:id', { summary: 'Delete a conversation' });
  app.delete('/conversations/:id', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { id } = await conversations.get(principal, context.req.param('id'));
    const jobs = await listJobs(principal, id);
    await deleteConversation(unitOfWork, principal, id);
    if (repositories !== undefined) {
      for (const job of jobs) await deleteJobFolders(repositories.root, principal.organizationId, job);
    }
    return context.body(null, 204);
  });

  describeRoute(app, 'GET /conversations/:id/messages', {
    summary: 'List messages of a conversation',
    query: messagesQuerySchema,
    response: conversationResponseSchema,
  });
  app.get('/conversations/:id/messages', async (context) => {
    const principal = await authenticate(context.req.raw);
    const page = parseInput(messagesQuerySchema, context.req.query());
    const conversationId = context.req.param('id');
    return longJson(
      context,
      toConversationResponse(await readExchangePage(unitOfWork.stores, principal, { ...page, conversationId })),
    );
  });

  describeRoute(app, 'GET /conversations/:id/export', {
    summary: 'Export a conversation',
    query: conversationExportQuerySchema,
    responseTypes: ['text/markdown', 'application/json'],
  });
  app.get('/conversations/:id/export', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { format } = parseInput(conversationExportQuerySchema, context.req.query());
    const exported = toConversationExport(await readAll(principal, context.req.param('id')));
    const [ending, mediaType, parts] =
      format === 'json'
        ? ['json', 'application/json', toJsonParts(exported, 2)]
        : ['md', 'text/markdown; charset=utf-8', toMarkdown(exported)];
    return longBody(context, parts, {
      'content-type': mediaType,
      'content-disposition': `attachment; filename="${toExportName(exported)}.${ending}"`,
    });
  });

  async function readConversation(
    principal: Principal,
    id: string,
  ): Promise<Pick<ConversationParts, 'conversation' | 'runs'>> {
    const conversation = await conversations.get(principal, id);
    return { conversation, runs: await runs.listForConversation(principal, conversation.id) };
  }

  async function listJobs(principal: Principal, id: string) {
    const jobs = [];
    for (const { id: runId, kind } of await runs.listForConversation(principal, id)) {
      if (kind !== 'repository_job') continue;
      jobs.push(await repositoryJobs.get(principal, runId));
    }
    return jobs;
  }

  async function readAll(principal: Principal, id: string): Promise<ConversationParts> {
    const read = await readConversation(principal, id);
    const messages = await conversations.listMessages(principal, read.conversation.id);
    return { ...read, exchanges: toExchanges(read.runs, messages), next: null };
  }

  return app;
}
