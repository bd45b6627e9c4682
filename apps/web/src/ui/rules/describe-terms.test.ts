import { ruleDefinitionSchema } from '@shipmate/protocol/web/rules';
import { expect, test } from 'vitest';
import { describeTerms } from './describe-terms.ts';

const empty = {
  name: 'r',
  description: '',
  isActive: true,
  entity: 'sales.orders',
  trigger: 'on_update',
  triggerConditions: [],
  actions: [],
  edges: [],
} as const;
const describe = (changes: object) => describeTerms(ruleDefinitionSchema.parse({ ...empty, ...changes }));

test('describeTerms describes the trigger, every operator and all noise control', () => {
  const condition = (operator: string, values: object = {}) => ({ field_name: 'status', operator, ...values });
  const triggerConditions = [
    condition('equals', { value: 'open' }),
    condition('changed_from', { previous_value: 'new' }),
    condition('less_than', { value: 5 }),
    condition('in', { value: ['a', 1] }),
    condition('is_null'),
  ];
  const noise = {
    threshold: { count: 3, window: '10m', fields: ['entity_id'] },
    deduplicate: { fields: ['number', 'status'], window: '1h' },
    group: { window: '5m' },
    maintenance: [
      { cron: '0 22 * * 6', duration: '4h', time_zone: 'Europe/Berlin', reason: 'Upgrade' },
      { from: '2040-01-01T08:00:00', to: '2040-01-01T09:00:00' },
    ],
  };
  expect(describe({ triggerConditions, noise })).toEqual([
    'When a row is updated in sales.orders',
    'Only if status is “open”',
    'Only if status changed from “new”',
    'Only if status is less than 5',
    'Only if status is one of “a”, 1',
    'Only if status is empty',
    'Not for 4h from each “0 22 * * 6” (Europe/Berlin): Upgrade',
    'Not from 2040-01-01 08:00:00 to 2040-01-01 09:00:00 (UTC)',
    'Only at each 3 events within 10m with the same entity_id',
    'Once within 1h with the same number, status',
    'Once for all events of 5m',
  ]);
});

test('describeTerms gives the times of a schedule in words', () => {
  const schedule = { cron: '30 8 * * 1-5', timeZone: 'UTC', text: 'At 08:30, Monday through Friday (UTC)' };
  expect(describe({ trigger: 'scheduled', schedule })).toEqual([
    'At 08:30, Monday through Friday (UTC), for sales.orders',
  ]);
});
