import { describeIssue } from '@shipmate/core';
import { nearestNames } from '../../search/nearest-names.ts';
import type { ActionUses } from '../action/action-type.ts';
import { actionTypes, findActionType } from '../action/action-types.ts';
import { type EntityType, findEntity } from '../entity.ts';
import type { RuleAction, RuleDefinition } from '../rule.ts';
import { type RuleProblem, toRuleError } from '../rule-problem.ts';
import type { RuleCatalog } from './rule-catalog.ts';
import { checkField, validateConditions } from './validate-conditions.ts';

/** Checks the names, types and configurations of a rule's actions, and everything to which these refer. */
export function validateActions(
  { actions, trigger }: RuleDefinition,
  entity: EntityType | undefined,
  catalog: RuleCatalog,
): readonly RuleProblem[] {
  const names = new Map<string, number>();
  return actions.flatMap((action, index) => {
    const path = `actions[${index}]`;
    const first = names.get(action.name);
    names.set(action.name, first ?? index);
    const duplicate =
      first === undefined
        ? []
        : [
            toRuleError({
              path: `${path}.name`,
              code: 'DUPLICATE_NAME',
              message: `actions[${first}] has the name "${action.name}", too.`,
              hint: 'Names of actions are unique, as templates and "after" refer to them.',
            }),
          ];
    const { uses, problems } = readConfig(action, path);
    return [
      ...duplicate,
      ...problems,
      ...checkRecipients(uses, path, catalog),
      ...checkFields(uses, path, catalog),
      ...validateConditions(uses.conditions?.conditions ?? [], {
        entity,
        trigger,
        path: `${path}.action_config.${uses.conditions?.path}`,
      }),
    ];
  });
}

function readConfig(
  { type, config }: RuleAction,
  path: string,
): { readonly uses: ActionUses; readonly problems: readonly RuleProblem[] } {
  const known = findActionType(type);
  if (!known) {
    const near = nearestNames(
      type,
      actionTypes.map((each) => each.type),
    );
    const problem = toRuleError({
      path: `${path}.action_type`,
      code: 'UNKNOWN_ACTION_TYPE',
      message: `"${type}" is not an action type.`,
      hint: near.length > 0 ? `Nearest: ${near.join(', ')}.` : 'Use discover_action_types to list the types.',
    });
    return { uses: {}, problems: [problem] };
  }
  const parsed = known.config.safeParse(config, { error: describeIssue });
  if (parsed.success) return { uses: known.uses?.(parsed.data as never) ?? {}, problems: [] };
  const problems = parsed.error.issues.map((issue) =>
    toRuleError({
      path: toPath(`${path}.action_config`, issue.path),
      code: 'CONFIG_INVALID',
      message: issue.message,
      hint: `discover_action_types lists the fields of ${type}.`,
    }),
  );
  return { uses: {}, problems };
}

function toPath(base: string, keys: readonly PropertyKey[]): string {
  return keys.reduce<string>(
    (path, key) => (typeof key === 'number' ? `${path}[${key}]` : `${path}.${String(key)}`),
    base,
  );
}

function checkRecipients(
  { recipients = [] }: ActionUses,
  path: string,
  { userIds, roles }: RuleCatalog,
): readonly RuleProblem[] {
  return recipients
    .filter(({ kind, id }) => !id.includes('{{') && !(kind === 'user' ? userIds : roles).has(id))
    .map(({ path: at, kind, id }) =>
      toRuleError({
        path: `${path}.action_config.${at}`,
        code: 'RECIPIENT_NOT_FOUND',
        message: `The organization has no ${kind} "${id}".`,
        hint: kind === 'role' ? `Roles: ${[...roles].join(', ')}.` : 'Use the id of a member, or the template {{$me}}.',
      }),
    );
}

function checkFields({ fields = [] }: ActionUses, path: string, { entities }: RuleCatalog): readonly RuleProblem[] {
  const unknown = new Set<string>();
  return fields.flatMap(({ path: name, entity: entityName, field, isWritten }) => {
    const at = `${path}.action_config.${name}`;
    const entity = findEntity(entities, entityName);
    if (!entity) {
      if (unknown.has(entityName)) return [];
      unknown.add(entityName);
      const near = nearestNames(
        entityName,
        entities.map((each) => each.name),
      );
      const hint = near.length > 0 ? `Nearest: ${near.join(', ')}.` : 'Use discover_entities to list the entities.';
      return [
        toRuleError({ path: at, code: 'ENTITY_NOT_FOUND', message: `No entity is named "${entityName}".`, hint }),
      ];
    }
    if (isWritten && entity.fields.every(({ isWritable }) => !isWritable)) {
      const message = `Rules cannot write to "${entity.name}".`;
      return field === null ? [toRuleError({ path: at, code: 'FIELD_NOT_WRITABLE', message })] : [];
    }
    if (field === null) return [];
    const missing = checkField(entity, field, at);
    if (missing.length > 0) return missing;
    const isReadOnly = isWritten && !entity.fields.some((each) => each.name === field && each.isWritable);
    const message = `"${field}" of "${entity.name}" cannot be written.`;
    return isReadOnly ? [toRuleError({ path: at, code: 'FIELD_NOT_WRITABLE', message })] : [];
  });
}
