import type { CheckRule } from '@shipmate/agents';
import { AppError, type Principal } from '@shipmate/core';
import { newId, type UnitOfWork } from '@shipmate/domain';
import { type NewRuleTest, ruleTestLimits, type RuleTest, toRuleTest } from '@shipmate/domain/workflow';
import {
  type RuleTestListResponse,
  ruleTestListResponseSchema,
  ruleTestSchema,
  type RuleTestView,
  runRuleTestsRequestSchema,
  type RunRuleTestsResponse,
  runRuleTestsResponseSchema,
  saveRuleTestRequestSchema,
} from '@shipmate/protocol/web/rule-replay';
import { type AppEnvironment, type Authenticate, describeRoute, parseBody } from '@shipmate/server';
import type { ComputePort } from '@shipmate/tools';
import { Hono } from 'hono';

/** Options for {@link ruleTestRoutes}. */
interface RuleTestRoutesOptions {
  readonly authenticate: Authenticate;
  readonly unitOfWork: UnitOfWork;
  readonly compute: ComputePort;
  readonly checkRule: CheckRule;
}

/** `/api/rules/{id}/tests`: the saved tests of a rule. */
export function ruleTestRoutes(options: RuleTestRoutesOptions): Hono<AppEnvironment> {
  const { authenticate, unitOfWork, compute, checkRule } = options;
  const { rules, ruleExecutions, ruleNoise, ruleTests } = unitOfWork.stores;
  const app = new Hono<AppEnvironment>();

  describeRoute(app, 'GET /:id/tests', { summary: 'List tests of a rule', response: ruleTestListResponseSchema });
  app.get('/:id/tests', async (context) => {
    const principal = await authenticate(context.req.raw);
    const tests = await ruleTests.list(principal, context.req.param('id'));
    return context.json<RuleTestListResponse>({ tests: tests.map(toView) });
  });

  describeRoute(app, 'POST /:id/tests', {
    summary: 'Save a test of a rule',
    body: saveRuleTestRequestSchema,
    response: ruleTestSchema,
    status: 201,
  });
  app.post('/:id/tests', async (context) => {
    const principal = await authenticate(context.req.raw);
    const request = await parseBody(context, saveRuleTestRequestSchema);
    const { id: ruleId } = await rules.get(principal, context.req.param('id'));
    const test = await toNewTest(principal, ruleId, request);
    return context.json<RuleTestView>(toView(await ruleTests.create(principal, test)), 201);
  });

  describeRoute(app, 'POST /:id/tests/run', {
    summary: 'Run the tests of a rule',
    body: runRuleTestsRequestSchema,
    response: runRuleTestsResponseSchema,
  });
  app.post('/:id/tests/run', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { definition } = await parseBody(context, runRuleTestsRequestSchema);
    const rule = await rules.get(principal, context.req.param('id'));
    const { signal } = context.req.raw;
    if (definition) await checkRule(definition, { ruleId: rule.id, principal, signal });
    const subject = { definition: definition ?? rule, ownerUserId: principal.userId };
    const tests = await ruleTests.list(principal, rule.id);
    const results = await compute.run('runRuleTests', [subject, tests], { principal, signal });
    return context.json<RunRuleTestsResponse>({
      results: results.map((result) => ({ ...result, differences: [...result.differences] })),
    });
  });

  describeRoute(app, 'DELETE /:id/tests/:testId', { summary: 'Delete a test of a rule' });
  app.delete('/:id/tests/:testId', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { id: ruleId, testId: id } = context.req.param();
    await ruleTests.remove(principal, { id, ruleId });
    return context.body(null, 204);
  });

  async function toNewTest(
    principal: Principal,
    ruleId: string,
    request: ReturnType<typeof saveRuleTestRequestSchema.parse>,
  ): Promise<NewRuleTest> {
    const id = newId();
    if ('executionId' in request) {
      const execution = await ruleExecutions.get(principal, request.executionId);
      if (execution.ruleId !== ruleId) throw new AppError({ code: 'NOT_FOUND', message: 'Execution not found.' });
      const joined = await ruleNoise.listGroup(principal, execution.id, ruleTestLimits.events);
      return toRuleTest(execution, joined, { id, name: request.name });
    }
    const { name, events, mocks, expected } = request;
    return {
      id,
      ruleId,
      name,
      events: events.map(({ at, ...event }) => ({ ...event, at: new Date(at) })),
      mocks,
      expected,
    };
  }

  return app;
}

function toView({ id, name, events, mocks, expected, createdAt }: RuleTest): RuleTestView {
  return {
    id,
    name,
    events: events.map(({ at, row, before, entityKey }) => ({
      entityKey,
      row: { ...row },
      before: before && { ...before },
      at: at.toISOString(),
    })),
    mocks: mocks as RuleTestView['mocks'],
    expected: { runs: expected.runs, actions: [...expected.actions] },
    createdAt: createdAt.toISOString(),
  };
}
