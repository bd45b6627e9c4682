import fc from 'fast-check';
import { expect, it } from 'vitest';
import { newId } from '../../identifier/id.ts';
import { type FieldCondition, conditionOperators } from '../condition/field-condition.ts';
import type { Rule } from '../rule.ts';
import { matchRules } from './match-rules.ts';
import type { RuleEvent } from './rule-event.ts';
import { createRuleSet } from './rule-set.ts';

const createRule = (triggerConditions: readonly FieldCondition[]): Rule => ({
  id: newId(),
  organizationId: 'acme',
  ownerUserId: 'ada',
  revision: 1,
  name: 'r',
  description: '',
  isActive: true,
  entity: 'core.tasks',
  trigger: 'on_update',
  triggerConditions,
  actions: [],
  edges: [],
  createdAt: new Date(0),
  updatedAt: new Date(0),
});

const createEvent = (row: RuleEvent['row'], before: RuleEvent['row'] | null, ruleId: string | null): RuleEvent => ({
  id: newId(),
  organizationId: 'acme',
  entity: 'core.tasks',
  entityKey: 'k',
  trigger: 'on_update',
  row,
  before,
  ruleId,
  userId: null,
  depth: 0,
  attempts: 0,
  createdAt: new Date(0),
});

it('findCandidates returns every rule that an event matches', () => {
  const scalar = fc.constantFrom(
    5,
    '5',
    '5.0',
    ' 5',
    5.5,
    '5.50',
    1e21,
    '1e+21',
    'open',
    true,
    'true',
    '',
    0,
    '-0',
    null,
  );
  const value = fc.oneof(scalar, fc.constantFrom<readonly string[]>(['5'], ['open', 'true']));
  const field = fc.constantFrom('status', 'quantity');
  const condition = fc.record({ field_name: field, operator: fc.constantFrom(...conditionOperators), value });
  const row = fc.dictionary(field, fc.oneof(value, fc.constant({ nested: 5 })));
  fc.assert(
    fc.property(
      fc.array(fc.array(condition, { maxLength: 2 }), { maxLength: 8 }),
      row,
      row,
      (conditions, now, before) => {
        const rules = conditions.map((each) => createRule(each as FieldCondition[]));
        const event = createEvent(now as RuleEvent['row'], before as RuleEvent['row'], null);
        const idsOf = (matching: readonly Rule[]) =>
          matchRules(event, matching)
            .map(({ ruleId }) => ruleId)
            .toSorted();
        expect(idsOf(createRuleSet(rules).findCandidates(event))).toEqual(idsOf(rules));
      },
    ),
  );
});

it('findCandidates leaves out rules whose first equality an event does not fulfil', () => {
  const rules = ['open', 'done', 'late'].map((value) =>
    createRule([{ field_name: 'status', operator: 'changed_to', value }]),
  );
  const always = createRule([]);
  const set = createRuleSet([...rules, always]);
  expect(set.findCandidates(createEvent({ status: 'done' }, null, null))).toEqual([always, rules[1]]);
  expect(set.findCandidates(createEvent({}, null, null))).toEqual([always]);
});

it('findCandidates returns only the rule that a manual start names', () => {
  const [first, second] = [createRule([]), createRule([])];
  const set = createRuleSet([first, second]);
  expect(set.findCandidates(createEvent({}, null, second.id))).toEqual([second]);
  expect(set.findCandidates(createEvent({}, null, newId()))).toEqual([]);
});
