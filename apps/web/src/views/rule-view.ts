import { describeRecurrence, type Recurrence } from '@shipmate/domain/schedule';
import {
  diffRules,
  findActionType,
  nameDifference,
  type Rule,
  type RuleDefinition,
  type RuleRevision,
} from '@shipmate/domain/workflow';
import type { RuleDefinitionView, RuleRevisionView, RuleSummaryView, RuleView } from '@shipmate/protocol/web/rules';

/** Names of users by id. */
type UserNames = ReadonlyMap<string, string>;

/** Shown for a user who has left the organization. */
const formerMember = 'A former member';

/** Returns a rule for a list. */
export function toRuleSummary({ id, revision, updatedAt, actions, ...rule }: Rule): RuleSummaryView {
  const { name, description, isActive, entity, trigger, schedule } = rule;
  return {
    id,
    revision,
    updatedAt: updatedAt.toISOString(),
    name,
    description,
    isActive,
    entity,
    trigger,
    ...(schedule && { schedule: toScheduleView(schedule) }),
    actionCount: actions.length,
  };
}

/** Returns a rule in full. */
export function toRuleView(rule: Rule, names: UserNames): RuleView {
  const types = [...new Set(rule.actions.map(({ type }) => type))];
  return {
    ...toDefinitionView(rule),
    id: rule.id,
    revision: rule.revision,
    updatedAt: rule.updatedAt.toISOString(),
    createdAt: rule.createdAt.toISOString(),
    ownerHasLeft: !names.has(rule.ownerUserId),
    ownerName: names.get(rule.ownerUserId) ?? formerMember,
    ports: Object.fromEntries(types.map((type) => [type, [...(findActionType(type)?.ports ?? [])]])),
  };
}

/** Returns the content of a rule. */
export function toDefinitionView(definition: RuleDefinition): RuleDefinitionView {
  const { name, description, isActive, entity, trigger, triggerConditions, noise, schedule, actions, edges } =
    definition;
  return {
    name,
    description,
    isActive,
    entity,
    trigger,
    triggerConditions: triggerConditions.map((condition) => ({ ...condition })),
    ...(noise && { noise }),
    ...(schedule && { schedule: toScheduleView(schedule) }),
    actions: actions.map((action) => ({
      ...action,
      config: action.config as RuleDefinitionView['actions'][number]['config'],
    })),
    edges: edges.map((edge) => ({ ...edge })),
  };
}

function toScheduleView(schedule: Recurrence) {
  return { ...schedule, text: describeRecurrence(schedule) };
}

/** Returns revisions, newest first, each with its change since the one before it. */
export function toRevisionViews(revisions: readonly RuleRevision[], names: UserNames): readonly RuleRevisionView[] {
  return revisions.map(({ revision, definition, changedByUserId, createdAt }, index) => ({
    revision,
    changedByName: names.get(changedByUserId) ?? formerMember,
    createdAt: createdAt.toISOString(),
    definition: toDefinitionView(definition),
    difference: nameDifference(diffRules(revisions[index + 1]?.definition, definition)),
  }));
}
