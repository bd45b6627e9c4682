import { type CheckRule, replayRule } from '@shipmate/agents';
import { AppError, type Clock, type Principal } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import type { Rule, RuleDefinition } from '@shipmate/domain/workflow';
import {
  replayNewRuleRequestSchema,
  type ReplayNewRuleResponse,
  replayNewRuleResponseSchema,
  replayRuleRequestSchema,
  type ReplayRuleResponse,
  replayRuleResponseSchema,
  ruleUsesQuerySchema,
  type RuleUsesResponse,
  ruleUsesResponseSchema,
  testRuleRequestSchema,
  type TestRuleResponse,
  testRuleResponseSchema,
} from '@shipmate/protocol/web/rule-replay';
import { type AppEnvironment, type Authenticate, describeRoute, parseBody, parseInput } from '@shipmate/server';
import type { ComputePort } from '@shipmate/tools';
import { Hono } from 'hono';
import type { z } from 'zod';
import { toReplayView, toRuleUseQuery, toSimulationView } from '../views/rule-replay-view.ts';

/** Options for {@link ruleReplayRoutes}. */
interface RuleReplayRoutesOptions {
  readonly authenticate: Authenticate;
  readonly unitOfWork: UnitOfWork;
  readonly compute: ComputePort;
  readonly checkRule: CheckRule;
  readonly clock: Clock;
}

/** The longest time that one replay covers, in milliseconds. */
const maxRangeMs = 92 * 86_400_000;

/** `/api/rules/{id}/test` and `/replay`: a rule, or one that is not saved yet, with its side effects off. `/api/rules/uses`: where rules name something. */
export function ruleReplayRoutes(options: RuleReplayRoutesOptions): Hono<AppEnvironment> {
  const { authenticate, unitOfWork, compute, checkRule, clock } = options;
  const { rules, rulePreviews } = unitOfWork.stores;
  const app = new Hono<AppEnvironment>();

  describeRoute(app, 'GET /uses', {
    summary: 'Find the rules that use a field',
    query: ruleUsesQuerySchema,
    response: ruleUsesResponseSchema,
  });
  app.get('/uses', async (context) => {
    const principal = await authenticate(context.req.raw);
    const query = toRuleUseQuery(parseInput(ruleUsesQuerySchema, context.req.query()));
    const { signal } = context.req.raw;
    const uses = await compute.run('findRuleUses', [await rules.list(principal), query], { principal, signal });
    return context.json<RuleUsesResponse>({ uses: uses.map((use) => ({ ...use })) });
  });

  describeRoute(app, 'POST /:id/test', {
    summary: 'Test a rule',
    body: testRuleRequestSchema,
    response: testRuleResponseSchema,
  });
  app.post('/:id/test', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { row, before = null, entityKey, mocks, definition } = await parseBody(context, testRuleRequestSchema);
    const rule = await rules.get(principal, context.req.param('id'));
    const { signal } = context.req.raw;
    if (definition) await checkRule(definition, { ruleId: rule.id, principal, signal });
    const sample = { row, before, entityKey: entityKey ?? keyOf(row), userId: principal.userId };
    const settings = { mocks, now: clock.now(), ownerUserId: principal.userId };
    const simulation = await compute.run('simulateRule', [definition ?? rule, sample, settings], { principal, signal });
    return context.json<TestRuleResponse>(toSimulationView(simulation));
  });

  describeRoute(app, 'POST /replay', {
    summary: 'Replay past events through a new rule',
    body: replayNewRuleRequestSchema,
    response: replayNewRuleResponseSchema,
  });
  app.post('/replay', async (context) => {
    const principal = await authenticate(context.req.raw);
    const request = await parseBody(context, replayNewRuleRequestSchema);
    const range = toRange(request, { principal, signal: context.req.raw.signal });
    const definition = await findNewDefinition(principal, request);
    if (request.definition) await checkRule(definition, { ruleId: undefined, ...range });
    const proposed = await replayRule({ unitOfWork, compute }, definition, range);
    return context.json<ReplayNewRuleResponse>({ ...toRangeView(range), proposed: toReplayView(proposed, range.to) });
  });

  describeRoute(app, 'POST /:id/replay', {
    summary: 'Replay past events through a rule',
    body: replayRuleRequestSchema,
    response: replayRuleResponseSchema,
  });
  app.post('/:id/replay', async (context) => {
    const principal = await authenticate(context.req.raw);
    const request = await parseBody(context, replayRuleRequestSchema);
    const rule = await rules.get(principal, context.req.param('id'));
    const range = toRange(request, { principal, signal: context.req.raw.signal });
    const definition = await findDefinition(principal, rule, request);
    if (request.definition) await checkRule(definition, { ruleId: rule.id, ...range });
    const proposed = await replayRule({ unitOfWork, compute }, definition, range);
    const current = definition === rule ? proposed : await replayRule({ unitOfWork, compute }, rule, range);
    return context.json<ReplayRuleResponse>({
      ...toRangeView(range),
      proposed: toReplayView(proposed, range.to),
      current: toReplayView(current, range.to),
    });
  });

  function toRange(
    { from: start, to: end }: z.output<typeof replayNewRuleRequestSchema>,
    caller: { readonly principal: Principal; readonly signal: AbortSignal },
  ) {
    const [from, to] = [new Date(start), end === undefined ? clock.now() : new Date(end)];
    requireRange(from, to);
    return { ...caller, from, to };
  }

  /** The content of a new rule to replay: a definition, or the content of a preview. */
  async function findNewDefinition(
    principal: Principal,
    { definition, previewId }: z.output<typeof replayNewRuleRequestSchema>,
  ): Promise<RuleDefinition> {
    if (definition && previewId === undefined) return definition;
    if (definition || previewId === undefined) throw ambiguous('definition and previewId');
    const preview = await rulePreviews.get(principal, previewId);
    if (preview.ruleId === null) return preview.definition;
    throw new AppError({
      code: 'CONFLICT',
      message: 'The preview changes a rule. Replay it with POST /api/rules/{id}/replay.',
      details: { ruleId: preview.ruleId },
    });
  }

  /** The content to replay: a definition, the content of a preview or of a revision, or the rule itself. */
  async function findDefinition(
    principal: Principal,
    rule: Rule,
    { definition, previewId, revision }: ReturnType<typeof replayRuleRequestSchema.parse>,
  ): Promise<RuleDefinition> {
    if ([definition, previewId, revision].filter((each) => each !== undefined).length > 1) {
      throw ambiguous('definition, previewId and revision');
    }
    if (definition) return definition;
    if (previewId !== undefined) {
      const preview = await rulePreviews.get(principal, previewId);
      if (preview.ruleId === rule.id) return preview.definition;
      throw new AppError({ code: 'NOT_FOUND', message: 'Preview not found.' });
    }
    if (revision === undefined || revision === rule.revision) return rule;
    const found = (await rules.listRevisions(principal, rule.id)).find((each) => each.revision === revision);
    if (!found) throw new AppError({ code: 'NOT_FOUND', message: 'Revision not found.' });
    return found.definition;
  }

  return app;
}

function keyOf(row: Readonly<Record<string, unknown>>): string {
  const { id } = row;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : 'sample';
}

function ambiguous(fields: string): AppError {
  return new AppError({
    code: 'VALIDATION_ERROR',
    message: `Name one of ${fields}.`,
    details: { field: 'definition' },
  });
}

function toRangeView({ from, to }: { readonly from: Date; readonly to: Date }) {
  return { from: from.toISOString(), to: to.toISOString() };
}

function requireRange(from: Date, to: Date): void {
  if (from < to && to.getTime() - from.getTime() <= maxRangeMs) return;
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message: 'from: Must be before `to`, by at most 92 days.',
    details: { field: 'from' },
  });
}
