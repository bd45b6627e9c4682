import { type CheckRule, decideInboxItem, type RunExecutor } from '@shipmate/agents';
import { AppError, type ToolRegistry } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import { describeInboxItem, inboxKinds, type InboxItem } from '@shipmate/domain/inbox';
import {
  inboxDecisionRequestSchema,
  type InboxItemView,
  type InboxResponse,
  inboxResponseSchema,
} from '@shipmate/protocol/web/inbox';
import { pageQuerySchema } from '@shipmate/protocol/web/page';
import type { ModelCatalog } from '@shipmate/providers';
import { type AppEnvironment, type Authenticate, describeRoute, parseBody, parseInput } from '@shipmate/server';
import { Hono } from 'hono';

/** Options for {@link inboxRoutes}. */
interface InboxRoutesOptions {
  readonly authenticate: Authenticate;
  readonly unitOfWork: UnitOfWork;
  readonly models: Pick<ModelCatalog, 'get'>;
  readonly tools: ToolRegistry;
  readonly runs: Pick<RunExecutor, 'decideApproval' | 'start'>;
  readonly checkRule: CheckRule;
}

/** `/api/inbox`: everything that waits for the caller, over all kinds. */
export function inboxRoutes({ authenticate, ...resources }: InboxRoutesOptions): Hono<AppEnvironment> {
  const { inbox } = resources.unitOfWork.stores;
  const app = new Hono<AppEnvironment>();

  describeRoute(app, 'GET /', {
    summary: 'List decisions that wait for the caller',
    query: pageQuerySchema,
    response: inboxResponseSchema,
  });
  app.get('/', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { items, next } = await inbox.list(principal, parseInput(pageQuerySchema, context.req.query()));
    return context.json<InboxResponse>({ items: items.map(toInboxItemView), next });
  });

  describeRoute(app, 'POST /:kind/:id/decision', {
    summary: 'Decide an entry of the inbox',
    body: inboxDecisionRequestSchema,
  });
  app.post('/:kind/:id/decision', async (context) => {
    const principal = await authenticate(context.req.raw);
    const verdict = await parseBody(context, inboxDecisionRequestSchema);
    const { kind: name, id } = context.req.param();
    const kind = inboxKinds.find((each) => each === name);
    if (kind === undefined) throw new AppError({ code: 'NOT_FOUND', message: 'There is no such inbox item.' });
    await decideInboxItem(resources, principal, { ...verdict, kind, id, signal: context.req.raw.signal });
    return context.body(null, 204);
  });

  return app;
}

/** Returns an inbox item for its owner. */
function toInboxItemView(item: InboxItem): InboxItemView {
  const { title, effects, preview, risk, decisions } = describeInboxItem(item);
  const { id, subject, origin, version, createdAt, expiresAt } = item;
  return {
    kind: subject.kind,
    id,
    title,
    effects: [...effects],
    preview,
    risk,
    decisions: [...decisions],
    version,
    origin: { ...origin },
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
  };
}
