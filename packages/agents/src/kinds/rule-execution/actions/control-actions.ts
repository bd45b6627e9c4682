import { evaluateConditions, parseDuration, toStepOutcome, type ActionConfigOf } from '@shipmate/domain/workflow';
import { isOver, type RuleActionHandler } from '../rule-action.ts';

/** Milliseconds of an hour. */
const hourMs = 3_600_000;

/** Continues at `true` or `false`. */
export const evaluateCondition: RuleActionHandler<ActionConfigOf<'evaluate_condition'>> = {
  kind: 'stored',
  async execute(_stores, { conditions, logic_type: logic }, { execution: { event } }) {
    const results = evaluateConditions(conditions, { row: event.row, ...(event.before && { before: event.before }) });
    const holds = logic === 'and' ? results.every((each) => each.holds) : results.some((each) => each.holds);
    const evaluated = results.map(({ condition, holds: each }) => ({ field_name: condition.field_name, holds: each }));
    return { port: String(holds), output: { result: holds, conditions: evaluated } };
  },
};

/** Waits for a duration. */
export const delay: RuleActionHandler<ActionConfigOf<'delay'>> = {
  kind: 'wait',
  begin: ({ duration }) => ({ wakeInMs: parseDuration(duration) ?? 0 }),
  resume: (_config, step) => (isOver(step) ? { port: 'success', output: null } : undefined),
};

/** Waits for the decisions of approvers; when their time is over, for that of the escalation user. */
export const seekApproval: RuleActionHandler<ActionConfigOf<'seek_approval'>> = {
  kind: 'wait',
  begin: ({ approvers, timeout_hours: hours }) => ({ wakeInMs: hours * hourMs, approvers }),
  resume({ escalation_user_id: escalation, timeout_hours: hours }, step) {
    const decided = toStepOutcome(step);
    if (decided === undefined && !isOver(step)) return undefined;
    const wasAsked = step.attempt > 1 || step.approvers.some(({ userId }) => userId === escalation);
    if (decided === undefined && escalation !== undefined && !wasAsked) {
      return { wakeInMs: hours * hourMs, approvers: [escalation] };
    }
    const port = decided ?? 'timed_out';
    const decisions = step.approvers.map(({ userId, decision, reason }) => ({ user_id: userId, decision, reason }));
    return { port, output: { decision: port, decisions } };
  },
};
