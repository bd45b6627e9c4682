import { expect, it } from 'vitest';
import { ruleNoiseSchema } from '../noise/rule-noise.ts';
import type { Rule } from '../rule.ts';
import { findRuleUses, type RuleUseQuery } from './find-rule-uses.ts';

const user = '0192f0a0-0000-7000-8000-0000000000aa';
const rule: Rule = {
  id: 'rule',
  organizationId: 'organization',
  ownerUserId: 'owner',
  revision: 1,
  createdAt: new Date(0),
  updatedAt: new Date(0),
  name: 'Low stock',
  description: '',
  isActive: true,
  entity: 'inventory.inventory_items',
  trigger: 'on_update',
  triggerConditions: [{ field_name: 'quantity', operator: 'less_than', value: 10 }],
  noise: ruleNoiseSchema.parse({ deduplicate: { fields: ['warehouse', 'quantity'], window: '1h' } }),
  actions: [
    {
      id: 'check',
      name: 'Check',
      description: '',
      type: 'evaluate_condition',
      config: { conditions: [{ field_name: 'quantity', operator: 'less_than', value: 5 }] },
      isActive: true,
    },
    {
      id: 'alert',
      name: 'Alert',
      description: '',
      type: 'create_alert',
      config: {
        alert_type: 'a',
        severity: 'high',
        title: '{{quantity | round}} left',
        message: 'In {{warehouse}}',
        recipients: { users: [user] },
      },
      isActive: true,
    },
    {
      id: 'order',
      name: 'Order',
      description: '',
      type: 'create_entity',
      config: { target_entity: 'procurement.purchase_orders', fields: { quantity: 5 } },
      isActive: true,
    },
  ],
  edges: [],
};

const pathsOf = (query: RuleUseQuery) => findRuleUses([rule], query).map(({ path }) => path);

it('finds a field in conditions, noise control and templates of rules on its entity', () => {
  expect(pathsOf({ kind: 'field', entity: 'inventory.inventory_items', field: 'quantity' })).toEqual([
    'trigger_conditions.field_conditions[0].field_name',
    'noise.deduplicate.fields[1]',
    'actions[0].action_config.conditions[0].field_name',
    'actions[1].action_config.title',
  ]);
});

it('finds a field that an action writes to another entity', () => {
  expect(pathsOf({ kind: 'field', entity: 'procurement.purchase_orders', field: 'quantity' })).toEqual([
    'actions[2].action_config.fields.quantity',
  ]);
});

it('finds an entity, a user as owner and recipient, and an action type', () => {
  expect(pathsOf({ kind: 'entity', entity: 'inventory.inventory_items' })).toEqual(['entity']);
  expect(findRuleUses([rule], { kind: 'entity', entity: 'procurement.purchase_orders' })).toMatchObject([
    { ruleId: 'rule', ruleName: 'Low stock', action: { id: 'order', name: 'Order' } },
    {},
  ]);
  expect(pathsOf({ kind: 'user', userId: user })).toEqual(['actions[1].action_config.recipients.users[0]']);
  expect(pathsOf({ kind: 'user', userId: 'owner' })).toEqual(['owner']);
  expect(pathsOf({ kind: 'action_type', actionType: 'create_alert' })).toEqual(['actions[1].action_type']);
  expect(pathsOf({ kind: 'action_type', actionType: 'delay' })).toEqual([]);
});
