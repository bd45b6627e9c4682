import type { UnitOfWork } from '@shipmate/domain';
import { discardDeadEvent, retryDeadEvents } from '@shipmate/domain/use-cases';
import type { DeadRuleEvent } from '@shipmate/domain/workflow';
import {
  type DeadEventListResponse,
  deadEventListResponseSchema,
  deadEventQuerySchema,
  type DeadEventView,
  type RetriedEvents,
  retriedEventsSchema,
} from '@shipmate/protocol/web/dead-events';
import { type AppEnvironment, type Authenticate, describeRoute, parseInput } from '@shipmate/server';
import { Hono } from 'hono';

/** Options for {@link deadEventRoutes}. */
interface DeadEventRoutesOptions {
  readonly authenticate: Authenticate;
  readonly unitOfWork: UnitOfWork;
}

/** `/api/rules/dead-events`: events of the caller's organization that no rule could take. */
export function deadEventRoutes({ authenticate, unitOfWork }: DeadEventRoutesOptions): Hono<AppEnvironment> {
  const app = new Hono<AppEnvironment>();

  describeRoute(app, 'GET /', {
    summary: 'List dead events',
    query: deadEventQuerySchema,
    response: deadEventListResponseSchema,
  });
  app.get('/', async (context) => {
    const principal = await authenticate(context.req.raw);
    const page = parseInput(deadEventQuerySchema, context.req.query());
    const { events, total } = await unitOfWork.stores.ruleEvents.listDead(principal, page);
    return context.json<DeadEventListResponse>({ events: events.map(toView), total });
  });

  describeRoute(app, 'POST /retry', { summary: 'Retry all dead events', response: retriedEventsSchema });
  app.post('/retry', async (context) => {
    const principal = await authenticate(context.req.raw);
    const count = await unitOfWork.transaction((stores) => retryDeadEvents(stores, principal));
    return context.json<RetriedEvents>({ count });
  });

  describeRoute(app, 'POST /:id/retry', { summary: 'Retry a dead event', response: retriedEventsSchema });
  app.post('/:id/retry', async (context) => {
    const principal = await authenticate(context.req.raw);
    const eventId = context.req.param('id');
    const count = await unitOfWork.transaction((stores) => retryDeadEvents(stores, principal, eventId));
    return context.json<RetriedEvents>({ count });
  });

  describeRoute(app, 'DELETE /:id', { summary: 'Delete a dead event' });
  app.delete('/:id', async (context) => {
    const principal = await authenticate(context.req.raw);
    await unitOfWork.transaction((stores) => discardDeadEvent(stores, principal, context.req.param('id')));
    return context.body(null, 204);
  });

  return app;
}

function toView({ createdAt, row, ...event }: DeadRuleEvent): DeadEventView {
  const { id, trigger, entity, entityKey, error, attempts, depth } = event;
  return {
    id,
    trigger,
    entity,
    entityKey,
    row: { ...row },
    error,
    attempts,
    depth,
    createdAt: createdAt.toISOString(),
  };
}
