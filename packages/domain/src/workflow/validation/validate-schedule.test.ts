import { expect, it } from 'vitest';
import type { RuleDefinition } from '../rule.ts';
import { validateSchedule } from './validate-schedule.ts';

const rule = (overrides: Partial<RuleDefinition>): RuleDefinition => ({
  name: 'Report',
  description: '',
  isActive: true,
  entity: 'core.tasks',
  trigger: 'scheduled',
  triggerConditions: [],
  actions: [],
  edges: [],
  ...overrides,
});

it.each([
  [{ schedule: { cron: '30 8 * * 1-5', timeZone: 'Europe/Berlin' } }, []],
  [{}, ['schedule']],
  [{ schedule: { cron: '30 8 * *', timeZone: 'UTC' } }, ['schedule.cron']],
  [{ schedule: { cron: '0 0 31 2 *', timeZone: 'UTC' } }, ['schedule.cron']],
  [{ schedule: { cron: '0 0 * * *', timeZone: 'Mars' } }, ['schedule.time_zone']],
  [{ trigger: 'manual', schedule: { cron: '0 0 * * *', timeZone: 'UTC' } }, ['schedule']],
  [{ trigger: 'manual' }, []],
] as const)('the schedule of %j has errors at %j', (overrides, paths) => {
  const problems = validateSchedule(rule(overrides));
  expect(problems.map(({ path, code }) => [path, code])).toEqual(paths.map((path) => [path, 'SCHEDULE_INVALID']));
});
