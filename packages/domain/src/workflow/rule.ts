import type { JsonValue } from '@shipmate/core';
import type { FieldCondition } from './condition/field-condition.ts';
import type { Recurrence } from '../schedule/schedule.ts';
import type { RuleNoise } from './noise/rule-noise.ts';
import type { TriggerName } from './trigger.ts';

/** Configuration of an action, in the field names of its type. */
type ActionConfig = Readonly<Record<string, JsonValue>>;

/** One step of a rule. */
export interface RuleAction {
  /** A UUID that stays the same through edits of the rule. */
  readonly id: string;
  /** Unique in its rule. */
  readonly name: string;
  readonly description: string;
  readonly type: string;
  readonly config: ActionConfig;
  /** An inactive action is skipped; the edges of its default port are followed. */
  readonly isActive: boolean;
}

/** A connection of a rule's graph. */
export interface RuleEdge {
  readonly kind: 'start' | 'sequence' | 'always';
  /** Null for the start of the rule. */
  readonly source: string | null;
  readonly target: string;
  /** The output port that a `sequence` edge follows; null to follow every port. */
  readonly output: string | null;
  readonly order: number;
}

/** The content of a rule that a person approves. */
export interface RuleDefinition {
  readonly name: string;
  readonly description: string;
  readonly isActive: boolean;
  /** `schema.table`, or the name of a platform entity. */
  readonly entity: string;
  readonly trigger: TriggerName;
  /** All of them have to hold; none means always. */
  readonly triggerConditions: readonly FieldCondition[];
  /** Limits the executions that many events begin; absent for one execution per event. */
  readonly noise?: RuleNoise | undefined;
  /** The times of a rule with the trigger `scheduled`. */
  readonly schedule?: Recurrence | undefined;
  readonly actions: readonly RuleAction[];
  readonly edges: readonly RuleEdge[];
}

/** A stored rule of an organization. */
export interface Rule extends RuleDefinition {
  readonly id: string;
  readonly organizationId: string;
  /** The user who last changed the rule, under whose rights its actions run. */
  readonly ownerUserId: string;
  /** Counted from 1; every change creates the next one. */
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
