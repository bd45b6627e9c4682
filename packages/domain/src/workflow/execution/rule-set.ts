import type { JsonValue } from '@shipmate/core';
import type { FieldCondition } from '../condition/field-condition.ts';
import type { Rule } from '../rule.ts';
import type { RuleEvent } from './rule-event.ts';

/** The active rules of one entity and trigger in an organization. */
export interface RuleSet {
  /**
   * Returns the rules that an event may match: all that do, and others whose conditions have to be evaluated. Rules with an
   * equality that the event does not fulfil cost nothing.
   */
  findCandidates(event: Pick<RuleEvent, 'row' | 'ruleId'>): readonly Rule[];
}

/** A condition that only rows with one value fulfil. */
interface Equality {
  readonly field: string;
  readonly key: string;
}

/** Creates a set of rules, which are indexed by their first equality. */
export function createRuleSet(rules: readonly Rule[]): RuleSet {
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  const others: Rule[] = [];
  const byField = new Map<string, Map<string, Rule[]>>();
  for (const rule of rules) {
    const equality = findEquality(rule.triggerConditions);
    if (equality === undefined) {
      others.push(rule);
      continue;
    }
    const byValue = byField.get(equality.field) ?? new Map<string, Rule[]>();
    byField.set(equality.field, byValue.set(equality.key, [...(byValue.get(equality.key) ?? []), rule]));
  }
  return {
    findCandidates({ row, ruleId }) {
      if (ruleId !== null) return [byId.get(ruleId)].filter((rule) => rule !== undefined);
      const equal = [...byField].flatMap(([field, byValue]) => {
        const key = Object.hasOwn(row, field) ? toKey(row[field]) : undefined;
        return (key !== undefined && byValue.get(key)) || [];
      });
      return [...others, ...equal];
    },
  };
}

function findEquality(conditions: readonly FieldCondition[]): Equality | undefined {
  for (const { field_name: field, operator, value } of conditions) {
    const key = operator === 'equals' || operator === 'changed_to' ? toKey(value) : undefined;
    if (key !== undefined) return { field, key };
  }
  return undefined;
}

/** Returns a text that is the same for values that conditions regard as equal; `undefined` for null and values with parts. */
function toKey(value: JsonValue | undefined): string | undefined {
  if (value === null || value === undefined || typeof value === 'object') return undefined;
  const text = String(value).trim();
  const number = text === '' ? Number.NaN : Number(text);
  return Number.isNaN(number) ? `text ${String(value)}` : `number ${number}`;
}
