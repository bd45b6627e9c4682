import type { Principal } from '@shipmate/core';
import type { Row } from '../condition/evaluate-conditions.ts';
import type { TriggerName } from '../trigger.ts';
import type { NoiseMemories } from './decide-noise.ts';
import type { NoiseSlot } from './noise-slot.ts';
import type { SuppressionKind } from './rule-noise.ts';
import type { RuleSilence } from './rule-silence.ts';

/** An event that matched a rule and began no execution of its own. */
export interface Suppression {
  readonly eventId: string;
  readonly ruleId: string;
  readonly revision: number;
  readonly kind: SuppressionKind;
  /** One sentence for a person. */
  readonly reason: string;
  /** The execution that the event repeats or joined; null if there is none, or if it was deleted. */
  readonly executionId: string | null;
}

/** A stored suppression, with its event. */
export interface SuppressedEvent extends Suppression {
  readonly entity: string;
  readonly entityKey: string;
  readonly trigger: TriggerName;
  readonly row: Row;
  /** The time of the event. */
  readonly createdAt: Date;
}

/** A silence to store. */
export type NewRuleSilence = Pick<RuleSilence, 'id' | 'ruleId' | 'match' | 'reason' | 'until'>;

/** The numbers of events that executions stand for. */
export interface SuppressionCount {
  readonly executionId: string;
  readonly kind: SuppressionKind;
  readonly count: number;
}

/**
 * Store for noise control. **Contract.** `recall`, `remember`, `suppress`, `listSilencesOf` and `findOwned` serve the matcher of all organizations,
 * inside its transaction. For callers, rules of others are `NOT_FOUND`, as for `RuleStore`.
 */
export interface RuleNoiseStore {
  /**
   * Reads the memories of slots and locks them until the transaction ends, so that of two matchers one waits for the other. The
   * execution of an open group does not start before that.
   */
  recall(slots: readonly NoiseSlot[]): Promise<NoiseMemories>;
  /** Stores memories. A memory that expired a day ago may be deleted. */
  remember(memories: NoiseMemories): Promise<void>;
  /** Stores suppressions; an event is suppressed once for a rule. */
  suppress(suppressions: readonly Suppression[]): Promise<void>;
  /** Lists the silences of rules that have not ended a day ago. */
  listSilencesOf(ruleIds: readonly string[]): Promise<readonly RuleSilence[]>;
  /** Returns the ids of those rules whose owner is a member of their organization. */
  findOwned(ruleIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Lists the events of a rule that began no execution, newest first. */
  listSuppressed(
    principal: Principal,
    ruleId: string,
    page: { readonly offset: number; readonly limit: number },
  ): Promise<readonly SuppressedEvent[]>;
  /** Counts the events that repeat or joined executions, by kind. */
  countSuppressed(principal: Principal, executionIds: readonly string[]): Promise<readonly SuppressionCount[]>;
  /** Lists the events that joined an execution's group, oldest first. */
  listGroup(principal: Principal, executionId: string, limit: number): Promise<readonly SuppressedEvent[]>;
  /** Silences a rule. @throws AppError `VALIDATION_ERROR` when `until` is over, or after more than 100 silences */
  addSilence(principal: Principal, silence: NewRuleSilence): Promise<RuleSilence>;
  /** Lists the silences of a rule that have not ended, newest first. */
  listSilences(principal: Principal, ruleId: string): Promise<readonly RuleSilence[]>;
  /** Ends a silence. @throws AppError `NOT_FOUND`, also for one that has ended */
  removeSilence(principal: Principal, silence: { readonly id: string; readonly ruleId: string }): Promise<RuleSilence>;
}
