import type { Principal } from '@shipmate/core';
import {
  nextActions,
  type RuleDefinition,
  type RuleExecution,
  type RuleStep,
  toRuleGraph,
} from '@shipmate/domain/workflow';
import type { RuleExecutionSummaryView, RuleExecutionView } from '@shipmate/protocol/web/rule-executions';
import { toDefinitionView } from './rule-view.ts';

/** Returns an execution for a list. */
export function toExecutionSummary(
  execution: Omit<RuleExecution, 'steps'>,
): Omit<RuleExecutionSummaryView, 'suppressed'> {
  const { id, revision, event, status, error, retryOfId, createdAt, endedAt } = execution;
  return {
    id,
    revision,
    trigger: event.trigger,
    entity: event.entity,
    entityKey: event.entityKey,
    status,
    error,
    retryOfId,
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  };
}

/** Returns an execution in full. */
export function toExecutionView(
  execution: RuleExecution,
  definition: RuleDefinition,
  { userId }: Principal,
): RuleExecutionView {
  return {
    ...toExecutionSummary(execution),
    ruleName: execution.ruleName,
    isOwn: execution.ownerUserId === userId,
    definition: toDefinitionView(definition),
    unreached: [...findUnreached(execution, definition)],
    row: { ...execution.event.row },
    steps: execution.steps.map((step) => toStepView(step, execution.endedAt === null ? userId : undefined)),
  };
}

function findUnreached({ steps, endedAt }: RuleExecution, definition: RuleDefinition): readonly string[] {
  if (endedAt !== null) {
    const begun = new Set(steps.map(({ actionId }) => actionId));
    return definition.actions.flatMap(({ id }) => (begun.has(id) ? [] : [id]));
  }
  const outcomes = steps.flatMap(({ actionId, port }) => (port === null ? [] : [[actionId, port] as const]));
  return nextActions(toRuleGraph(definition), new Map(outcomes)).unreached.map(({ id }) => id);
}

/** `callerId` is undefined once the execution has ended. */
function toStepView(step: RuleStep, callerId: string | undefined): RuleExecutionView['steps'][number] {
  const { approvers, startedAt, endedAt, childRunId: _, hasChildEnded: __, ...rest } = step;
  return {
    ...rest,
    approvers: approvers.map(({ userId, decision, reason }) => ({ userId, decision, reason })),
    isAskingCaller:
      step.status === 'waiting' && approvers.some(({ userId, decision }) => userId === callerId && decision === null),
    startedAt: startedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  };
}
