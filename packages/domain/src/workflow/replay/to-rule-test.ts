import type { RuleExecution } from '../execution/rule-execution.ts';
import type { SuppressedEvent } from '../noise/rule-noise-store.ts';
import type { NewRuleTest } from './rule-test-store.ts';
import { ruleTestLimits } from './rule-test-store.ts';

/** Converts a past execution to a test that expects what happened: its events, the results of its actions, and the actions that ran. */
export function toRuleTest(
  { ruleId, event, steps, createdAt }: RuleExecution,
  joined: readonly SuppressedEvent[],
  { id, name }: { readonly id: string; readonly name: string },
): NewRuleTest {
  const { entityKey, row, before } = event;
  const others = joined.map((each) => ({
    entityKey: each.entityKey,
    row: each.row,
    before: null,
    at: each.createdAt,
  }));
  const ended = steps.filter(({ status, port }) => port !== null && status !== 'skipped');
  const assumed = ended.filter(({ actionType }) => actionType !== 'evaluate_condition');
  return {
    id,
    ruleId,
    name,
    events: [{ entityKey, row, before, at: createdAt }, ...others].slice(0, ruleTestLimits.events),
    mocks: Object.fromEntries(
      assumed.map(({ actionId, port, output }) => [actionId, { port: port ?? 'success', output }]),
    ),
    expected: { runs: 1, actions: ended.map(({ actionId }) => actionId) },
  };
}
