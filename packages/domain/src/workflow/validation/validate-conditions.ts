import { nearestNames } from '../../search/nearest-names.ts';
import { changeOperators, type FieldCondition, nullOperators } from '../condition/field-condition.ts';
import type { EntityType } from '../entity.ts';
import { type RuleProblem, toRuleError } from '../rule-problem.ts';
import type { TriggerName } from '../trigger.ts';

/** Checks conditions on the row of an event. Fields are checked only if the entity is known. */
export function validateConditions(
  conditions: readonly FieldCondition[],
  {
    entity,
    trigger,
    path,
  }: { readonly entity: EntityType | undefined; readonly trigger: TriggerName; readonly path: string },
): readonly RuleProblem[] {
  return conditions.flatMap((condition, index) => {
    const { field_name: field, operator, value, previous_value: previous } = condition;
    const at = `${path}[${index}]`;
    const problems: RuleProblem[] = [];
    if (entity) problems.push(...checkField(entity, field, `${at}.field_name`));
    if (changeOperators.has(operator) && trigger !== 'on_update') {
      problems.push(
        invalid(
          `${at}.operator`,
          `"${operator}" needs the trigger on_update, not ${trigger}.`,
          'Use "equals", or change the trigger.',
        ),
      );
    }
    const isMissing = value === undefined && !(operator === 'changed_from' && previous !== undefined);
    if (!nullOperators.has(operator) && isMissing) {
      problems.push(invalid(`${at}.value`, `"${operator}" needs a value.`));
    }
    if (operator === 'in' && value !== undefined && !Array.isArray(value)) {
      problems.push(invalid(`${at}.value`, '"in" needs a list of values.'));
    }
    if (operator !== 'in' && Array.isArray(value)) {
      problems.push(
        invalid(`${at}.value`, `"${operator}" needs one value, not a list.`, 'Use "in" for several values.'),
      );
    }
    return problems;
  });
}

/** Checks that an entity has a field. */
export function checkField(entity: EntityType, field: string, path: string): readonly RuleProblem[] {
  const names = entity.fields.map(({ name }) => name);
  if (names.includes(field)) return [];
  const near = nearestNames(field, names);
  return [
    toRuleError({
      path,
      code: 'FIELD_NOT_FOUND',
      message: `"${entity.name}" has no field "${field}".`,
      hint: near.length > 0 ? `Nearest: ${near.join(', ')}.` : `Fields: ${names.slice(0, 30).join(', ')}.`,
    }),
  ];
}

function invalid(path: string, message: string, hint = ''): RuleProblem {
  return toRuleError({ path, code: 'CONDITION_INVALID', message, hint });
}
