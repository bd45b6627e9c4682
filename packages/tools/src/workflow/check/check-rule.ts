import { describeIssue } from '@shipmate/core';
import { newId } from '@shipmate/domain';
import {
  type CascadeRule,
  type EntityType,
  findCascades,
  findEntity,
  type Rule,
  type RuleDefinition,
  type RuleProblem,
  toDefinition,
  validateDefinition,
  workflowPayloadSchema,
} from '@shipmate/domain/workflow';

/** The data of an organization to which rules refer. */
export interface RuleReferences {
  readonly entities: readonly EntityType[];
  readonly userIds: readonly string[];
  /** The rules that the checked rule could trigger, or be triggered by. */
  readonly others: readonly CascadeRule[];
}

/** The input of {@link checkRule}. */
interface RuleCheckInput extends RuleReferences {
  readonly payload: unknown;
  /** The rule that the payload changes. */
  readonly base: Rule | undefined;
}

/** The input of {@link checkDefinition}. */
interface DefinitionCheckInput extends RuleReferences {
  readonly definition: RuleDefinition;
  /** The stored rule that has or gets this content; undefined for a new one. */
  readonly ruleId: string | undefined;
  /** Problems of the entity and the trigger that were found before. */
  readonly problems?: readonly RuleProblem[];
}

/** A payload after all checks. */
export interface CheckedPayload {
  /** Undefined if the payload could not be read. */
  readonly definition: RuleDefinition | undefined;
  readonly errors: readonly RuleProblem[];
  readonly warnings: readonly RuleProblem[];
}

/** Checks a payload in full: its fields, references, actions, graph, templates, and loops with other rules. */
export function checkRule({ payload, base, ...references }: RuleCheckInput): CheckedPayload {
  const parsed = workflowPayloadSchema.safeParse(payload, { error: describeIssue });
  if (!parsed.success) {
    const errors = parsed.error.issues.map(
      ({ path, message }): RuleProblem => ({
        severity: 'error',
        path: path
          .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
          .join('')
          .replace(/^\./, ''),
        code: 'FIELD_INVALID',
        message,
        hint: 'See the schema of preview_workflow.',
      }),
    );
    return { definition: undefined, errors, warnings: [] };
  }
  const { entities } = references;
  const { definition, problems } = toDefinition(parsed.data, { entities, base, createId: newId });
  return checkDefinition({ ...references, definition, ruleId: base?.id, problems });
}

/** Checks a rule's content: its actions, graph, templates, references, and loops with other rules. */
export function checkDefinition(input: DefinitionCheckInput): CheckedPayload {
  const { definition, ruleId = newId(), problems, entities, userIds, others } = input;
  const catalog = { entities, userIds: new Set(userIds), roles: new Set(['owner', 'member']) };
  const all = [
    ...(problems ?? findMissingEntity(definition, entities)),
    ...validateDefinition(definition, catalog),
    ...findCascades({ ...definition, id: ruleId }, others),
  ];
  return {
    definition,
    errors: all.filter(({ severity }) => severity === 'error'),
    warnings: all.filter(({ severity }) => severity === 'warning'),
  };
}

function findMissingEntity({ entity }: RuleDefinition, entities: readonly EntityType[]): readonly RuleProblem[] {
  if (findEntity(entities, entity)) return [];
  const message = `No entity is named "${entity}".`;
  return [{ severity: 'error', path: 'entity', code: 'ENTITY_NOT_FOUND', message, hint: 'Choose another entity.' }];
}
