import { expect, it } from 'vitest';
import { diffRules, nameDifference } from './diff-rules.ts';
import type { RuleDefinition, RuleEdge } from './rule.ts';

const action = (id: string, name: string) => ({
  id,
  name,
  description: '',
  type: 'delay',
  config: { duration: '5m' },
  isActive: true,
});

const edge = (source: string | null, target: string, output: string | null = null): RuleEdge => ({
  kind: source === null ? 'start' : 'sequence',
  source,
  target,
  output,
  order: 0,
});

const before: RuleDefinition = {
  name: 'Rule',
  description: '',
  isActive: true,
  entity: 'core.tasks',
  trigger: 'on_create',
  triggerConditions: [],
  actions: [action('a', 'Check'), action('b', 'Alert')],
  edges: [edge(null, 'a'), edge('a', 'b', 'success')],
};

it('diffRules names added, changed and removed actions and edges', () => {
  const after = {
    ...before,
    trigger: 'on_update' as const,
    actions: [{ ...action('a', 'Check'), isActive: false }, action('c', 'Mail')],
    edges: [edge(null, 'a'), edge('a', 'c', 'failure')],
  };
  expect(nameDifference(diffRules(before, after))).toEqual({
    fields: ['trigger'],
    added: ['Mail'],
    removed: ['Alert'],
    changed: ['Check'],
    addedEdges: ['Check:failure → Mail'],
    removedEdges: ['Check:success → Alert'],
  });
});

it('diffRules reports no edges of an action that only has another name', () => {
  const after = { ...before, actions: [action('a', 'Check stock'), action('b', 'Alert')] };
  expect(nameDifference(diffRules(before, after))).toMatchObject({
    changed: ['Check stock'],
    addedEdges: [],
    removedEdges: [],
  });
});

it('diffRules of a new rule lists everything as added', () => {
  expect(nameDifference(diffRules(undefined, before))).toMatchObject({
    added: ['Check', 'Alert'],
    addedEdges: ['start → Check', 'Check:success → Alert'],
    removed: [],
    removedEdges: [],
  });
});
