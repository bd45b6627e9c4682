import type { JsonValue } from '@shipmate/core';
import type { Row } from '../condition/evaluate-conditions.ts';
import type { RuleDefinition } from '../rule.ts';
import type { TemplateScope } from './render-template.ts';

/** The execution whose templates are rendered. */
export interface TemplateSource {
  readonly event: {
    readonly row: Row;
    readonly entityKey: string;
    readonly trigger: string;
    readonly userId: string | null;
  };
  /** Rows of the events that the execution stands for, and the number of all of them. */
  readonly group: { readonly rows: readonly Row[]; readonly count: number };
  readonly ruleName: string;
  readonly executionId: string;
  readonly ownerUserId: string;
  readonly now: Date;
}

/** Returns the variables and results that templates of an execution read. */
export function toTemplateScope(
  { event, group, ruleName, executionId, ownerUserId, now }: TemplateSource,
  { actions }: Pick<RuleDefinition, 'actions'>,
  ended: readonly { readonly actionId: string; readonly actionName: string; readonly output: JsonValue }[],
): TemplateScope {
  const keys = new Map(actions.map(({ id, config }) => [id, config['output_key']]));
  const lookups = ended.flatMap(({ actionId, output }) => {
    const key = keys.get(actionId);
    return typeof key === 'string' ? [[key, output] as const] : [];
  });
  return {
    variables: {
      ...event.row,
      ...Object.fromEntries(lookups),
      entity_id: event.entityKey,
      event_type: event.trigger,
      rule_name: ruleName,
      execution_id: executionId,
      events: [...group.rows],
      event_count: group.count,
      $me: event.userId ?? ownerUserId,
      $now: now.toISOString(),
    },
    results: Object.fromEntries(ended.map(({ actionName, output }) => [actionName, output])),
  };
}
