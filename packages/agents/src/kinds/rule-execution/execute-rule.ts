import { AppError, type JsonValue, noUsage, type Principal, toAppError } from '@shipmate/core';
import {
  defaultPort,
  nextActions,
  type RuleAction,
  type RuleDefinition,
  type RuleExecution,
  type RuleGraph,
  type RuleStep,
  toApprovalOutcome,
  toRuleGraph,
  toStepOutcome,
} from '@shipmate/domain/workflow';
import type { RunConclusion, RunWork } from '../../run/execute/run-kind.ts';
import type { RunEnding } from '../../run/settle/end-run.ts';
import { parseRendered } from './parse-rendered.ts';
import { isOver, type RuleActionContext, type RuleActionOutcome } from './rule-action.ts';
import { type ExecutableActionType, findExecutable } from './rule-actions.ts';
import type { RuleExecutionPorts } from './rule-execution-ports.ts';
import type { RuleSteps } from './rule-steps.ts';

/** Attempts of an action whose failures are temporary. */
const maxAttempts = 4;

/** Codes of failures that another attempt may not meet, as nothing took effect. */
const temporary: ReadonlySet<string> = new Set(['EXTERNAL_API_ERROR', 'UNAVAILABLE', 'RATE_LIMITED']);

const unknownOutcome =
  'Its process ended while it ran, so it is unknown whether it took effect. Check before you retry.';

/** An execution that this process owns. */
interface OwnedExecution {
  readonly ports: RuleExecutionPorts;
  readonly run: RunWork;
  readonly principal: Principal;
  readonly execution: RuleExecution;
  readonly definition: RuleDefinition;
  readonly steps: RuleSteps;
}

/** Executes the actions of a rule along its graph until the execution ends or waits. Branches run in parallel. */
export async function executeRule(owned: OwnedExecution): Promise<RunConclusion> {
  const { run, definition, steps } = owned;
  const graph = toRuleGraph(definition);
  const running = new Map<string, Promise<void>>();
  try {
    for (;;) {
      const { ready, skipped } = nextActions(graph, steps.outcomes);
      for (const action of skipped) await skip(owned, action);
      const isStopping = run.stopping.aborted || run.draining.aborted || run.aborting.aborted;
      const due = ready.filter(({ id }) => !running.has(id) && isDue(steps.find(id)));
      for (const action of isStopping ? [] : due) {
        running.set(
          action.id,
          executeAction(owned, action).finally(() => running.delete(action.id)),
        );
      }
      if (running.size > 0) await Promise.race(running.values());
      else if (run.stopping.aborted) return toEnding({ status: 'cancelled', stopReason: 'aborted' }, owned);
      else if (isStopping) return 'queued';
      else if (ready.length === 0) return toEnding(toOutcome(graph, steps.all));
      else return toWait(owned);
    }
  } catch (thrown) {
    if (run.aborting.aborted) return 'queued';
    throw thrown;
  } finally {
    await Promise.allSettled(running.values());
  }
}

/** The run waits for the first step that is due; a decision that comes before it is released ends the wait at once. */
function toWait({ run, steps }: OwnedExecution): RunConclusion {
  let wakeInMs = Math.min(...steps.all.map((step) => steps.find(step.actionId)?.wakesInMs ?? Infinity));
  return {
    get wakeInMs() {
      return wakeInMs;
    },
    async settle({ ruleExecutions }) {
      const waiting = (await ruleExecutions.lockSteps(run.lease)).filter(({ status }) => status === 'waiting');
      wakeInMs = Math.min(...waiting.map((step) => (isDue(step) ? 0 : (step.wakesInMs ?? 0))));
    },
  };
}

/** Tests whether an action can be executed or continued. */
function isDue(step: RuleStep | undefined): boolean {
  if (step?.status !== 'waiting' || isOver(step) || step.hasChildEnded) return true;
  return toStepOutcome(step) !== undefined;
}

async function skip({ steps }: OwnedExecution, action: RuleAction): Promise<void> {
  if (steps.find(action.id)) return;
  await steps.store(action, { status: 'skipped', port: defaultPort(action.type) });
}

async function executeAction(owned: OwnedExecution, action: RuleAction): Promise<void> {
  const { run, steps } = owned;
  const executable = findExecutable(action.type);
  let input = steps.find(action.id)?.input ?? null;
  try {
    input ??= steps.render(action, owned.definition);
    const parsed = executable && parseRendered(executable.type.config, input);
    if (!executable || !parsed?.success) throw invalidConfiguration(action, parsed?.error?.issues[0]);
    await advance(owned, { action, executable, input, config: parsed.data });
  } catch (thrown) {
    const error = toAppError(thrown);
    if (error.code === 'DATABASE_ERROR' || run.outageLimits.signal.aborted || run.aborting.aborted) throw thrown;
    if (error.code === 'INTERNAL_ERROR') run.logger.error('action failed', { action: action.name, error });
    await fail(owned, { action, input, error });
  }
}

interface DueAction {
  readonly action: RuleAction;
  readonly executable: ExecutableActionType;
  readonly input: JsonValue;
  readonly config: unknown;
}

/** Takes an action one step further: to its end, or to its wait. */
async function advance(owned: OwnedExecution, due: DueAction): Promise<void> {
  const { ports, run, steps } = owned;
  const { action, executable, input, config } = due;
  const { handler } = executable;
  const context = toContext(owned, action);
  const step = steps.find(action.id);
  if (handler.kind === 'stored') {
    const change = await ports.unitOfWork.transaction(async (stores) => {
      const ended = toEnded(input, await handler.execute(stores, config, context));
      await steps.write(action, ended)(stores);
      return ended;
    });
    return steps.apply(action, change);
  }
  if (handler.kind === 'wait') {
    if (step === undefined) return steps.store(action, { status: 'waiting', input, ...handler.begin(config, context) });
    const change = await ports.unitOfWork.transaction(async (stores) => {
      // An approver may have decided since the steps were read.
      const stored = steps.renew(action.id, await stores.ruleExecutions.lockSteps(run.lease));
      const next = handler.resume(config, stored);
      if (next === undefined) return undefined;
      const attempt = stored.attempt + 1;
      const stepped = 'port' in next ? toEnded(input, next) : ({ status: 'waiting', input, attempt, ...next } as const);
      await steps.write(action, stepped)(stores);
      return stepped;
    });
    return change && steps.apply(action, change);
  }
  if (handler.kind === 'run') {
    const change = await ports.unitOfWork.transaction(async (stores) => {
      const next =
        step === undefined
          ? ({ status: 'waiting', input, ...(await handler.begin(stores, config, context)) } as const)
          : toEnded(input, await handler.resume(stores, step, context));
      await steps.write(action, next)(stores);
      return next;
    });
    return steps.apply(action, change);
  }
  const wait = step === undefined ? handler.asks?.(config, context) : undefined;
  if (wait !== undefined) return steps.store(action, { status: 'waiting', input, ...wait });
  if (isRefused(step)) throw new AppError({ code: 'CONFLICT', message: 'The call was not approved in time.' });
  const isInterrupted = step?.status === 'running';
  if (isInterrupted && handler.isRepeatable?.(config, context) !== true) {
    throw new AppError({ code: 'CONFLICT', message: unknownOutcome });
  }
  await steps.store(action, { status: 'running', input });
  run.activity.begin(action.id);
  try {
    run.assertHeld();
    const outcome = await handler.execute(ports, config, context);
    await steps.store(action, toEnded(input, outcome));
  } finally {
    run.activity.end(action.id);
  }
}

/**
 * A call waits before its first attempt only for its approval, and later for a retry. It is refused also if no approver is left, as
 * after the member has left the organization.
 */
function isRefused(step: RuleStep | undefined): boolean {
  if (step?.status !== 'waiting' || step.attempt > 1) return false;
  return toApprovalOutcome('any', step.approvers) !== 'approved';
}

/** Ends an action at its port `failure`, or lets it wait for its next attempt. */
async function fail(
  owned: OwnedExecution,
  { action, input, error }: { readonly action: RuleAction; readonly input: JsonValue; readonly error: AppError },
): Promise<void> {
  const attempt = owned.steps.find(action.id)?.attempt ?? 1;
  const change = { input, error: error.message };
  const isRetried = error.recoverable && temporary.has(error.code) && attempt < maxAttempts;
  if (isRetried && findExecutable(action.type)?.handler.kind === 'external') {
    const wakeInMs = 1_000 * 2 ** attempt;
    return owned.steps.store(action, { ...change, status: 'waiting', attempt: attempt + 1, wakeInMs });
  }
  await owned.steps.store(action, { ...change, status: 'failed', port: 'failure', output: { error: error.message } });
}

function toEnded(input: JsonValue, { port, output }: RuleActionOutcome) {
  return { status: port === 'failure' ? 'failed' : 'completed', input, port, output } as const;
}

function toContext(
  { execution, principal, run, ports }: OwnedExecution,
  { id: actionId }: RuleAction,
): RuleActionContext {
  const { tools, models, unitOfWork } = ports;
  const secrets = unitOfWork.stores.ruleSecrets;
  return { execution, actionId, principal, signal: run.signal, logger: run.logger, tools, models, secrets };
}

function invalidConfiguration(
  { name }: RuleAction,
  issue: { readonly path: readonly PropertyKey[]; readonly message: string } | undefined,
): AppError {
  const path = issue?.path.map(String).join('.') ?? 'action_type';
  return new AppError({
    code: 'VALIDATION_ERROR',
    message: `The configuration of "${name}" is not valid: ${path}: ${issue?.message ?? 'unknown'}.`,
  });
}

/** An execution fails if an action failed and no edge follows the port at which it ended. */
function toOutcome({ outgoing }: RuleGraph, steps: readonly RuleStep[]): Omit<RunEnding['outcome'], 'usage'> {
  const unhandled = steps.find(
    ({ actionId, status }) =>
      status === 'failed' &&
      !(outgoing.get(actionId) ?? []).some(({ output }) => output === null || output === 'failure'),
  );
  if (!unhandled) return { status: 'completed', stopReason: 'final' };
  const message = `Action "${unhandled.actionName}" failed: ${unhandled.error ?? 'it ended at its port "failure".'}`;
  return { status: 'failed', stopReason: 'aborted', error: { code: 'INTERNAL_ERROR', message } };
}

/** Returns the ending of a run of a rule, which costs nothing. A run that ends early stops the agents that it waits for. */
export function toEnding(
  outcome: Omit<RunEnding['outcome'], 'usage'>,
  early?: { readonly principal: Principal; readonly run: Pick<RunWork, 'lease'> },
): RunEnding {
  return {
    outcome: { ...outcome, usage: noUsage },
    costUsd: 0,
    async settle({ ruleExecutions, runs }) {
      if (early === undefined) return;
      const { steps } = await ruleExecutions.get(early.principal, early.run.lease.runId);
      for (const { status, childRunId, hasChildEnded } of steps) {
        if (status === 'waiting' && childRunId !== null && !hasChildEnded)
          await runs.requestStop(early.principal, childRunId);
      }
    },
  };
}
