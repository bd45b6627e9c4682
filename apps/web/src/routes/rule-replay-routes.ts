import { type CheckRule, replayRule } from '@shipmate/agents';
import { AppError, type Clock, type Principal } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import type { Rule, RuleDefinition } from '@shipmate/domain/workflow';
import {
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

/** `/api/rules/{id}/test` and `/replay`: a rule with its side effects off. `/api/rules/uses`: where rules name something. */
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

  describeRoute(app, 'POST /:id/replay', {
    summary: 'Replay past events through a rule',
    body: replayRuleRequestSchema,
    response: replayRuleResponseSchema,
  });
  app.post('/:id/replay', async (context) => {
    const principal = await authenticate(context.req.raw);
    const request = await parseBody(context, replayRuleRequestSchema);
    const rule = await rules.get(principal, context.req.param('id'));
    const [from, to] = [new Date(request.from), request.to === undefined ? clock.now() : new Date(request.to)];
    requireRange(from, to);
    const { signal } = context.req.raw;
    const definition = await findDefinition(principal, rule, request);
    if (request.definition) await checkRule(definition, { ruleId: rule.id, principal, signal });
    const range = { principal, from, to, signal };
    const proposed = await replayRule({ unitOfWork, compute }, definition, range);
    const current = definition === rule ? proposed : await replayRule({ unitOfWork, compute }, rule, range);
    return context.json<ReplayRuleResponse>({
      from: from.toISOString(),
      to: to.toISOString(),
      proposed: toReplayView(proposed, to),
      current: toReplayView(current, to),
    });
  });

  /** The content to replay: a definition, the content of a preview or of a revision, or the rule itself. */
  async function findDefinition(
    principal: Principal,
    rule: Rule,
    { definition, previewId, revision }: ReturnType<typeof replayRuleRequestSchema.parse>,
  ): Promise<RuleDefinition> {
    if ([definition, previewId, revision].filter((each) => each !== undefined).length > 1) {
      throw new AppError({
        code: 'VALIDATION_ERROR',
        message: 'Name one of definition, previewId and revision.',
        details: { field: 'definition' },
      });
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

function requireRange(from: Date, to: Date): void {
  if (from < to && to.getTime() - from.getTime() <= maxRangeMs) return;
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message: 'from: Must be before `to`, by at most 92 days.',
    details: { field: 'from' },
  });
}
