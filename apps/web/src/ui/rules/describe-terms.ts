import type { RuleDefinitionView } from '@shipmate/protocol/web/rules';
import { describeTrigger } from './rule-words.ts';

type Condition = RuleDefinitionView['triggerConditions'][number];
type Noise = NonNullable<RuleDefinitionView['noise']>;

const operatorWords: Readonly<Record<string, string>> = {
  equals: 'is',
  not_equals: 'is not',
  changed_from: 'changed from',
  changed_to: 'changed to',
  greater_than: 'is greater than',
  less_than: 'is less than',
  contains: 'contains',
  in: 'is one of',
  is_null: 'is empty',
  is_not_null: 'is not empty',
};

/** Describes when a rule starts, a line each: its trigger, its conditions, and its noise control. */
export function describeTerms(definition: RuleDefinitionView): readonly string[] {
  const { triggerConditions, noise } = definition;
  return [
    describeTrigger(definition),
    ...triggerConditions.map((condition) => `Only if ${describeCondition(condition)}`),
    ...(noise ? describeNoise(noise) : []),
  ];
}

/** Describes a condition in words: `quantity is less than 5`. */
export function describeCondition({ field_name: field, operator, ...rest }: Condition): string {
  const { value, previous_value: previous } = rest as { readonly value?: unknown; readonly previous_value?: unknown };
  const given = operator === 'changed_from' ? (previous ?? value) : value;
  const words = operatorWords[operator] ?? operator;
  return `${field} ${words}${operator.endsWith('_null') ? '' : ` ${toText(given)}`}`;
}

function describeNoise({ threshold, deduplicate, group, maintenance = [] }: Noise): readonly string[] {
  return [
    ...maintenance.map((window) => {
      const times =
        'cron' in window
          ? `for ${window.duration} from each “${window.cron}”`
          : `from ${window.from.replace('T', ' ')} to ${window.to.replace('T', ' ')}`;
      return `Not ${times} (${window.time_zone})${window.reason === undefined ? '' : `: ${window.reason}`}`;
    }),
    ...(threshold
      ? [`Only at each ${threshold.count} events within ${threshold.window}${describeFields(threshold)}`]
      : []),
    ...(deduplicate ? [`Once within ${deduplicate.window}${describeFields(deduplicate)}`] : []),
    ...(group ? [`Once for all events of ${group.window}${describeFields(group)}`] : []),
  ];
}

function describeFields({ fields }: { readonly fields: readonly string[] }): string {
  return fields.length === 0 ? '' : ` with the same ${fields.join(', ')}`;
}

function toText(value: unknown): string {
  if (Array.isArray(value)) return value.map(toText).join(', ');
  return typeof value === 'string' ? `“${value}”` : JSON.stringify(value ?? null);
}
