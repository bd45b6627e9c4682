import type { RunExecutor, RunLog, RunRequest } from '@shipmate/agents';
import { AppError } from '@shipmate/core';
import { type Run, type UnitOfWork } from '@shipmate/domain';
import {
  type ChatRequest,
  chatRequestSchema,
  createUiMessageEncoder,
  toUiMessageEvent,
  uiMessageStreamHeaders,
  unknownCallDecisionRequestSchema,
} from '@shipmate/protocol';
import type { ModelCatalog } from '@shipmate/providers';
import { type AppEnvironment, type Authenticate, parseBody, sseStream } from '@shipmate/server';
import { type Context, Hono } from 'hono';
import { costOfRun } from '../views/run-cost.ts';

/** What {@link chatRoutes} needs. */
export interface ChatRoutesOptions {
  readonly authenticate: Authenticate;
  readonly unitOfWork: UnitOfWork;
  readonly models: ModelCatalog;
  readonly runs: RunExecutor;
  readonly runLog: RunLog;
}

/** `/api/chat`: asking, following and stopping, as `useChat` of `@ai-sdk/react` does. A lost connection only detaches. */
export function chatRoutes(options: ChatRoutesOptions): Hono<AppEnvironment> {
  const { authenticate, unitOfWork, models, runs, runLog } = options;
  const app = new Hono<AppEnvironment>();

  app.post('/', async (context) => {
    const principal = await authenticate(context.req.raw);
    const request = await parseBody(context, chatRequestSchema);
    const { run } = await runs.start(principal, {
      conversationId: request.id,
      workspaceId: request.workspaceId ?? null,
      contextType: request.contextType,
      ...(request.trigger === 'regenerate-message' ? { message: null } : lastUserMessage(request)),
      model: request.model ?? models.defaultModel,
      persona: request.persona,
      planId: request.planId,
    });
    return streamRun(context, run);
  });

  app.get('/:id/stream', async (context) => {
    const principal = await authenticate(context.req.raw);
    const run = await unitOfWork.stores.runs.findActive(principal, context.req.param('id'));
    return run ? streamRun(context, run) : context.body(null, 204);
  });

  app.post('/:id/stop', async (context) => {
    const principal = await authenticate(context.req.raw);
    await runs.stop(principal, context.req.param('id'));
    return context.body(null, 204);
  });

  app.post('/:id/tool-calls/:toolCallId/decision', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { choice } = await parseBody(context, unknownCallDecisionRequestSchema);
    const { id, toolCallId } = context.req.param();
    await runs.decide(principal, id, { toolCallId, choice });
    return context.body(null, 204);
  });

  /** The whole run from its beginning, and on until it ends. */
  function streamRun(context: Context<AppEnvironment>, run: Run): Response {
    return sseStream(context, {
      headers: uiMessageStreamHeaders,
      onError: ({ message: errorText }) => toUiMessageEvent({ type: 'error', errorText }),
      writeAll: async (write, signal) => {
        const encoder = createUiMessageEncoder({
          messageId: run.id,
          costOf: (usage) => costOfRun({ ...run, usage }),
        });
        await runLog.follow(run.id, { signal }, ({ event }) => write(encoder.encode(event)));
      },
    });
  }

  return app;
}

function lastUserMessage({
  messages,
}: ChatRequest): Pick<RunRequest, 'messageId' | 'replacesId'> & { message: string } {
  const { id, parts = [], metadata } = messages.findLast(({ role }) => role === 'user') ?? {};
  const message = parts.map((part) => (part.type === 'text' ? (part.text ?? '') : '')).join('');
  if (message.trim() !== '') {
    return {
      message,
      ...(id === undefined ? {} : { messageId: id }),
      ...(metadata?.replaces === undefined ? {} : { replacesId: metadata.replaces }),
    };
  }
  throw new AppError({ code: 'VALIDATION_ERROR', message: 'The messages hold no text of a user.' });
}
