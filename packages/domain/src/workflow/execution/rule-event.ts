import type { Principal } from '@shipmate/core';
import type { Row } from '../condition/evaluate-conditions.ts';
import type { Rule } from '../rule.ts';
import type { TriggerName } from '../trigger.ts';

/** Attempts to match an event before it is dead. */
export const maxEventAttempts = 5;

/** Rule executions in a chain, each caused by the one before; an event after that many is dead. */
export const maxRuleDepth = 8;

/** A change of a row, or a manual or scheduled start, that rules are matched with. */
export interface RuleEvent {
  readonly id: string;
  readonly organizationId: string;
  readonly entity: string;
  readonly entityKey: string;
  readonly trigger: TriggerName;
  /** The row after the change; the deleted row after a deletion. */
  readonly row: Row;
  readonly before: Row | null;
  /** The only rule to start, for `manual` and `scheduled`. */
  readonly ruleId: string | null;
  /** The user who made the change; null for a change by SQL. */
  readonly userId: string | null;
  /** The number of rule executions that led to this event. */
  readonly depth: number;
  readonly attempts: number;
  readonly createdAt: Date;
}

/** An event that no rule could take, with the last error. */
export interface DeadRuleEvent extends RuleEvent {
  readonly error: string;
}

/** A manual or scheduled start of a rule. */
export interface RuleStart {
  readonly trigger: 'manual' | 'scheduled';
  readonly ruleId: string;
  readonly entity: string;
  readonly entityKey: string;
  readonly row: Row;
  /** True if the caller begins the execution. Default false: the event is matched like others. */
  readonly isMatched?: boolean;
}

/** Whether pending events and starts of scheduled rules are due. */
export interface DueRuleWork {
  readonly events: boolean;
  readonly starts: boolean;
  /** Milliseconds until the next one is due, by the database's clock; null while one is, and if there is none. */
  readonly nextInMs: number | null;
}

/**
 * Store for the events of rules. **Contract.** Changes of rows store their events themselves, in the same transaction. `take`,
 * `settle` and `fail` serve all organizations.
 */
export interface RuleEventStore {
  /** Stores a start of a rule of the caller's organization, and returns the id of its event. */
  start(principal: Principal, start: RuleStart): Promise<string>;
  /** Tests in one statement whether pending events and starts of scheduled rules are due. Others may still take them first. */
  findDue(): Promise<DueRuleWork>;
  /**
   * Locks the oldest pending events that are due until the transaction ends. Events that another process has locked are skipped.
   * `findCandidates` returns the active rules that an event may match, as they were stored when the events were taken.
   */
  take(limit: number): Promise<{
    readonly events: readonly RuleEvent[];
    readonly findCandidates: (event: RuleEvent) => readonly Rule[];
  }>;
  /** Records that events were matched, and which of them executions need. */
  settle(eventIds: readonly string[]): Promise<void>;
  /** Records a failed attempt: the event is due again after a growing time, and dead after {@link maxEventAttempts} or at once. */
  fail(eventId: string, failure: { readonly error: string; readonly isFinal: boolean }): Promise<void>;
  /** Lists the dead events of the caller's organization, newest first. `total` counts those on all pages. */
  listDead(
    principal: Principal,
    page: { readonly offset: number; readonly limit: number },
  ): Promise<{ readonly events: readonly DeadRuleEvent[]; readonly total: number }>;
  /**
   * Makes a dead event pending again, as the first of a chain of executions; without an id, all of the caller's organization.
   * Returns their number.
   *
   * @throws AppError `NOT_FOUND` for an id that is no dead event
   */
  requeue(principal: Principal, eventId?: string): Promise<number>;
  /** Deletes a dead event. @throws AppError `NOT_FOUND` */
  discard(principal: Principal, eventId: string): Promise<void>;
  /**
   * Deletes the oldest events of all organizations that were matched, started no execution and were stored before that number of
   * days, and returns their number. Dead and pending events are kept.
   */
  deleteOld(events: { readonly olderThanDays: number; readonly limit: number }): Promise<number>;
}
