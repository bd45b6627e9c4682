import { expect, it } from 'vitest';
import { ruleNoiseSchema } from '../noise/rule-noise.ts';
import type { RuleAction, RuleDefinition, RuleEdge } from '../rule.ts';
import { beginReplay, describeReplay, type ReplayedEvent, replayEvents } from './replay-rule.ts';
import { runRuleTests, type RuleTest } from './rule-test.ts';
import { simulateRule } from './simulate-rule.ts';

const start = Date.UTC(2026, 0, 5, 12);
const minute = 60_000;

const action = (name: string, type: string, config: RuleAction['config']): RuleAction => ({
  id: `id of ${name}`,
  name,
  description: '',
  type,
  config,
  isActive: true,
});

const edge = (source: string | null, target: string, output: string | null = null): RuleEdge => ({
  kind: source === null ? 'start' : 'sequence',
  source: source === null ? null : `id of ${source}`,
  target: `id of ${target}`,
  output,
  order: 0,
});

/** Asks for stock below 10, mails below 5 after an inactive step, and looks up a product otherwise. */
const rule = (overrides: Partial<RuleDefinition> = {}): RuleDefinition => ({
  name: 'Low stock',
  description: '',
  isActive: true,
  entity: 'inventory.inventory_items',
  trigger: 'on_update',
  triggerConditions: [{ field_name: 'quantity', operator: 'less_than', value: 10 }],
  actions: [
    action('Is urgent', 'evaluate_condition', {
      conditions: [{ field_name: 'quantity', operator: 'less_than', value: 5 }],
    }),
    { ...action('Pause', 'delay', { duration: '5m' }), isActive: false },
    action('Mail', 'send_email', {
      recipients: ['a@example.test'],
      subject: 'Only {{quantity}} left',
      body: '{{Is urgent.result}} {{entity_id}} {{event_type}}',
    }),
    action('Note', 'log_audit_entry', { entity_name: 'x', action: 'noted', message: '{{quantity}}' }),
  ],
  edges: [
    edge(null, 'Is urgent'),
    edge('Is urgent', 'Pause', 'true'),
    edge('Pause', 'Mail'),
    edge('Is urgent', 'Note', 'false'),
  ],
  ...overrides,
});

const options = { now: new Date(start), ownerUserId: 'owner' };
const sample = (quantity: number) => ({ row: { quantity }, before: null, entityKey: 'row-1', userId: null });

const event = (minutes: number, quantity: number): ReplayedEvent => ({
  id: `event at ${minutes}`,
  entityKey: 'row-1',
  row: { quantity },
  before: null,
  userId: null,
  createdAt: new Date(start + minutes * minute),
});

it('a simulation follows conditions, skips inactive actions and renders templates', () => {
  const { wouldTrigger, conditions, actions } = simulateRule(rule(), sample(3), options);
  expect(wouldTrigger).toBe(true);
  expect(conditions).toMatchObject([{ holds: true, condition: { field_name: 'quantity' } }]);
  expect(actions.map(({ name, outcome, port, isAssumed }) => [name, outcome, port, isAssumed])).toEqual([
    ['Is urgent', 'run', 'true', false],
    ['Pause', 'skipped', 'success', false],
    ['Mail', 'run', 'success', true],
    ['Note', 'not_reached', null, false],
  ]);
  expect(actions[2]?.input).toMatchObject({ subject: 'Only 3 left', body: 'true row-1 on_update' });
});

it('a simulation says that conditions do not hold, and what would run otherwise', () => {
  const { wouldTrigger, actions } = simulateRule(rule(), sample(20), options);
  expect(wouldTrigger).toBe(false);
  expect(actions.filter(({ outcome }) => outcome === 'run').map(({ name }) => name)).toEqual(['Is urgent', 'Note']);
});

it('mocks decide the port and the output of an action, by name or id', () => {
  for (const reference of ['Is urgent', 'id of Is urgent']) {
    const mocks = { [reference]: { port: 'true', output: { result: 'mocked' } } };
    const { actions } = simulateRule(rule(), sample(20), { ...options, mocks });
    expect(actions.find(({ name }) => name === 'Mail')?.input).toMatchObject({ body: 'mocked row-1 on_update' });
  }
});

it('an action whose rendered configuration is not valid ends at failure with the reason', () => {
  const mail = action('Mail', 'send_email', { recipients: ['{{customer_email}}'], subject: 's', body: 'b' });
  const definition = rule({ actions: [mail], edges: [edge(null, 'Mail')] });
  const { actions } = simulateRule(definition, { ...sample(1), row: { customer_email: 'nobody' } }, options);
  expect(actions).toMatchObject([{ outcome: 'run', port: 'failure', error: expect.stringContaining('recipients') }]);
});

it('a replay counts executions, actions and suppressed events, over pages', () => {
  const noise = ruleNoiseSchema.parse({ deduplicate: { fields: ['entity_id'], window: '10m' } });
  const replayed = { definition: rule({ noise }), ownerUserId: 'owner', silences: [] };
  const pages = [
    [event(0, 3), event(1, 3), event(2, 50)],
    [event(9, 4), event(20, 8)],
  ];
  const state = pages.reduce((before, page) => replayEvents(replayed, page, before), beginReplay());
  expect(state.result).toMatchObject({
    matched: 4,
    runs: 2,
    suppressed: { duplicate: 2 },
    actions: { evaluate_condition: 2, send_email: 1, log_audit_entry: 1 },
  });
  expect(state.result.decisions.map(({ suppressedBy, actions }) => [suppressedBy, actions.length])).toEqual([
    [null, 2],
    ['duplicate', 0],
    ['duplicate', 0],
    [null, 2],
  ]);
  expect(describeReplay(state.result)).toBe(
    'Would have run 2 times (2 evaluate_condition, 1 send_email, 1 log_audit_entry); 2 events suppressed.',
  );
  expect(structuredClone(state)).toEqual(state);
});

it('a saved test names each difference between the expected and the actual reaction', () => {
  const test: RuleTest = {
    id: 'test',
    ruleId: 'rule',
    name: 'Urgent',
    events: [{ entityKey: 'row-1', row: { quantity: 3 }, before: null, at: new Date(start) }],
    mocks: {},
    expected: { runs: 1, actions: ['Is urgent', 'id of Mail'] },
    createdByUserId: 'user',
    createdAt: new Date(start),
  };
  const run = (definition: RuleDefinition) => runRuleTests({ definition, ownerUserId: 'owner' }, [test]);
  expect(run(rule())).toEqual([{ id: 'test', name: 'Urgent', isPassed: true, differences: [] }]);
  const never = rule({ triggerConditions: [{ field_name: 'quantity', operator: 'less_than', value: 1 }] });
  expect(run(never)[0]).toMatchObject({
    isPassed: false,
    differences: ['The rule runs 0 times, expected 1.', '"Is urgent" does not run.', '"Mail" does not run.'],
  });
  const other = rule({ edges: [edge(null, 'Is urgent'), edge('Is urgent', 'Note')] });
  expect(run(other)[0]?.differences).toEqual(['"Mail" does not run.', '"Note" runs, which was not expected.']);
  const removed = rule({ actions: rule().actions.slice(0, 2) });
  expect(run(removed)[0]?.differences).toEqual(['The expected action "id of Mail" is not in the rule.']);
});
