import type { RuleDefinitionView } from '@shipmate/protocol/web/rules';
import { expect, test } from 'vitest';
import { toRuleDrawing } from './to-rule-steps.ts';

const action = (id: string, config = {}) => ({
  id,
  name: id.toUpperCase(),
  description: '',
  type: 'delay',
  config,
  isActive: true,
});
const edge = (source: string | null, target: string, output: string | null = null) => ({
  kind: source === null ? ('start' as const) : ('sequence' as const),
  source,
  target,
  output,
  order: 0,
});
const rule = (actions: RuleDefinitionView['actions'], edges: RuleDefinitionView['edges']): RuleDefinitionView => ({
  name: 'Rule',
  description: '',
  isActive: true,
  entity: 'sales.orders',
  trigger: 'on_create',
  triggerConditions: [],
  actions,
  edges,
});

test('toRuleDrawing marks nothing of a rule without an earlier content', () => {
  const { steps, connections } = toRuleDrawing(
    rule([action('a'), action('b')], [edge(null, 'a'), edge('a', 'b', 'true')]),
  );
  expect(steps.map(({ change, after }) => [change, after])).toEqual([
    ['same', ['start']],
    ['same', ['A (true)']],
  ]);
  expect(connections.every(({ change }) => change === 'same')).toBe(true);
});

test('toRuleDrawing shows added, changed and removed actions and connections', () => {
  const before = rule([action('a'), action('b')], [edge(null, 'a'), edge('a', 'b')]);
  const after = rule([action('a', { duration: '1h' }), action('c')], [edge(null, 'a'), edge('a', 'c')]);
  const { steps, connections } = toRuleDrawing(after, before);
  expect(steps.map(({ action: { id }, change, after: sources }) => [id, change, sources])).toEqual([
    ['a', 'changed', ['start']],
    ['c', 'added', ['A']],
    ['b', 'removed', ['A']],
  ]);
  expect(steps.map(({ earlier }) => earlier)).toEqual([before.actions[0], undefined, undefined]);
  expect(connections.map(({ target, change }) => [target, change])).toEqual([
    ['a', 'same'],
    ['c', 'added'],
    ['b', 'removed'],
  ]);
});
