import { silentLogger } from '@shipmate/core';
import { createTestDatabase, createTestTenant } from '@shipmate/db/testing';
import { newId } from '@shipmate/domain';
import type { RuleDefinition } from '@shipmate/domain/workflow';
import { expect, it, onTestFinished } from 'vitest';
import { createRuleMatcher } from '../src/kinds/rule-execution/rule-matcher.ts';

const hourMs = 3_600_000;
const hourly: RuleDefinition = {
  name: 'Tidy up',
  description: '',
  isActive: true,
  entity: 'core.tasks',
  trigger: 'scheduled',
  triggerConditions: [],
  schedule: { cron: '0 * * * *', timeZone: 'UTC' },
  actions: [],
  edges: [],
};

/** Opens a database with a matcher that looks again after an hour unless it knows of something earlier. */
async function setUp() {
  const database = await createTestDatabase('pglite');
  onTestFinished(() => database.close());
  const { unitOfWork, notifications } = database;
  const { stores } = unitOfWork;
  const { principal } = await createTestTenant(unitOfWork);
  let checks = 0;
  const findDue = async () => {
    const due = await stores.ruleEvents.findDue();
    checks += 1;
    return due;
  };
  const counted = { ...unitOfWork, stores: { ...stores, ruleEvents: { ...stores.ruleEvents, findDue } } };
  const match = () => {
    const draining = new AbortController().signal;
    const options = { unitOfWork: counted, notifications, logger: silentLogger, draining, pollMs: hourMs };
    const matcher = createRuleMatcher(options);
    onTestFinished(() => matcher.close());
  };
  const executions = async (ruleId: string) =>
    (await stores.ruleExecutions.listForRule(principal, ruleId, { offset: 0, limit: 5 })).length;
  return { unitOfWork, stores, principal, match, executions, checks: () => checks };
}

it('starts a rule at its time', async () => {
  const { stores, principal, match, executions } = await setUp();
  const { id } = await stores.rules.create(principal, { id: newId(), definition: hourly });
  await stores.ruleTimers.settle(id, new Date(Date.now() + 500));
  match();
  await expect.poll(() => executions(id)).toBe(1);
});

it('starts a rule that is created or changed while nothing is due', async () => {
  const { unitOfWork, stores, principal, match, executions, checks } = await setUp();
  const due = new Date(Date.now() - 1);
  match();
  // It checks at its start, and once the database delivers notifications.
  await expect.poll(checks).toBe(2);
  const created = newId();
  await unitOfWork.transaction(async ({ rules, ruleTimers }) => {
    await rules.create(principal, { id: created, definition: hourly });
    await ruleTimers.settle(created, due);
  });
  await expect.poll(() => executions(created)).toBe(1);

  const inactive = { ...hourly, name: 'Tidy up again', isActive: false };
  const { id, revision } = await stores.rules.create(principal, { id: newId(), definition: inactive });
  await unitOfWork.transaction(async ({ rules, ruleTimers }) => {
    await rules.update(principal, id, { definition: { ...inactive, isActive: true }, baseRevision: revision });
    await ruleTimers.settle(id, due);
  });
  await expect.poll(() => executions(id)).toBe(1);
});

it('matches an event again when its next attempt is due', async () => {
  const { stores, principal, match, executions } = await setUp();
  const { id } = await stores.rules.create(principal, { id: newId(), definition: hourly });
  const start = { trigger: 'scheduled', ruleId: id, entity: 'core.tasks', entityKey: 'once', row: {} } as const;
  const eventId = await stores.ruleEvents.start(principal, start);
  await stores.ruleEvents.fail(eventId, { error: 'Broken', isFinal: false });
  match();
  await expect.poll(() => executions(id)).toBe(1);
});
