import type { UnitOfWork } from '@shipmate/domain';
import { discardDeadEvent, retryDeadEvents } from '@shipmate/domain/use-cases';
import type { DeadRuleEvent } from '@shipmate/domain/workflow';
import {
  type DeadEventListResponse,
  deadEventQuerySchema,
  type DeadEventView,
  type RetriedEvents,
} from '@shipmate/protocol/web/dead-events';
import { type AppEnvironment, type Authenticate, parseInput } from '@shipmate/server';
import { Hono } from 'hono';

/** Options for {@link deadEventRoutes}. */
interface DeadEventRoutesOptions {
  readonly authenticate: Authenticate;
  readonly unitOfWork: UnitOfWork;
}

/** `/api/rules/dead-events`: events of the caller's organization that no rule could take. */
export function deadEventRoutes({ authenticate, unitOfWork }: DeadEventRoutesOptions): Hono<AppEnvironment> {
  const app = new Hono<AppEnvironment>();

  app.get('/', async (context) => {
    const principal = await authenticate(context.req.raw);
    const page = parseInput(deadEventQuerySchema, context.req.query());
    const { events, total } = await unitOfWork.stores.ruleEvents.listDead(principal, page);
    return context.json<DeadEventListResponse>({ events: events.map(toView), total });
  });

  app.post('/retry', async (context) => {
    const principal = await authenticate(context.req.raw);
    const count = await unitOfWork.transaction((stores) => retryDeadEvents(stores, principal));
    return context.json<RetriedEvents>({ count });
  });

  app.post('/:id/retry', async (context) => {
    const principal = await authenticate(context.req.raw);
    const eventId = context.req.param('id');
    const count = await unitOfWork.transaction((stores) => retryDeadEvents(stores, principal, eventId));
    return context.json<RetriedEvents>({ count });
  });

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
