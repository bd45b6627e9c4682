import { contextTypeFor, profileFor, type RunExecutor, type RunLog, type RunRequest } from '@shipmate/agents';
import { AppError, type Principal } from '@shipmate/core';
import { newId, type UnitOfWork } from '@shipmate/domain';
import type { ConversationRun } from '@shipmate/domain/run';
import { conversationHeader } from '@shipmate/protocol/http';
import { createUiMessageEncoder, toUiMessageEvent, uiMessageStreamHeaders } from '@shipmate/protocol/stream';
import { type ChatRequest, chatRequestSchema } from '@shipmate/protocol/web/chat';
import { unknownCallDecisionRequestSchema } from '@shipmate/protocol/web/unknown-call';
import type { ModelCatalog } from '@shipmate/providers';
import { type AppEnvironment, type Authenticate, describeRoute, nameRun, parseBody, sseStream } from '@shipmate/server';
import { type Context, Hono } from 'hono';
import { costOfRun } from '../views/run-cost.ts';

/** Options for {@link chatRoutes}. */
interface ChatRoutesOptions {
  readonly authenticate: Authenticate;
  readonly unitOfWork: UnitOfWork;
  readonly models: ModelCatalog;
  readonly runs: RunExecutor;
  readonly runLog: RunLog;
}

/**
 * `/api/chat`: start, follow and stop answers, in the protocol of `useChat` of `@ai-sdk/react`. A lost connection only
 * detaches the reader.
 */
export function chatRoutes(options: ChatRoutesOptions): Hono<AppEnvironment> {
  const { authenticate, unitOfWork, models, runs, runLog } = options;
  const { conversations } = unitOfWork.stores;
  const app = new Hono<AppEnvironment>();

  describeRoute(app, 'POST /', {
    summary: 'Chat with an agent',
    body: chatRequestSchema,
    ignoresUnknown: { body: '`useChat` sends fields of its own, such as `messageId`, and those that a page gives it.' },
    responseTypes: ['text/event-stream'],
    example: { body: { messages: [{ role: 'user', parts: [{ type: 'text', text: 'What can you do?' }] }] } },
  });
  app.post('/', async (context) => {
    const principal = await authenticate(context.req.raw);
    const request = await parseBody(context, chatRequestSchema);
    const { run } = await runs.start(principal, {
      ...(await toSubject(principal, request)),
      conversationId: newId(),
      revisionNumber: request.revisionNumber ?? undefined,
      ...(request.trigger === 'regenerate-message' ? { message: null } : lastUserMessage(request)),
      model: request.model ?? models.defaultModel,
      persona: request.persona ?? undefined,
      planId: request.planId ?? undefined,
      ...(request.page && { client: { clientId: request.id || null, context: request.page } }),
    });
    return streamRun(context, run);
  });

  describeRoute(app, 'GET /:id/stream', {
    summary: 'Follow the active answer of a conversation',
    responseTypes: ['text/event-stream'],
    also: { 204: 'No answer is in progress.' },
  });
  app.get('/:id/stream', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { id } = await conversations.get(principal, context.req.param('id'));
    const run = await unitOfWork.stores.runs.findActive(principal, id);
    return run ? streamRun(context, run) : context.body(null, 204);
  });

  describeRoute(app, 'POST /:id/stop', { summary: 'Stop the answer of a conversation' });
  app.post('/:id/stop', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { id } = await conversations.get(principal, context.req.param('id'));
    await runs.stop(principal, id);
    return context.body(null, 204);
  });

  describeRoute(app, 'POST /:id/tool-calls/:toolCallId/decision', {
    summary: 'Decide on a tool call of unknown outcome',
    body: unknownCallDecisionRequestSchema,
  });
  app.post('/:id/tool-calls/:toolCallId/decision', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { choice } = await parseBody(context, unknownCallDecisionRequestSchema);
    const { id } = await conversations.get(principal, context.req.param('id'));
    await runs.decide(principal, id, { toolCallId: context.req.param('toolCallId'), choice });
    return context.body(null, 204);
  });

  /** Returns the conversation of a request and its subject. A client may omit what the conversation already states. */
  async function toSubject(principal: Principal, request: ChatRequest) {
    const clientConversationId = request.id || undefined;
    const existing =
      clientConversationId === undefined ? undefined : await conversations.find(principal, clientConversationId);
    const workspaceId = request.workspaceId ?? existing?.workspaceId ?? null;
    const contextType = request.contextType ?? existing?.contextType ?? contextTypeFor(workspaceId);
    return { clientConversationId, workspaceId, contextType: profileFor(contextType).contextType };
  }

  /** Streams the whole run from its beginning until it ends. */
  function streamRun(context: Context<AppEnvironment>, run: ConversationRun): Response {
    const { conversationId } = run;
    nameRun(context, run.id);
    context.header(conversationHeader, conversationId);
    return sseStream(context, {
      headers: uiMessageStreamHeaders,
      onError: ({ message: errorText }) => toUiMessageEvent({ type: 'error', errorText }),
      writeAll: async (write, signal) => {
        const encoder = createUiMessageEncoder({
          messageId: run.id,
          costOf: (usage) => costOfRun({ ...run, usage }),
        });
        const conversation = { type: 'data-conversation', data: { id: conversationId }, transient: true } as const;
        const conversationEvent = toUiMessageEvent(conversation);
        await runLog.follow(run.id, { signal }, ({ event }) =>
          write(encoder.encode(event) + (event.type === 'run_started' ? conversationEvent : '')),
        );
      },
    });
  }

  return app;
}

/** Returns the last user message of a request. @throws AppError `VALIDATION_ERROR` if none has text */
export function lastUserMessage({
  messages,
}: Pick<ChatRequest, 'messages'>): Pick<RunRequest, 'messageId' | 'replacesId'> & { message: string } {
  const { id, parts, content = '', metadata } = messages.findLast(({ role }) => role === 'user') ?? {};
  const message = parts?.map((part) => (part.type === 'text' ? (part.text ?? '') : '')).join('') ?? content;
  if (message.trim() !== '') {
    return {
      message,
      ...(id && { messageId: id }),
      ...(metadata?.replaces && { replacesId: metadata.replaces }),
    };
  }
  throw new AppError({ code: 'VALIDATION_ERROR', message: 'The messages contain no user text. Add a text part.' });
}
