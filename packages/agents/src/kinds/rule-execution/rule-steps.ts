import { AppError, type JsonValue } from '@shipmate/core';
import type { Stores, UnitOfWork } from '@shipmate/domain';
import type { RunLease } from '@shipmate/domain/run';
import {
  type NewRuleStep,
  renderTemplates,
  type RuleAction,
  type RuleExecution,
  type RuleStep,
  toTemplateScope,
} from '@shipmate/domain/workflow';
import type { RunRecorder } from '../../run/log/run-recorder.ts';
import type { RuleEventGroup } from './read-event-group.ts';

/** Characters of an output that a step keeps. */
const maxOutputChars = 50_000;

/** The change of a step. */
type StepChange = Pick<NewRuleStep, 'status'> & Partial<NewRuleStep>;

/** Options for {@link RuleSteps}. */
interface RuleStepsOptions {
  readonly execution: RuleExecution;
  readonly group: RuleEventGroup;
  readonly unitOfWork: UnitOfWork;
  readonly lease: RunLease;
  readonly recorder: RunRecorder;
  readonly now: () => Date;
}

/** The steps of an execution, as stored. */
export class RuleSteps {
  readonly #options: RuleStepsOptions;
  readonly #steps: Map<string, RuleStep>;
  /** The time, of `performance.now()`, at which each step was read or stored. */
  readonly #readAt = new Map<string, number>();

  constructor(options: RuleStepsOptions) {
    this.#options = options;
    this.#steps = new Map(options.execution.steps.map((step) => [step.actionId, step]));
    for (const id of this.#steps.keys()) this.#readAt.set(id, performance.now());
  }

  get all(): readonly RuleStep[] {
    return [...this.#steps.values()];
  }

  /** The ports of the steps that have ended, by action. */
  get outcomes(): ReadonlyMap<string, string> {
    return new Map(this.all.flatMap(({ actionId, port }) => (port === null ? [] : [[actionId, port] as const])));
  }

  /** Finds a step, with the time that it still waits. */
  find(actionId: string): RuleStep | undefined {
    const step = this.#steps.get(actionId);
    if (step === undefined || step.wakesInMs === null) return step;
    const elapsed = performance.now() - (this.#readAt.get(actionId) ?? 0);
    return { ...step, wakesInMs: Math.max(0, step.wakesInMs - elapsed) };
  }

  /** Takes over an action's step from those that were read again, and returns it. */
  renew(actionId: string, read: readonly RuleStep[]): RuleStep {
    const step = read.find((each) => each.actionId === actionId);
    if (step === undefined) throw new AppError({ code: 'NOT_FOUND', message: 'The step was deleted.' });
    this.#readAt.set(actionId, performance.now());
    this.#steps.set(actionId, step);
    return step;
  }

  /** Renders the configuration of an action with the event and the results of earlier actions. */
  render(action: RuleAction, definition: { readonly actions: readonly RuleAction[] }): JsonValue {
    const { execution, group, now } = this.#options;
    const { event, ruleName, id: executionId, ownerUserId } = execution;
    const ended = this.all.filter(({ port }) => port !== null);
    const source = { event, group, ruleName, executionId, ownerUserId, now: now() };
    return renderTemplates(action.config, toTemplateScope(source, definition, ended));
  }

  /** Returns the write that stores a step, for a transaction. **Contract.** It throws when the lease is lost. */
  write(action: RuleAction, change: StepChange): (stores: Pick<Stores, 'ruleExecutions'>) => Promise<void> {
    const step = this.#toNewStep(action, change);
    return ({ ruleExecutions }) => ruleExecutions.saveStep(this.#options.lease, step);
  }

  /** Stores a step in a transaction of its own. @throws AppError when the lease is lost */
  async store(action: RuleAction, change: StepChange): Promise<void> {
    await this.#options.unitOfWork.transaction(this.write(action, change));
    this.apply(action, change);
  }

  /** Takes over a step that was stored, and tells the readers of the run. */
  apply(action: RuleAction, change: StepChange): void {
    const { wakeInMs = null, approvers = [], childRunId, ...step } = this.#toNewStep(action, change);
    const earlier = this.#steps.get(action.id);
    this.#readAt.set(action.id, performance.now());
    this.#steps.set(action.id, {
      ...step,
      wakesInMs: wakeInMs,
      approvers: [
        ...(earlier?.approvers ?? []),
        ...approvers.map((userId) => ({ userId, decision: null, decidedAt: null, reason: null })),
      ],
      childRunId: childRunId ?? earlier?.childRunId ?? null,
      hasChildEnded: false,
      isReused: false,
      startedAt: earlier?.startedAt ?? this.#options.now(),
      endedAt: step.port === null ? null : this.#options.now(),
    });
    const { status, port, error } = step;
    this.#options.recorder.record({ type: 'rule_step', actionId: action.id, name: action.name, status, port, error });
  }

  #toNewStep({ id, name, type }: RuleAction, { output, ...change }: StepChange): NewRuleStep {
    const earlier = this.#steps.get(id);
    return {
      actionId: id,
      actionName: name,
      actionType: type,
      attempt: earlier?.attempt ?? 1,
      input: earlier?.input ?? null,
      port: null,
      error: null,
      ...change,
      output: toBounded(output ?? null),
    };
  }
}

function toBounded(output: JsonValue): JsonValue {
  const text = JSON.stringify(output);
  return text.length <= maxOutputChars ? output : { is_truncated: true, text: text.slice(0, maxOutputChars) };
}
