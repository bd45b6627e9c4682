import { nearestNames } from '../../search/nearest-names.ts';
import type { EntityType } from '../entity.ts';
import { depthsFromStart, toRuleGraph } from '../graph/rule-graph.ts';
import type { RuleAction, RuleDefinition } from '../rule.ts';
import { type RuleProblem, toRuleError } from '../rule-problem.ts';
import { findTemplates } from '../template/find-templates.ts';
import { parseTemplate, type TemplateExpression } from '../template/parse-template.ts';

/** Variables of every rule. */
const commonVariables = [
  '$me',
  '$now',
  'entity_id',
  'event_type',
  'rule_name',
  'execution_id',
  'events',
  'event_count',
] as const;

/** Fields of the row with which a schedule starts a rule. */
const scheduledFields = ['scheduled_at', 'missed_starts'] as const;

/** Number of problems of templates that are reported; a rule with more is corrected in steps. */
const maxProblems = 50;

/** Number of characters of a variable that a message quotes. */
const maxQuoted = 100;

/**
 * Checks that templates parse, and that they name fields of the entity or results of earlier actions. Linear in the
 * configurations: at most 50 problems are reported.
 */
export function validateTemplates(definition: RuleDefinition, entity: EntityType | undefined): readonly RuleProblem[] {
  const variablesOf = toTemplateVariables(definition, entity);
  const problems: RuleProblem[] = [];
  for (const [index, action] of definition.actions.entries()) {
    const known = entity && new Set(variablesOf(action.id));
    for (const { path: at, template } of findTemplates(action.config)) {
      if (problems.length >= maxProblems) return problems.slice(0, maxProblems);
      const path = `actions[${index}].action_config.${at}`;
      const { parts, problems: unreadable } = parseTemplate(template);
      for (const message of unreadable) {
        problems.push(
          toRuleError({ path, code: 'TEMPLATE_INVALID', message: `Cannot read the template: ${message}.` }),
        );
      }
      const unknown = parts.filter((part) => typeof part === 'object' && known && !isKnown(part.path, known));
      for (const part of unknown.slice(0, maxProblems)) {
        const { path: variable } = part as TemplateExpression;
        problems.push(unknownVariable(path, variable, { names: [...(known ?? [])], actions: definition.actions }));
      }
    }
  }
  return problems.slice(0, maxProblems);
}

/**
 * Returns the variables that templates of an action can name, by the action's id: those of every rule, the fields of the entity,
 * the keys of lookups, and the names of earlier actions.
 */
export function toTemplateVariables(
  definition: Pick<RuleDefinition, 'actions' | 'edges' | 'trigger'>,
  entity: Pick<EntityType, 'fields'> | undefined,
): (actionId: string) => readonly string[] {
  const earlier = toAncestors(definition);
  const ofEntity = entity?.fields.map(({ name }) => name) ?? [];
  const fields = definition.trigger === 'scheduled' ? scheduledFields : ofEntity;
  const common = [...commonVariables, ...fields, ...outputKeys(definition)];
  return (actionId) => {
    const before = definition.actions.filter(({ id }) => earlier.get(actionId)?.has(id));
    return [...common, ...before.map(({ name }) => name)];
  };
}

/** Names under which lookups store rows. */
function outputKeys({ actions }: Pick<RuleDefinition, 'actions'>): readonly string[] {
  return actions.flatMap(({ config }) => (typeof config['output_key'] === 'string' ? [config['output_key']] : []));
}

/** A path is known if it, or what precedes one of its dots, is a name; names may contain dots. */
function isKnown(path: string, names: ReadonlySet<string>): boolean {
  if (names.has(path)) return true;
  for (let dot = path.indexOf('.'); dot !== -1; dot = path.indexOf('.', dot + 1)) {
    if (dot > maxPathLength) return false;
    if (names.has(path.slice(0, dot))) return true;
  }
  return false;
}

/** Number of characters within which the name of a path has to end: names of actions are shorter. */
const maxPathLength = 300;

function unknownVariable(
  path: string,
  variable: string,
  { names, actions }: { readonly names: readonly string[]; readonly actions: readonly RuleAction[] },
): RuleProblem {
  const later = actions.find(({ name }) => variable === name || variable.startsWith(`${name}.`));
  const near = nearestNames(variable, names);
  const hint = near.length > 0 ? `Nearest: ${near.join(', ')}.` : `Variables: ${names.slice(0, 30).join(', ')}.`;
  return toRuleError({
    path,
    code: 'TEMPLATE_UNKNOWN_VAR',
    message: `"{{${variable.slice(0, maxQuoted)}}}" is neither a field nor the result of an earlier action.`,
    hint: later ? `"${later.name}" does not run before this action.` : hint,
  });
}

/** Returns the actions that can run before each action, by action. */
function toAncestors(definition: Pick<RuleDefinition, 'actions' | 'edges'>): ReadonlyMap<string, ReadonlySet<string>> {
  const graph = toRuleGraph(definition);
  const depths = depthsFromStart(graph);
  const ancestors = new Map<string, Set<string>>();
  for (const id of depths.keys()) {
    const seen = new Set<string>();
    const stack = (graph.incoming.get(id) ?? []).map(({ source }) => source);
    for (let source = stack.pop(); source !== undefined; source = stack.pop()) {
      if (source === null || seen.has(source)) continue;
      seen.add(source);
      stack.push(...(graph.incoming.get(source) ?? []).map((edge) => edge.source));
    }
    ancestors.set(id, seen);
  }
  return ancestors;
}
