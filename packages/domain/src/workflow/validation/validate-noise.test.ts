import { expect, it } from 'vitest';
import { businessEntities } from '../entities/business-entities.ts';
import { findEntity } from '../entity.ts';
import { workflowPayloadSchema } from '../payload/workflow-payload.ts';
import { toDefinition } from '../payload/to-definition.ts';
import { toPayload } from '../payload/to-payload.ts';
import { validateNoise } from './validate-noise.ts';

const entity = 'core.tasks';

function toChecked(noise: object) {
  const payload = workflowPayloadSchema.parse({ name: 'a', entity, trigger_type: 'on_update', actions: [], noise });
  const { definition } = toDefinition(payload, { entities: businessEntities, createId: () => 'id' });
  return { definition, problems: validateNoise(definition, findEntity(businessEntities, entity)) };
}

it('names unknown fields, time zones, cron expressions and times of noise control by path', () => {
  const { problems } = toChecked({
    deduplicate: { fields: ['stauts'], window: '1h' },
    group: { fields: ['entity_id'], window: '5m' },
    maintenance: [
      { cron: '0 22 * * 6', duration: '4h', time_zone: 'Europe/Berlin' },
      { cron: '0 22 * *', duration: '4h' },
      { cron: '0 0 30 2 *', duration: '4h' },
      { cron: '0 22 * * 6', duration: '4h', time_zone: 'Mars' },
      { from: '2026-01-02T00:00', to: '2026-01-01T00:00' },
      { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00' },
    ],
  });
  expect(problems.map(({ path, code }) => [path, code])).toEqual([
    ['noise.deduplicate.fields[0]', 'FIELD_NOT_FOUND'],
    ['noise.maintenance[1].cron', 'NOISE_INVALID'],
    ['noise.maintenance[2].cron', 'NOISE_INVALID'],
    ['noise.maintenance[3].time_zone', 'NOISE_INVALID'],
    ['noise.maintenance[4].to', 'NOISE_INVALID'],
    ['noise.maintenance[5].to', 'NOISE_INVALID'],
  ]);
});

it('noise control passes through the payload unchanged', () => {
  const noise = { threshold: { count: 3, window: '10m', fields: [] } };
  expect(toPayload(toChecked(noise).definition).noise).toEqual(noise);
});

it('a payload with an unreadable window or an unknown part is refused', () => {
  const refused = [
    { deduplicate: { fields: ['status'], window: '0s' } },
    { deduplicate: { fields: [], window: '1h' } },
    { threshold: { count: 1, window: '1h' } },
    { silence: {} },
    { maintenance: [{ cron: '0 22 * * 6' }] },
  ].filter((noise) => {
    const payload = { name: 'a', entity, trigger_type: 'on_update', actions: [], noise };
    return !workflowPayloadSchema.safeParse(payload).success;
  });
  expect(refused).toHaveLength(5);
});
