import type { RunLog } from '@shipmate/agents';
import { AppError, type Principal } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import type { NumberedRunEvent } from '@shipmate/domain/run';
import { retryRule, startRule } from '@shipmate/domain/use-cases';
import {
  type BegunExecution,
  begunExecutionSchema,
  retryExecutionRequestSchema,
  type RuleExecutionEventName,
  type RuleExecutionListResponse,
  ruleExecutionListResponseSchema,
  ruleExecutionQuerySchema,
  ruleExecutionSchema,
  type RuleExecutionView,
  startRuleRequestSchema,
} from '@shipmate/protocol/web/rule-executions';
import {
  type AppEnvironment,
  type Authenticate,
  describeRoute,
  longJson,
  nameRun,
  parseBody,
  parseInput,
  sseStream,
} from '@shipmate/server';
import { Hono } from 'hono';
import { toExecutionSummary, toExecutionView } from '../views/rule-execution-view.ts';

/** Options for {@link ruleExecutionRoutes}. */
interface RuleExecutionRoutesOptions {
  readonly authenticate: Authenticate;
  readonly unitOfWork: UnitOfWork;
  readonly runLog: Pick<RunLog, 'tail'>;
}

/** `/api/rules/{id}/executions`: the reactions of a rule to events, and their steps. */
export function ruleExecutionRoutes(options: RuleExecutionRoutesOptions): Hono<AppEnvironment> {
  const { authenticate, unitOfWork, runLog } = options;
  const { rules, ruleExecutions, ruleNoise } = unitOfWork.stores;
  const app = new Hono<AppEnvironment>();

  async function find(principal: Principal, { id, executionId }: { id: string; executionId: string }) {
    const execution = await ruleExecutions.get(principal, executionId);
    if (execution.ruleId !== id) throw new AppError({ code: 'NOT_FOUND', message: 'Execution not found.' });
    return execution;
  }

  describeRoute(app, 'POST /:id/start', {
    summary: 'Start a rule',
    body: startRuleRequestSchema,
    response: begunExecutionSchema,
    status: 201,
  });
  app.post('/:id/start', async (context) => {
    const principal = await authenticate(context.req.raw);
    const start = await parseBody(context, startRuleRequestSchema);
    const ruleId = context.req.param('id');
    const executionId = await unitOfWork.transaction((stores) => startRule(stores, principal, { ...start, ruleId }));
    nameRun(context, executionId);
    return context.json<BegunExecution>({ executionId }, 201);
  });

  describeRoute(app, 'GET /:id/executions', {
    summary: 'List executions of a rule',
    query: ruleExecutionQuerySchema,
    response: ruleExecutionListResponseSchema,
  });
  app.get('/:id/executions', async (context) => {
    const principal = await authenticate(context.req.raw);
    const page = parseInput(ruleExecutionQuerySchema, context.req.query());
    const { id } = await rules.get(principal, context.req.param('id'));
    const executions = await ruleExecutions.listForRule(principal, id, page);
    const counts = await ruleNoise.countSuppressed(
      principal,
      executions.map((execution) => execution.id),
    );
    const suppressedOf = (executionId: string) =>
      Object.fromEntries(
        counts.filter((each) => each.executionId === executionId).map(({ kind, count }) => [kind, count]),
      );
    return context.json<RuleExecutionListResponse>({
      executions: executions.map((execution) => ({
        ...toExecutionSummary(execution),
        suppressed: suppressedOf(execution.id),
      })),
    });
  });

  describeRoute(app, 'GET /:id/executions/:executionId', {
    summary: 'Get an execution of a rule',
    response: ruleExecutionSchema,
  });
  app.get('/:id/executions/:executionId', async (context) => {
    const principal = await authenticate(context.req.raw);
    const execution = await find(principal, context.req.param());
    const definition = await ruleExecutions.getDefinition(principal, execution.id);
    return longJson<RuleExecutionView>(context, toExecutionView(execution, definition, principal));
  });

  describeRoute(app, 'GET /:id/executions/:executionId/events', {
    summary: 'Follow an execution of a rule',
    responseTypes: ['text/event-stream'],
    also: { 204: 'The execution has ended.' },
  });
  app.get('/:id/executions/:executionId/events', async (context) => {
    const principal = await authenticate(context.req.raw);
    const execution = await find(principal, context.req.param());
    const after = toSequence(context.req.header('last-event-id'));
    if (execution.endedAt !== null) return context.body(null, 204);
    return sseStream(context, {
      writeAll: async (write, signal) => {
        for await (const stored of runLog.tail(execution.id, { after, signal })) await write(toEventText(stored));
      },
    });
  });

  describeRoute(app, 'POST /:id/executions/:executionId/retry', {
    summary: 'Retry an execution of a rule',
    body: retryExecutionRequestSchema,
    response: begunExecutionSchema,
    status: 201,
  });
  app.post('/:id/executions/:executionId/retry', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { id: executionId } = await find(principal, context.req.param());
    const { fromStep, revision } = await parseBody(context, retryExecutionRequestSchema);
    const begun = await unitOfWork.transaction((stores) =>
      retryRule(stores, principal, { executionId, fromStep, revision }),
    );
    nameRun(context, begun);
    return context.json<BegunExecution>({ executionId: begun }, 201);
  });

  return app;
}

function toSequence(lastEventId: string | undefined): number {
  if (!lastEventId) return 0;
  if (/^\d{1,15}$/.test(lastEventId)) return Number(lastEventId);
  throw new AppError({ code: 'VALIDATION_ERROR', message: 'Last-Event-ID: is no id of an event of an execution.' });
}

/** Returns an event as text; empty for an event that changes nothing on a page. */
function toEventText({ sequence, event }: NumberedRunEvent): string {
  if (event.type === 'run_ended') return format(sequence, 'end', { status: event.status });
  if (event.type !== 'rule_step') return '';
  const { actionId, status, port } = event;
  return format(sequence, 'step', { actionId, status, port });
}

function format(sequence: number, name: RuleExecutionEventName, data: object): string {
  return `id: ${sequence}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
