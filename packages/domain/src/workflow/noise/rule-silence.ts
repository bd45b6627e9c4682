import type { FieldCondition } from '../condition/field-condition.ts';
import { evaluateConditions, type Row } from '../condition/evaluate-conditions.ts';

/** A time in which a member keeps a rule from reacting to events with certain field values. */
export interface RuleSilence {
  readonly id: string;
  readonly ruleId: string;
  /** Values by field, all of which an event has to have; empty silences every event. */
  readonly match: Readonly<Record<string, Exclude<FieldCondition['value'], undefined>>>;
  readonly reason: string;
  readonly createdByUserId: string;
  readonly createdAt: Date;
  readonly until: Date;
  /** Null unless it was removed before its end. */
  readonly removedAt: Date | null;
}

/** Finds the silence that contains an event at a time, in milliseconds since 1970. */
export function findSilence(silences: readonly RuleSilence[], row: Row, time: number): RuleSilence | undefined {
  return silences.find(({ match, createdAt, until, removedAt }) => {
    const end = Math.min(until.getTime(), removedAt?.getTime() ?? Infinity);
    if (time < createdAt.getTime() || time >= end) return false;
    const conditions = Object.entries(match).map(
      ([field_name, value]): FieldCondition => ({
        field_name,
        operator: Array.isArray(value) ? 'in' : 'equals',
        value,
      }),
    );
    return evaluateConditions(conditions, { row }).every(({ holds }) => holds);
  });
}
