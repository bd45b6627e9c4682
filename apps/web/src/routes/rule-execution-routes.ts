import { AppError } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import type { RuleExecution, RuleStep } from '@shipmate/domain/workflow';
import {
  type RuleExecutionListResponse,
  ruleExecutionQuerySchema,
  type RuleExecutionSummaryView,
  type RuleExecutionView,
} from '@shipmate/protocol/web/rule-executions';
import { type AppEnvironment, type Authenticate, parseInput } from '@shipmate/server';
import { Hono } from 'hono';

/** Options for {@link ruleExecutionRoutes}. */
interface RuleExecutionRoutesOptions {
  readonly authenticate: Authenticate;
  readonly unitOfWork: UnitOfWork;
}

/** `/api/rules/{id}/executions`: the reactions of a rule to events, and their steps. */
export function ruleExecutionRoutes({ authenticate, unitOfWork }: RuleExecutionRoutesOptions): Hono<AppEnvironment> {
  const { rules, ruleExecutions } = unitOfWork.stores;
  const app = new Hono<AppEnvironment>();

  app.get('/:id/executions', async (context) => {
    const principal = await authenticate(context.req.raw);
    const page = parseInput(ruleExecutionQuerySchema, context.req.query());
    const { id } = await rules.get(principal, context.req.param('id'));
    const executions = await ruleExecutions.listForRule(principal, id, page);
    return context.json<RuleExecutionListResponse>({ executions: executions.map(toSummary) });
  });

  app.get('/:id/executions/:executionId', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { id, executionId } = context.req.param();
    const rule = await rules.get(principal, id);
    const execution = await ruleExecutions.get(principal, executionId);
    if (execution.ruleId !== rule.id) throw new AppError({ code: 'NOT_FOUND', message: 'Execution not found.' });
    return context.json<RuleExecutionView>({
      ...toSummary(execution),
      row: { ...execution.event.row },
      steps: execution.steps.map(toStepView),
    });
  });

  return app;
}

function toSummary(execution: Omit<RuleExecution, 'steps'>): RuleExecutionSummaryView {
  const { id, revision, event, status, error, createdAt, endedAt } = execution;
  return {
    id,
    revision,
    trigger: event.trigger,
    entity: event.entity,
    entityKey: event.entityKey,
    status,
    error,
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  };
}

function toStepView(step: RuleStep): RuleExecutionView['steps'][number] {
  const { actionId, actionName, actionType, status, attempt, port, error, input, output, startedAt, endedAt } = step;
  return {
    actionId,
    actionName,
    actionType,
    status,
    attempt,
    port,
    error,
    input,
    output,
    startedAt: startedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  };
}
