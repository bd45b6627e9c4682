import type { Principal } from '@shipmate/core';
import { newId, type UnitOfWork } from '@shipmate/domain';
import { addSilence, removeSilence } from '@shipmate/domain/use-cases';
import type { RuleSilence, SuppressedEvent } from '@shipmate/domain/workflow';
import { ruleExecutionQuerySchema } from '@shipmate/protocol/web/rule-executions';
import {
  addSilenceRequestSchema,
  type RuleSilenceListResponse,
  ruleSilenceListResponseSchema,
  ruleSilenceSchema,
  type RuleSilenceView,
  type SuppressedEventListResponse,
  suppressedEventListResponseSchema,
} from '@shipmate/protocol/web/rule-noise';
import { type AppEnvironment, type Authenticate, describeRoute, parseBody, parseInput } from '@shipmate/server';
import { Hono } from 'hono';

/** Options for {@link ruleNoiseRoutes}. */
interface RuleNoiseRoutesOptions {
  readonly authenticate: Authenticate;
  readonly unitOfWork: UnitOfWork;
}

/** `/api/rules/{id}/silences` and `/suppressed`: the silences of a rule, and the events that began no execution. */
export function ruleNoiseRoutes({ authenticate, unitOfWork }: RuleNoiseRoutesOptions): Hono<AppEnvironment> {
  const { ruleNoise, users } = unitOfWork.stores;
  const app = new Hono<AppEnvironment>();

  async function toViews({ organizationId }: Principal, silences: readonly RuleSilence[]): Promise<RuleSilenceView[]> {
    const names = new Map((await users.listMembers(organizationId)).map(({ id, name }) => [id, name]));
    return silences.map(({ id, match, reason, until, createdAt, createdByUserId }) => ({
      id,
      match: match as RuleSilenceView['match'],
      reason,
      until: until.toISOString(),
      createdAt: createdAt.toISOString(),
      createdByName: names.get(createdByUserId) ?? 'A former member',
    }));
  }

  describeRoute(app, 'GET /:id/silences', {
    summary: 'List silences of a rule',
    response: ruleSilenceListResponseSchema,
  });
  app.get('/:id/silences', async (context) => {
    const principal = await authenticate(context.req.raw);
    const silences = await ruleNoise.listSilences(principal, context.req.param('id'));
    return context.json<RuleSilenceListResponse>({ silences: await toViews(principal, silences) });
  });

  describeRoute(app, 'POST /:id/silences', {
    summary: 'Add a silence to a rule',
    body: addSilenceRequestSchema,
    response: ruleSilenceSchema,
    status: 201,
  });
  app.post('/:id/silences', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { match, reason, until } = await parseBody(context, addSilenceRequestSchema);
    const ruleId = context.req.param('id');
    const silence = { id: newId(), ruleId, match, reason, until: new Date(until) };
    const added = await unitOfWork.transaction((stores) => addSilence(stores, principal, silence));
    const [view] = await toViews(principal, [added]);
    return context.json(view, 201);
  });

  describeRoute(app, 'DELETE /:id/silences/:silenceId', { summary: 'Delete a silence of a rule' });
  app.delete('/:id/silences/:silenceId', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { id: ruleId, silenceId: id } = context.req.param();
    await unitOfWork.transaction((stores) => removeSilence(stores, principal, { id, ruleId }));
    return context.body(null, 204);
  });

  describeRoute(app, 'GET /:id/suppressed', {
    summary: 'List suppressed events of a rule',
    query: ruleExecutionQuerySchema,
    response: suppressedEventListResponseSchema,
  });
  app.get('/:id/suppressed', async (context) => {
    const principal = await authenticate(context.req.raw);
    const page = parseInput(ruleExecutionQuerySchema, context.req.query());
    const events = await ruleNoise.listSuppressed(principal, context.req.param('id'), page);
    return context.json<SuppressedEventListResponse>({ events: events.map(toEventView) });
  });

  return app;
}

function toEventView(event: SuppressedEvent): SuppressedEventListResponse['events'][number] {
  const { eventId, revision, kind, reason, executionId, trigger, entity, entityKey, row, createdAt } = event;
  return {
    eventId,
    revision,
    kind,
    reason,
    executionId,
    trigger,
    entity,
    entityKey,
    row: { ...row },
    createdAt: createdAt.toISOString(),
  };
}
