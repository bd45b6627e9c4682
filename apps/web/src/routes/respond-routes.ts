import { createResponseGenerator, type RunLog } from '@shipmate/agents';
import { newId, type UnitOfWork } from '@shipmate/domain';
import { respondRequestSchema, type RespondResponse } from '@shipmate/protocol/web/respond';
import type { ModelCatalog } from '@shipmate/providers';
import { type AppEnvironment, type Authenticate, parseBody } from '@shipmate/server';
import { Hono } from 'hono';
import { toOwnTaskId } from '../own-task-id.ts';

/** Options for {@link respondRoutes}. */
export interface RespondRoutesOptions {
  readonly authenticate: Authenticate;
  readonly unitOfWork: UnitOfWork;
  readonly models: Pick<ModelCatalog, 'get'>;
  readonly runLog: Pick<RunLog, 'tail'>;
}

/** `/api/respond`: takes messages and returns an answer. The run continues when the client disconnects first. */
export function respondRoutes(options: RespondRoutesOptions): Hono<AppEnvironment> {
  const app = new Hono<AppEnvironment>();

  app.post('/', async (context) => {
    const { authenticate, ...resources } = options;
    const principal = await authenticate(context.req.raw);
    const { detach, conversationId: clientId, ...request } = await parseBody(context, respondRequestSchema);
    const generator = createResponseGenerator({ ...resources, principal });
    const taskId = request.taskId === undefined ? newId() : toOwnTaskId(principal, request.taskId);
    const job = { ...request, taskId, clientConversationId: clientId || undefined };
    const { id: runId, conversationId } = await generator.begin(job);
    if (detach) return context.json<RespondResponse>({ runId, conversationId }, 202);
    const response = await generator.generateResponse(job, context.req.raw.signal);
    return context.json<RespondResponse>({ runId, conversationId, response });
  });

  return app;
}
