import { evaluateConditions, parseDuration, toApprovalOutcome, type ActionConfigOf } from '@shipmate/domain/workflow';
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

/** Waits for the decisions of approvers. */
export const seekApproval: RuleActionHandler<ActionConfigOf<'seek_approval'>> = {
  kind: 'wait',
  begin: ({ approvers, timeout_hours: hours }) => ({ wakeInMs: hours * hourMs, approvers }),
  resume({ approval_type: type }, step) {
    const port = toApprovalOutcome(type, step.approvers) ?? (isOver(step) ? 'timed_out' : undefined);
    if (port === undefined) return undefined;
    const decisions = step.approvers.map(({ userId, decision }) => ({ user_id: userId, decision }));
    return { port, output: { decision: port, decisions } };
  },
};
