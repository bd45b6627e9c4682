import { newId } from '@shipmate/domain';
import {
  type CascadeRule,
  diffRules,
  type EntityType,
  type NamedRuleDifference,
  nameDifference,
  type Rule,
  type RuleDefinition,
  type RuleFile,
  type RuleProblem,
  toDefinition,
} from '@shipmate/domain/workflow';
import { checkDefinition } from './check-rule.ts';

/** The rules of a file, and the organization's data to which they refer. */
interface RulesCheckInput {
  readonly file: RuleFile;
  readonly rules: readonly Rule[];
  readonly entities: readonly EntityType[];
  readonly userIds: readonly string[];
}

/** A rule of a file after its checks. */
export interface CheckedRule {
  /** The rule that it changes, or the id of the new one. */
  readonly ruleId: string;
  readonly change: 'create' | 'update' | 'unchanged';
  /** Null for a new rule. */
  readonly baseRevision: number | null;
  readonly definition: RuleDefinition;
  readonly difference: NamedRuleDifference;
  readonly errors: readonly RuleProblem[];
  readonly warnings: readonly RuleProblem[];
}

/**
 * Checks the rules of a file as if all of them were saved. A rule is found by its id, or else by its name; a new rule keeps the ids
 * of the file.
 */
export function checkRules({ file, rules, entities, userIds }: RulesCheckInput): readonly CheckedRule[] {
  const ruleById = new Map(rules.map((rule) => [rule.id, rule]));
  const ruleByName = new Map(rules.map((rule) => [rule.name.toLowerCase(), rule]));
  const used = new Set<string>();
  const resolved = file.rules.map(({ id, ...payload }, index) => {
    const base = (id === undefined ? undefined : ruleById.get(id)) ?? ruleByName.get(payload.name.toLowerCase());
    const ruleId = base?.id ?? id ?? newId();
    const known = [...(base?.actions ?? []), ...payload.actions.flatMap((action) => toKnownAction(action))];
    const { definition, problems } = toDefinition(payload, { entities, base: { actions: known }, createId: newId });
    const references = [ruleId, payload.name.toLowerCase()];
    const isRepeated = references.some((reference) => used.has(reference));
    const repeated: readonly RuleProblem[] = isRepeated ? [toRepeated(payload.name)] : [];
    for (const reference of references) used.add(reference);
    return { path: `rules[${index}]`, base, ruleId, definition, problems: [...problems, ...repeated] };
  });
  const others = toOthers(resolved, rules);
  return resolved.map(({ path, base, ruleId, definition, problems }) => {
    const checked = checkDefinition({ definition, ruleId, problems, entities, userIds, others });
    const difference = nameDifference(diffRules(base, definition));
    const isChanged = base === undefined || Object.values(difference).some((names) => names.length > 0);
    const locate = (problem: RuleProblem) => ({ ...problem, path: `${path}${problem.path && `.${problem.path}`}` });
    return {
      ruleId,
      change: base === undefined ? 'create' : isChanged ? 'update' : 'unchanged',
      baseRevision: base?.revision ?? null,
      definition,
      difference,
      errors: checked.errors.map(locate),
      warnings: checked.warnings.map(locate),
    };
  });
}

/** An action of a file keeps its id, also in an installation where the rule is new. */
function toKnownAction({ id, name, action_type: type }: RuleFile['rules'][number]['actions'][number]) {
  if (id === undefined || id.startsWith('temp:')) return [];
  return [{ id, name, description: '', type, config: {}, isActive: true }];
}

/** The rules of the organization after all rules of the file are saved. */
function toOthers(
  resolved: readonly { readonly ruleId: string; readonly definition: RuleDefinition }[],
  rules: readonly Rule[],
): readonly CascadeRule[] {
  const changed = new Map(resolved.map(({ ruleId, definition }) => [ruleId, { ...definition, id: ruleId }]));
  return [...rules.filter(({ id }) => !changed.has(id)), ...changed.values()];
}

function toRepeated(name: string): RuleProblem {
  return {
    severity: 'error',
    path: 'name',
    code: 'DUPLICATE_NAME',
    message: `The file holds the rule "${name}" twice.`,
    hint: 'Remove one of them.',
  };
}
