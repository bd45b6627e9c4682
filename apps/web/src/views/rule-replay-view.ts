import type { RuleReplay } from '@shipmate/agents';
import { describeReplay, type RuleSimulation, type RuleUseQuery } from '@shipmate/domain/workflow';
import type { ReplayView, ruleUsesQuerySchema, TestRuleResponse } from '@shipmate/protocol/web/rule-replay';
import type { z } from 'zod';

/** Returns the reactions of a rule to stored events. `to` is the end of the range. */
export function toReplayView(replay: RuleReplay, to: Date): ReplayView {
  const { events, matched, runs, suppressed, actions, decisions, stoppedAt } = replay;
  return {
    summary: describeReplay(replay),
    events,
    matched,
    runs,
    suppressed: { ...suppressed },
    actions: { ...actions },
    decisions: decisions.map(({ at, actions: names, ...decision }) => ({
      ...decision,
      at: at.toISOString(),
      actions: [...names],
    })),
    isComplete: stoppedAt === null,
    replayedUntil: (stoppedAt ?? to).toISOString(),
  };
}

/** Returns the reaction of a rule to a sample. */
export function toSimulationView({ wouldTrigger, conditions, actions }: RuleSimulation): TestRuleResponse {
  return {
    wouldTrigger,
    conditions: conditions.map(({ condition, holds }) => ({ condition: { ...condition }, holds })),
    actions: actions.map((action) => ({
      ...action,
      input: action.input as TestRuleResponse['actions'][number]['input'],
    })),
  };
}

/** Converts the query of a request. */
export function toRuleUseQuery(query: z.output<typeof ruleUsesQuerySchema>): RuleUseQuery {
  if ('user' in query) return { kind: 'user', userId: query.user };
  if ('action_type' in query) return { kind: 'action_type', actionType: query.action_type };
  const { entity, field } = query;
  return field === undefined ? { kind: 'entity', entity } : { kind: 'field', entity, field };
}
