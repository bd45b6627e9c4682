import { createHash } from 'node:crypto';
import { createResponseGenerator, type RunLog } from '@shipmate/agents';
import type { Principal } from '@shipmate/core';
import { newId, type UnitOfWork } from '@shipmate/domain';
import { respondRequestSchema, type RespondResponse, respondResponseSchema } from '@shipmate/protocol/web/respond';
import type { ModelCatalog } from '@shipmate/providers';
import { type AppEnvironment, type Authenticate, describeRoute, nameRun, parseBody } from '@shipmate/server';
import { Hono } from 'hono';

/** Options for {@link respondRoutes}. */
interface RespondRoutesOptions {
  readonly authenticate: Authenticate;
  readonly unitOfWork: UnitOfWork;
  readonly models: Pick<ModelCatalog, 'get'>;
  readonly runLog: Pick<RunLog, 'tail'>;
}

/** `/api/respond`: takes messages and returns an answer. The run continues when the client disconnects first. */
export function respondRoutes(options: RespondRoutesOptions): Hono<AppEnvironment> {
  const app = new Hono<AppEnvironment>();

  describeRoute(app, 'POST /', {
    summary: 'Answer an event',
    body: respondRequestSchema,
    response: respondResponseSchema,
    status: 202,
    example: { body: { messages: [{ role: 'user', content: 'What can you do?' }], detach: true } },
  });
  app.post('/', async (context) => {
    const { authenticate, ...resources } = options;
    const principal = await authenticate(context.req.raw);
    const { detach, conversationId: clientId, ...request } = await parseBody(context, respondRequestSchema);
    const generator = createResponseGenerator({ ...resources, principal });
    const taskId = request.taskId === undefined ? newId() : toOwnTaskId(principal, request.taskId);
    const job = { ...request, taskId, clientConversationId: clientId || undefined };
    const { id: runId, conversationId } = await generator.begin(job);
    nameRun(context, runId);
    if (detach) return context.json<RespondResponse>({ runId, conversationId }, 202);
    const response = await generator.generateResponse(job, context.req.raw.signal);
    return context.json<RespondResponse>({ runId, conversationId, response });
  });

  return app;
}

/**
 * Returns the server's id for an answer that a client gave an id: a UUIDv8 derived from the user and the client's id,
 * so that ids of one user reveal nothing about another's. It keeps the first 48 bits, so that a client's UUIDv7 ids
 * still sort by time.
 */
function toOwnTaskId({ organizationId, userId }: Principal, clientId: string): string {
  const id = clientId.toLowerCase();
  const digest = createHash('sha256').update(`${organizationId}/${userId}/${id}`).digest('hex');
  return `${id.slice(0, 13)}-8${digest.slice(0, 3)}-a${digest.slice(3, 6)}-${digest.slice(6, 18)}`;
}
