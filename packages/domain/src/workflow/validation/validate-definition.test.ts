import { expect, it } from 'vitest';
import type { EntityType } from '../entity.ts';
import { toDefinition } from '../payload/to-definition.ts';
import { workflowPayloadSchema } from '../payload/workflow-payload.ts';
import { validateDefinition } from './validate-definition.ts';

const items: EntityType = {
  id: 'e1',
  name: 'inventory.inventory_items',
  description: 'Stock of products.',
  key: 'id',
  fields: [
    { name: 'id', type: 'uuid', isNullable: false, isWritable: false },
    { name: 'quantity', type: 'integer', isNullable: false, isWritable: true },
    { name: 'status', type: 'text', isNullable: true, isWritable: true },
  ],
};

const catalog = { entities: [items], userIds: new Set(['u1']), roles: new Set(['owner', 'member']) };

const alert = (overrides: object = {}) => ({
  alert_type: 'low_stock',
  severity: 'high',
  title: 'Low stock',
  message: 'Only {{quantity}} left.',
  recipients: { roles: ['owner'] },
  ...overrides,
});

const check = {
  name: 'Check stock',
  action_type: 'evaluate_condition',
  action_config: { conditions: [{ field_name: 'quantity', operator: 'less_than', value: 10 }] },
};

const notify = {
  name: 'Send alert',
  action_type: 'create_alert',
  action_config: alert(),
  after: 'Check stock:output-true',
};

function problemsOf(overrides: object): readonly string[] {
  const payload = workflowPayloadSchema.parse({
    name: 'Low stock alert',
    entity: 'inventory.inventory_items',
    trigger_type: 'on_update',
    actions: [check, notify],
    ...overrides,
  });
  let next = 0;
  const { definition, problems } = toDefinition(payload, {
    entities: catalog.entities,
    createId: () => `a${(next += 1)}`,
  });
  return [...problems, ...validateDefinition(definition, catalog)].map(({ code, path }) => `${code} ${path}`);
}

it('validateDefinition finds no problem in the low stock rule of the documents', () => {
  expect(problemsOf({})).toEqual([]);
});

const withConfig = (action_type: string, action_config: object) => ({
  actions: [{ name: 'One', action_type, action_config }],
});

it.each<[string, object, readonly string[]]>([
  ['an unknown entity', { entity: 'inventory.items' }, ['ENTITY_NOT_FOUND entity']],
  ['an unknown entity id', { entity: undefined, entity_id: 'e9' }, ['ENTITY_NOT_FOUND entity_id']],
  ['an unknown trigger', { trigger_type: 'on_change' }, ['TRIGGER_NOT_FOUND trigger_type']],
  ['an unknown action type', withConfig('create_alarm', {}), ['UNKNOWN_ACTION_TYPE actions[0].action_type']],
  [
    'every wrong field of a configuration',
    withConfig('create_alert', alert({ severity: 'urgent', title: '' })),
    ['CONFIG_INVALID actions[0].action_config.severity', 'CONFIG_INVALID actions[0].action_config.title'],
  ],
  [
    'an alert without recipients',
    withConfig('create_alert', alert({ recipients: {} })),
    ['CONFIG_INVALID actions[0].action_config.recipients'],
  ],
  [
    'unknown recipients',
    withConfig('create_alert', alert({ recipients: { users: ['u9', '{{$me}}'], roles: ['admin'] } })),
    [
      'RECIPIENT_NOT_FOUND actions[0].action_config.recipients.users[0]',
      'RECIPIENT_NOT_FOUND actions[0].action_config.recipients.roles[0]',
    ],
  ],
  [
    'two actions of one name',
    { actions: [check, notify, { ...notify, after: 'Check stock:false' }] },
    ['DUPLICATE_NAME actions[2].name'],
  ],
  ['no start', { actions: [{ ...check, after: 'Send alert' }, notify] }, ['NO_START edges', 'CYCLE edges']],
  ['several starts', { actions: [check, { ...notify, after: undefined }] }, ['MULTIPLE_STARTS edges']],
  [
    'an unreachable action',
    {
      actions: [check, notify],
      edges: [{ target_action_id: 'temp:0', edge_type: 'start' }],
    },
    ['UNREACHABLE actions[1]'],
  ],
  [
    'an unknown port',
    { actions: [check, { ...notify, after: 'Check stock:maybe' }] },
    ['BAD_PORT edges[1].source_output'],
  ],
  [
    'a port on a start edge',
    {
      actions: [check],
      edges: [{ target_action_id: 'Check stock', edge_type: 'start', source_output: 'true' }],
    },
    ['PORT_ON_START edges[0].source_output'],
  ],
  [
    'an unknown predecessor',
    { actions: [check, { ...notify, after: 'Check stok' }] },
    ['BAD_REF actions[1].after', 'UNREACHABLE actions[1]'],
  ],
  [
    'an unknown end of an edge',
    { actions: [check], edges: [{ target_action_id: 'temp:4', edge_type: 'start' }] },
    ['BAD_REF edges[0].target_action_id', 'NO_START edges'],
  ],
  ['an id that the rule does not have', { actions: [{ ...check, id: 'x' }] }, ['BAD_REF actions[0].id']],
  [
    'an unknown field of a trigger condition',
    { trigger_conditions: { field_conditions: [{ field_name: 'quantitty', operator: 'is_null' }] } },
    ['FIELD_NOT_FOUND trigger_conditions.field_conditions[0].field_name'],
  ],
  [
    'a change operator on another trigger',
    {
      trigger_type: 'on_create',
      trigger_conditions: { field_conditions: [{ field_name: 'status', operator: 'changed_to', value: 'low' }] },
    },
    ['CONDITION_INVALID trigger_conditions.field_conditions[0].operator'],
  ],
  [
    'conditions without the right value',
    {
      trigger_conditions: {
        field_conditions: [
          { field_name: 'status', operator: 'equals' },
          { field_name: 'status', operator: 'in', value: 'low' },
          { field_name: 'status', operator: 'equals', value: ['low'] },
        ],
      },
    },
    [0, 1, 2].map((index) => `CONDITION_INVALID trigger_conditions.field_conditions[${index}].value`),
  ],
  [
    'an unknown field of a condition action',
    withConfig('evaluate_condition', { conditions: [{ field_name: 'amount', operator: 'is_null' }] }),
    ['FIELD_NOT_FOUND actions[0].action_config.conditions[0].field_name'],
  ],
  [
    'a write to a field that cannot be written',
    withConfig('update_field', { target_entity: items.name, target_field: 'id', new_value: 1 }),
    ['FIELD_NOT_WRITABLE actions[0].action_config.target_field'],
  ],
  [
    'a write to an unknown field and entity',
    {
      actions: [
        {
          name: 'One',
          action_type: 'create_entity',
          action_config: { target_entity: items.name, fields: { size: 1 } },
        },
        {
          name: 'Two',
          action_type: 'lookup_entity',
          action_config: { entity: 'sales.order', filter: { id: 1 }, fields: ['total'], output_key: 'order' },
          after: 'One',
        },
      ],
    },
    ['FIELD_NOT_FOUND actions[0].action_config.fields.size', 'ENTITY_NOT_FOUND actions[1].action_config.entity'],
  ],
  [
    'unknown variables, later actions and unreadable templates',
    {
      actions: [
        { ...check },
        {
          ...notify,
          action_config: alert({ title: '{{amount}}', message: '{{Later.port}} {{quantity | shout}} {{status' }),
        },
        { name: 'Later', action_type: 'delay', action_config: { duration: '5m' }, after: 'Send alert' },
      ],
    },
    [
      'TEMPLATE_UNKNOWN_VAR actions[1].action_config.title',
      'TEMPLATE_INVALID actions[1].action_config.message',
      'TEMPLATE_INVALID actions[1].action_config.message',
      'TEMPLATE_UNKNOWN_VAR actions[1].action_config.message',
    ],
  ],
])('validateDefinition reports %s with code and path', (_name, overrides, expected) => {
  expect(problemsOf(overrides)).toEqual(expected);
});

it('validateDefinition names the cycle and the nearest names', () => {
  const payload = workflowPayloadSchema.parse({
    name: 'Rule',
    entity: 'inventory.inventory_item',
    trigger_type: 'on_update',
    actions: [{ ...check, after: 'Send alert' }, notify],
  });
  const { definition, problems } = toDefinition(payload, {
    entities: catalog.entities,
    createId: () => crypto.randomUUID(),
  });
  expect(problems[0]?.hint).toBe('Nearest: inventory.inventory_items.');
  expect(validateDefinition(definition, catalog).find(({ code }) => code === 'CYCLE')?.message).toBe(
    'The actions form a cycle: "Check stock" → "Send alert" → "Check stock".',
  );
});

it('validateDefinition of a megabyte of unknown variables reports 50 problems with short messages', () => {
  const texts = Array.from({ length: 4_000 }, () => '{{nothing}}'.repeat(20));
  const payload = workflowPayloadSchema.parse({
    name: 'Rule',
    entity: items.name,
    trigger_type: 'manual',
    actions: [
      {
        name: 'Log',
        action_type: 'log_audit_entry',
        action_config: { entity_name: 'x', action: 'y', message: `{{${'a.'.repeat(500)}}}`, metadata: { texts } },
      },
    ],
  });
  const { definition } = toDefinition(payload, { entities: catalog.entities, createId: () => crypto.randomUUID() });
  const problems = validateDefinition(definition, catalog);
  expect(problems).toHaveLength(50);
  expect(Math.max(...problems.map(({ message }) => message.length))).toBeLessThan(200);
});
