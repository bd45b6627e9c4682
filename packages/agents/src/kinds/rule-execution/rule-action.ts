import type { JsonValue, Logger, Principal } from '@shipmate/core';
import type { Stores } from '@shipmate/domain';
import type { RuleExecution, RuleSecretStore, RuleStep } from '@shipmate/domain/workflow';
import type { RuleActionPorts } from './rule-execution-ports.ts';

/** The execution in which an action runs. */
export interface RuleActionContext {
  readonly execution: RuleExecution;
  readonly actionId: string;
  /** The owner of the rule, under whose rights actions run. */
  readonly principal: Principal;
  readonly signal: AbortSignal;
  readonly logger: Logger;
  readonly tools: RuleActionPorts['tools'];
  readonly secrets: RuleSecretStore;
  readonly models: RuleActionPorts['models'];
}

/** The result of an action. */
export interface RuleActionOutcome {
  readonly port: string;
  readonly output: JsonValue;
}

/** The wait of an action for a time, or for decisions until then. */
interface RuleActionWait {
  readonly wakeInMs: number;
  readonly approvers?: readonly string[];
}

/** The wait of an action for the end of a run that it began. */
interface RuleRunWait {
  readonly childRunId: string;
  /** The longest wait. */
  readonly wakeInMs: number;
}

/** The execution of an action type. An error that it throws ends the action at the port `failure`. */
export type RuleActionHandler<Config> =
  /** Executed in the transaction that stores the step, so at most once. */
  | {
      readonly kind: 'stored';
      execute(stores: Stores, config: Config, context: RuleActionContext): Promise<RuleActionOutcome>;
    }
  /**
   * Executed between two transactions. One whose process died is not repeated, unless it is repeatable. A recoverable error is
   * retried: throw it only if nothing took effect.
   */
  | {
      readonly kind: 'external';
      /** Returns the approval that the call needs first; `undefined` if it needs none. */
      asks?(config: Config, context: RuleActionContext): RuleActionWait | undefined;
      isRepeatable?(config: Config, context: RuleActionContext): boolean;
      execute(ports: RuleActionPorts, config: Config, context: RuleActionContext): Promise<RuleActionOutcome>;
    }
  /** Waits without a process. `resume` returns `undefined` while the action waits on, and another wait to ask further approvers. */
  | {
      readonly kind: 'wait';
      begin(config: Config, context: RuleActionContext): RuleActionWait;
      resume(config: Config, step: RuleStep): RuleActionOutcome | RuleActionWait | undefined;
    }
  /** Begins a run in the transaction that stores the step, and waits for its end without a process. */
  | {
      readonly kind: 'run';
      begin(stores: Stores, config: Config, context: RuleActionContext): Promise<RuleRunWait>;
      /** Reads the result of the run, or stops it when the time is over. */
      resume(stores: Stores, step: RuleStep, context: RuleActionContext): Promise<RuleActionOutcome>;
    };

/** Returns true once the time of a waiting step is over. */
export function isOver({ wakesInMs }: Pick<RuleStep, 'wakesInMs'>): boolean {
  return wakesInMs !== null && wakesInMs <= 0;
}
