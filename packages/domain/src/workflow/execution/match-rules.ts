import { newId } from '../../identifier/id.ts';
import { evaluateConditions } from '../condition/evaluate-conditions.ts';
import type { Rule } from '../rule.ts';
import { maxRuleDepth, type RuleEvent } from './rule-event.ts';
import type { NewRuleExecution } from './rule-execution.ts';

/** Tests whether an event starts a rule. Manual and scheduled starts name their rule and skip the conditions. */
function isMatch(rule: Rule, event: RuleEvent): boolean {
  const { organizationId, entity, trigger, ruleId } = event;
  if (rule.organizationId !== organizationId || rule.trigger !== trigger || rule.entity !== entity) return false;
  if (ruleId !== null) return rule.id === ruleId;
  const change = { row: event.row, ...(event.before !== null && { before: event.before }) };
  return evaluateConditions(rule.triggerConditions, change).every(({ holds }) => holds);
}

/** Returns the executions that an event begins. */
export function matchRules(event: RuleEvent, rules: readonly Rule[]): readonly NewRuleExecution[] {
  return rules
    .filter((rule) => isMatch(rule, event))
    .map(({ id: ruleId, organizationId, ownerUserId, revision }) => ({
      id: newId(),
      organizationId,
      ownerUserId,
      ruleId,
      revision,
      eventId: event.id,
      depth: event.depth + 1,
    }));
}

/** Returns the reason why no rule may react to an event; `undefined` if rules may. */
export function refusalOf(event: RuleEvent): string | undefined {
  if (event.depth < maxRuleDepth) return undefined;
  return `${maxRuleDepth} rule executions led to this event, each caused by the one before. Change the rules so that they do not start each other in a loop.`;
}
