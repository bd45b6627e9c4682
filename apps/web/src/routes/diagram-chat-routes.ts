import type { RunExecutor, RunLog } from '@shipmate/agents';
import { AppError } from '@shipmate/core';
import { newId } from '@shipmate/domain';
import { conversationHeader } from '@shipmate/protocol/http';
import { type DiagramChatAnswer, diagramChatRequestSchema } from '@shipmate/protocol/web/diagram-chat';
import type { ModelCatalog } from '@shipmate/providers';
import { type AppEnvironment, type Authenticate, describeRoute, nameRun, parseBody } from '@shipmate/server';
import type { CodeMapPort } from '@shipmate/tools/diagram';
import { Hono } from 'hono';
import { collectDiagramAnswer, diagramChatAnswerSchema } from '../views/collect-diagram-answer.ts';
import { lastUserMessage } from './chat-routes.ts';

/** Options for {@link diagramChatRoutes}. */
interface DiagramChatRoutesOptions {
  readonly authenticate: Authenticate;
  readonly models: Pick<ModelCatalog, 'defaultModel'>;
  readonly runs: RunExecutor;
  readonly runLog: RunLog;
  readonly codeMaps?: Pick<CodeMapPort, 'findRepository'> | undefined;
}

/** `/api/diagram/chat`: a question about a repository, answered as one JSON document from the same run as a stream. */
export function diagramChatRoutes(options: DiagramChatRoutesOptions): Hono<AppEnvironment> {
  const { authenticate, models, runs, runLog, codeMaps } = options;
  const app = new Hono<AppEnvironment>();

  describeRoute(app, 'POST /chat', {
    summary: 'Ask about a repository and its diagrams',
    body: diagramChatRequestSchema,
    ignoresUnknown: { 'body.messages': 'Messages are those of `useChat`, which have fields of its own.' },
    response: diagramChatAnswerSchema,
  });
  app.post('/chat', async (context) => {
    const principal = await authenticate(context.req.raw);
    const request = await parseBody(context, diagramChatRequestSchema);
    const { id, messages, owner, repo, activeDiagramId, view, model } = request;
    if (owner && repo) await codeMaps?.findRepository(principal, { owner, repo });
    const shown = {
      ...(owner && repo && { owner, repo }),
      ...(activeDiagramId && { activeDiagramId }),
      ...(view && { view }),
    };
    const { conversation, run } = await runs.start(principal, {
      conversationId: newId(),
      clientConversationId: id || undefined,
      workspaceId: null,
      contextType: 'diagram',
      ...lastUserMessage({ messages }),
      model: model ?? models.defaultModel,
      client: { clientId: id || null, context: shown },
    });
    context.header(conversationHeader, conversation.id);
    nameRun(context, run.id);
    const collector = collectDiagramAnswer();
    const { signal } = context.req.raw;
    for await (const { event } of runLog.tail(run.id, { signal })) collector.take(event);
    signal.throwIfAborted();
    const failure = collector.failure();
    if (failure) {
      throw new AppError({
        code: 'EXTERNAL_API_ERROR',
        message: `The answer failed: ${failure.message}`,
        details: { code: failure.code },
      });
    }
    return context.json<DiagramChatAnswer>(collector.toAnswer());
  });

  return app;
}
