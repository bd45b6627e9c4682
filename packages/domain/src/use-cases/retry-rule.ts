import { AppError, type Principal } from '@shipmate/core';
import { newId } from '../identifier/id.ts';
import type { Stores } from '../persistence/stores.ts';
import { isEnded } from '../run/run.ts';
import type { RuleExecution } from '../workflow/execution/rule-execution.ts';
import { nextActions } from '../workflow/graph/next-actions.ts';
import { descendantsOf, type RuleGraph, toRuleGraph } from '../workflow/graph/rule-graph.ts';
import type { RuleAction } from '../workflow/rule.ts';
import { requireRuleOwner } from './start-rule.ts';

/** A retry that a person asks for. */
export interface RuleRetryRequest {
  readonly executionId: string;
  /** Id or name of an action; undefined to execute every action again. */
  readonly fromStep?: string | undefined;
  /** `same`: the revision that failed. `current`: the revision of the rule now. */
  readonly revision: 'same' | 'current';
}

/**
 * Executes a rule again for the event of an execution that failed or was cancelled, and returns the id of the new execution. From a
 * step, the steps before it and beside it are taken over and not repeated. Call it in a transaction.
 *
 * @throws AppError `CONFLICT` unless the execution failed or was cancelled, while a retry of it has not ended, and when the owner of
 * the rule is no longer a member; `VALIDATION_ERROR` for a step that the execution does not reach.
 */
export async function retryRule(
  stores: Stores,
  principal: Principal,
  { executionId, fromStep, revision: wanted }: RuleRetryRequest,
): Promise<string> {
  const { rules, ruleExecutions, audit } = stores;
  const execution = await ruleExecutions.get(principal, executionId);
  requireRetryable(execution);
  const current = wanted === 'current' ? await rules.get(principal, execution.ruleId) : undefined;
  const definition = current ?? (await ruleExecutions.getDefinition(principal, executionId));
  const { ownerUserId, revision } = current ?? execution;
  await requireRuleOwner(stores, principal, { name: execution.ruleName, ownerUserId });
  const graph = toRuleGraph(definition);
  const reusedActionIds = fromStep === undefined ? [] : findReused(graph, execution, fromStep);
  const id = newId();
  await ruleExecutions.retry(principal, { id, retryOfId: executionId, ownerUserId, revision, reusedActionIds });
  const from = fromStep === undefined ? null : findStep(graph, fromStep).name;
  const details = { ruleId: execution.ruleId, retryOf: executionId, from, revision };
  await audit.append(principal, { kind: 'rule_retried', subjectId: id, details });
  return id;
}

function requireRetryable({ status, ruleName }: RuleExecution): void {
  if (status === 'failed' || status === 'cancelled') return;
  const next = isEnded(status)
    ? 'Only a failed or cancelled one can be retried.'
    : 'Wait until it has ended, or stop it.';
  throw new AppError({
    code: 'CONFLICT',
    message: `The execution of "${ruleName}" is ${status}. ${next}`,
    details: { status },
  });
}

/** Returns the actions that have ended and do not follow the step. */
function findReused(graph: RuleGraph, { steps }: RuleExecution, fromStep: string): readonly string[] {
  const from = findStep(graph, fromStep);
  const repeated = descendantsOf(graph, from.id);
  const reused = steps.filter(
    ({ actionId, actionType, port }) =>
      port !== null && !repeated.has(actionId) && graph.actions.get(actionId)?.type === actionType,
  );
  const outcomes = new Map(reused.map(({ actionId, port }) => [actionId, port ?? '']));
  const { ready, skipped } = nextActions(graph, outcomes);
  if ([...ready, ...skipped].some(({ id }) => id === from.id)) return [...outcomes.keys()];
  throw invalid(`the execution did not reach "${from.name}". Retry from an earlier step, or from the start.`);
}

function findStep(graph: RuleGraph, idOrName: string): RuleAction {
  const found = graph.actions.get(idOrName) ?? [...graph.actions.values()].find(({ name }) => name === idOrName);
  if (found) return found;
  const names = [...graph.actions.values()].map(({ name }) => name).join(', ');
  throw invalid(`this revision of the rule has no action "${idOrName}". Actions: ${names || 'none'}.`);
}

function invalid(message: string): AppError {
  return new AppError({
    code: 'VALIDATION_ERROR',
    message: `fromStep: ${message}`,
    details: { field: 'fromStep' },
  });
}
