import { expect, it } from 'vitest';
import type { Row } from '../condition/evaluate-conditions.ts';
import { decideNoise, type NoiseMemories } from './decide-noise.ts';
import { createMaintenanceCalendar } from './maintenance-calendar.ts';
import { type RuleNoise, ruleNoiseSchema } from './rule-noise.ts';
import type { RuleSilence } from './rule-silence.ts';

const minute = 60_000;
const start = Date.UTC(2026, 0, 5, 12);

/** Decides on events in order; each is the minute after the start, and the row. Returns `start` or the kind and the execution. */
function decideAll(
  noise: RuleNoise,
  events: readonly (readonly [minutes: number, row?: Row])[],
  silences: readonly RuleSilence[] = [],
): readonly string[] {
  const memories: NoiseMemories = new Map();
  return events.map(([minutes, row = {}], index) => {
    const decision = decideNoise({
      rule: { id: 'rule', noise },
      event: { row, entityKey: `row-${index}`, createdAt: new Date(start + minutes * minute) },
      executionId: `execution-${index}`,
      calendar: createMaintenanceCalendar(noise.maintenance ?? []),
      silences,
      memories,
    });
    if (!decision.isStart) return `${decision.kind} ${decision.executionId ?? ''}`.trim();
    return decision.startsAt === undefined ? 'start' : `start at ${(decision.startsAt - start) / minute}`;
  });
}

it('a duplicate is suppressed within the window of the last start, by its fields', () => {
  const noise = ruleNoiseSchema.parse({ deduplicate: { fields: ['host'], window: '10m' } });
  const [a, b] = [{ host: 'a' }, { host: 'b' }];
  expect(
    decideAll(noise, [
      [0, a],
      [1, a],
      [1, b],
      [9.9, a],
      [10, a],
      [19, a],
    ]),
  ).toEqual(['start', 'duplicate execution-0', 'start', 'duplicate execution-0', 'start', 'duplicate execution-4']);
});

it('an event that is decided late is a duplicate of a later one', () => {
  const noise = ruleNoiseSchema.parse({ deduplicate: { fields: ['host'], window: '10m' } });
  expect(
    decideAll(noise, [
      [5, { host: 'a' }],
      [0, { host: 'a' }],
    ]),
  ).toEqual(['start', 'duplicate execution-0']);
});

it('entity_id tells rows apart', () => {
  const noise = ruleNoiseSchema.parse({ deduplicate: { fields: ['entity_id'], window: '10m' } });
  expect(decideAll(noise, [[0], [1]])).toEqual(['start', 'start']);
});

it('a threshold starts at the event that completes the count within the window, and counts again after it', () => {
  const noise = ruleNoiseSchema.parse({ threshold: { count: 3, window: '10m' } });
  const times = [0, 6, 11, 12, 13, 14, 15].map((minutes) => [minutes] as const);
  expect(decideAll(noise, times)).toEqual([
    'threshold',
    'threshold',
    'threshold',
    'start',
    'threshold',
    'threshold',
    'start',
  ]);
});

it('a group begins one execution at the end of its window, and the next event begins another group', () => {
  const noise = ruleNoiseSchema.parse({ group: { fields: ['host'], window: '5m' } });
  const [a, b] = [{ host: 'a' }, { host: 'b' }];
  expect(
    decideAll(noise, [
      [0, a],
      [1, a],
      [2, b],
      [4, a],
      [5, a],
    ]),
  ).toEqual(['start at 5', 'group execution-0', 'start at 7', 'group execution-0', 'start at 10']);
});

it('a duplicate of an event in a group belongs to the execution of the group', () => {
  const noise = ruleNoiseSchema.parse({
    group: { fields: ['site'], window: '5m' },
    deduplicate: { fields: ['host'], window: '1h' },
  });
  const row = (host: string) => ({ site: 's', host });
  expect(
    decideAll(noise, [
      [0, row('a')],
      [1, row('b')],
      [2, row('b')],
    ]),
  ).toEqual(['start at 5', 'group execution-0', 'duplicate execution-0']);
});

it('maintenance windows of cron expressions and of local times start nothing', () => {
  const cron = ruleNoiseSchema.parse({
    maintenance: [{ cron: '0 13 * * 1', duration: '30m', time_zone: 'Europe/Berlin' }],
  });
  const times = [-1, 0, 29, 30].map((minutes) => [minutes] as const);
  const expected = ['start', 'maintenance', 'maintenance', 'start'];
  expect(decideAll(cron, times)).toEqual(expected);
  for (const [from, to] of [
    ['2026-01-05T13:00', '2026-01-05T13:30'],
    ['2026-01-05T12:00:00Z', '2026-01-05T13:30:00+01:00'],
  ]) {
    const fixed = ruleNoiseSchema.parse({ maintenance: [{ from, to, time_zone: 'Europe/Berlin' }] });
    expect(decideAll(fixed, times)).toEqual(expected);
  }
});

it('a silence applies to events with its values, from its creation to its end or removal', () => {
  const silence: RuleSilence = {
    id: 'silence',
    ruleId: 'rule',
    match: { host: ['a', 'b'] },
    reason: 'New disks.',
    createdByUserId: 'user',
    createdAt: new Date(start),
    until: new Date(start + 10 * minute),
    removedAt: null,
  };
  const events = [
    [-1, { host: 'a' }],
    [1, { host: 'a' }],
    [1, { host: 'c' }],
    [9, { host: 'b' }],
    [10, { host: 'b' }],
  ] as const;
  expect(decideAll({}, events, [silence])).toEqual(['start', 'silence', 'start', 'silence', 'start']);
  const removed = { ...silence, removedAt: new Date(start + 5 * minute) };
  expect(decideAll({}, events, [removed])).toEqual(['start', 'silence', 'start', 'start', 'start']);
});

it('reasons name the cause', () => {
  const decide = (noise: RuleNoise, silences: readonly RuleSilence[] = []) => {
    const event = { row: {}, entityKey: 'row', createdAt: new Date(start) };
    const calendar = createMaintenanceCalendar(noise.maintenance ?? []);
    const input = { rule: { id: 'rule', noise }, event, executionId: 'execution', calendar, silences };
    return decideNoise({ ...input, memories: new Map() });
  };
  const window = { from: '2026-01-05T00:00', to: '2026-01-06T00:00', reason: 'Database upgrade.' };
  expect(decide(ruleNoiseSchema.parse({ maintenance: [window] }))).toMatchObject({
    reason: 'Maintenance: Database upgrade.',
  });
  expect(decide(ruleNoiseSchema.parse({ threshold: { count: 5, window: '10m' } }))).toMatchObject({
    reason: 'Event 1 of the 5 that are needed within 10m.',
  });
});
