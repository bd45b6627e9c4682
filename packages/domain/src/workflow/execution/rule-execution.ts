import type { JsonValue, Principal } from '@shipmate/core';
import type { RunLease, RunWriter } from '../../run/run-lease.ts';
import type { RunStatus } from '../../run/run.ts';
import type { RuleDefinition } from '../rule.ts';
import type { RuleEvent } from './rule-event.ts';

/** Statuses of steps. `running`, after its executor died: the outcome is unknown. The last three are final. */
export const ruleStepStatuses = ['running', 'waiting', 'completed', 'failed', 'skipped'] as const;
export type RuleStepStatus = (typeof ruleStepStatuses)[number];

/** The decision of an approver; null while it is pending. */
export interface RuleApprover {
  readonly userId: string;
  readonly decision: 'approved' | 'rejected' | null;
  readonly decidedAt: Date | null;
  /** The reason that the approver gave. */
  readonly reason: string | null;
}

/** A decision of an approver about a step. */
export interface RuleStepDecision {
  readonly executionId: string;
  readonly actionId: string;
  readonly decision: 'approved' | 'rejected';
  readonly reason?: string | undefined;
}

/** An action of an execution. */
export interface RuleStep {
  readonly actionId: string;
  readonly actionName: string;
  readonly actionType: string;
  readonly status: RuleStepStatus;
  /** Counted from 1. */
  readonly attempt: number;
  /** The configuration with rendered templates. */
  readonly input: JsonValue;
  readonly output: JsonValue;
  /** The output port; null until the step has ended. */
  readonly port: string | null;
  readonly error: string | null;
  /** Milliseconds until a waiting step continues without a decision, by the database's clock; null unless it waits. */
  readonly wakesInMs: number | null;
  readonly approvers: readonly RuleApprover[];
  /** The run that a waiting step began; null for other steps, and once that run was deleted. */
  readonly childRunId: string | null;
  /** True once that run has ended. */
  readonly hasChildEnded: boolean;
  /** True for a step that a retry took over from the earlier execution. */
  readonly isReused: boolean;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
}

/** A rule's reaction to an event. Its id is that of its run. */
export interface RuleExecution {
  readonly id: string;
  readonly organizationId: string;
  readonly ruleId: string;
  readonly ruleName: string;
  readonly revision: number;
  readonly ownerUserId: string;
  readonly event: Pick<RuleEvent, 'id' | 'entity' | 'entityKey' | 'trigger' | 'row' | 'before' | 'userId'>;
  /** The number of rule executions that led to this one, itself included. */
  readonly depth: number;
  /** The execution that it retries; null for the first one, and once that was deleted. */
  readonly retryOfId: string | null;
  readonly status: RunStatus;
  readonly error: string | null;
  /** In the order in which they began. */
  readonly steps: readonly RuleStep[];
  readonly createdAt: Date;
  readonly endedAt: Date | null;
}

/** An execution to begin. */
export interface NewRuleExecution {
  readonly id: string;
  readonly organizationId: string;
  readonly ownerUserId: string;
  readonly ruleId: string;
  readonly revision: number;
  readonly eventId: string;
  readonly depth: number;
  /** The time before which the execution does not start, such as the end of its group's window. */
  readonly startsAt?: Date | undefined;
}

/** Another execution for the event of one that failed. */
export interface RuleRetry {
  readonly id: string;
  readonly retryOfId: string;
  readonly ownerUserId: string;
  readonly revision: number;
  /** Actions whose steps it takes over, so that they are not executed again. */
  readonly reusedActionIds: readonly string[];
}

/** The state of a step to store, in place of the earlier one. */
export interface NewRuleStep
  extends Omit<
    RuleStep,
    'wakesInMs' | 'approvers' | 'childRunId' | 'hasChildEnded' | 'isReused' | 'startedAt' | 'endedAt'
  > {
  /** For a waiting step. */
  readonly wakeInMs?: number | undefined;
  /** The run whose end continues a waiting step. Default: that of the stored step. */
  readonly childRunId?: string | undefined;
  /** Users to ask, beside those who were asked already; members only. */
  readonly approvers?: readonly string[] | undefined;
}

/**
 * Store for executions of rules. **Contract.** Every member reads the executions of their organization; to others, and to
 * credentials for one workspace, they are `NOT_FOUND`. A write of a step requires the lease of the run.
 */
export interface RuleExecutionStore {
  /**
   * Begins executions, each with a queued run; at most one for a rule and an event, and none for an owner who is no longer a
   * member. Returns the number of new ones.
   */
  begin(executions: readonly NewRuleExecution[]): Promise<number>;
  /**
   * Begins another execution for the event of one that has ended, with copies of steps that have ended. Call it in a transaction.
   *
   * @throws AppError `CONFLICT` while a retry of it has not ended
   */
  retry(principal: Principal, retry: RuleRetry): Promise<void>;
  get(principal: Principal, executionId: string): Promise<RuleExecution>;
  /** Returns the definition at the revision that an execution follows. */
  getDefinition(principal: Principal, executionId: string): Promise<RuleDefinition>;
  /** Lists the executions of a rule, newest first, without their steps. */
  listForRule(
    principal: Principal,
    ruleId: string,
    page: { readonly offset: number; readonly limit: number },
  ): Promise<readonly Omit<RuleExecution, 'steps'>[]>;
  /** Stores the state of a step. @throws AppError as any write to the run does, see `RunWrites` */
  saveStep(writer: RunWriter, step: NewRuleStep): Promise<void>;
  /**
   * Locks the run, so that no decision comes before the transaction ends, and reads the steps.
   *
   * @throws AppError of `isLeaseLost`
   */
  lockSteps(lease: RunLease): Promise<readonly RuleStep[]>;
  /** Queues the execution that waits for a run, if any. Call it in the transaction that ends the run, after its end. */
  wakeParent(childRunId: string): Promise<void>;
  /**
   * Stores the caller's decision and queues the waiting run. Call it in a transaction.
   *
   * @throws AppError `NOT_FOUND` unless the caller is an approver of the step, `CONFLICT` when it was decided or has expired
   */
  decide(principal: Principal, decision: RuleStepDecision): Promise<void>;
}
