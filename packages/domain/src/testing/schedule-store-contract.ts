import { describe, expect, it } from 'vitest';
import { newId } from '../identifier/id.ts';
import type { UnitOfWork } from '../persistence/unit-of-work.ts';
import type { Schedule, ScheduleSettings } from '../schedule/schedule.ts';
import { requireConversationRun } from '../run/run.ts';
import { useDatabase, type OpenDatabase } from './contract-database.ts';
import { createTestRun } from './create-test-run.ts';
import { createTestColleague, createTestTenant } from './create-test-tenant.ts';
import { newTestWorkspace } from './new-test-workspace.ts';

const settings: ScheduleSettings = {
  name: 'Morning check',
  cron: '30 8 * * 1-5',
  timeZone: 'Europe/Berlin',
  prompt: 'Which images are out of date?',
  workspaceId: null,
  model: 'test:model',
  enabled: true,
};
const past = new Date('2026-01-01T08:30:00Z');
const future = new Date('2999-01-01T08:30:00Z');

/** Runs the contract of every `ScheduleStore`. */
export function scheduleStoreContract(open: OpenDatabase): void {
  describe('ScheduleStore', () => {
    const database = useDatabase(open);

    async function setUp() {
      const { unitOfWork } = database();
      const tenant = await createTestTenant(unitOfWork);
      const { schedules, workspaces } = unitOfWork.stores;
      const { principal } = tenant;
      const create = (nextRunAt: Date | null = future, changed: Partial<ScheduleSettings> = {}) =>
        schedules.create(principal, { id: newId(), settings: { ...settings, ...changed }, nextRunAt });
      return { unitOfWork, tenant, principal, schedules, workspaces, create };
    }

    it('stores settings, lists the newest first and deletes removed schedules', async () => {
      const { schedules, principal, create } = await setUp();
      const first = await create();
      const second = await create(null, { enabled: false, model: null });
      expect(first).toEqual({
        ...settings,
        id: expect.any(String),
        organizationId: principal.organizationId,
        userId: principal.userId,
        nextRunAt: future,
        lastRunId: null,
        lastSkip: null,
        createdAt: expect.any(Date),
      });
      expect(await schedules.get(principal, first.id)).toEqual(first);
      expect(await schedules.list(principal)).toEqual([second, first]);
      const changed = { settings: { ...settings, name: 'Evening', enabled: false }, nextRunAt: null };
      expect(await schedules.update(principal, first.id, changed)).toEqual({
        ...first,
        ...changed.settings,
        nextRunAt: null,
      });
      await schedules.remove(principal, first.id);
      expect(await schedules.list(principal)).toEqual([second]);
    });

    it('is deleted with its workspace, but not with its last run', async () => {
      const { unitOfWork, schedules, workspaces, principal, create } = await setUp();
      const workspace = await workspaces.create(principal, newTestWorkspace());
      const schedule = await create(future, { workspaceId: workspace.id });
      const runId = await createTestRun(unitOfWork, principal);
      await schedules.settle(schedule.id, { nextRunAt: future, runId });
      expect(await schedules.get(principal, schedule.id)).toMatchObject({ lastRunId: runId, lastSkip: null });
      await schedules.settle(schedule.id, { nextRunAt: future, skip: 'It goes on.' });
      expect(await schedules.get(principal, schedule.id)).toMatchObject({ lastRunId: runId, lastSkip: 'It goes on.' });
      await schedules.settle(schedule.id, { nextRunAt: future, runId });
      const { conversationId } = requireConversationRun(await unitOfWork.stores.runs.get(principal, runId));
      await unitOfWork.stores.conversations.remove(principal, conversationId);
      expect(await schedules.get(principal, schedule.id)).toEqual(schedule);
    });

    it('answers NOT_FOUND to everyone else, and for the workspaces of others', async () => {
      const { unitOfWork, tenant, principal, schedules, workspaces, create } = await setUp();
      const { principal: stranger } = await createTestTenant(unitOfWork);
      const [own, other, foreign] = [
        await workspaces.create(principal, newTestWorkspace()),
        await workspaces.create(principal, newTestWorkspace()),
        await workspaces.create(stranger, newTestWorkspace()),
      ];
      const schedule = await create(future, { workspaceId: own.id });
      const planned = { settings, nextRunAt: future };
      const elsewhere = { ...principal, scope: { workspaceId: other.id } };
      for (const by of [stranger, await createTestColleague(unitOfWork, tenant), elsewhere]) {
        expect(await schedules.list(by)).toEqual([]);
        await expectAbsent([
          schedules.get(by, schedule.id),
          unitOfWork.transaction((stores) => stores.schedules.lock(by, schedule.id)),
          schedules.update(by, schedule.id, planned),
          schedules.remove(by, schedule.id),
        ]);
      }
      const abroad = { settings: { ...settings, workspaceId: foreign.id }, nextRunAt: future };
      await expectAbsent([
        schedules.get(principal, 'no-id'),
        schedules.create(principal, { id: newId(), ...abroad }),
        schedules.update(principal, schedule.id, abroad),
        schedules.create(elsewhere, { id: newId(), ...planned }),
        schedules.update({ ...principal, scope: { workspaceId: own.id } }, schedule.id, planned),
      ]);
      expect(await schedules.list(principal)).toEqual([schedule]);
    });

    it('claims a due schedule, the longest overdue first', async () => {
      const { unitOfWork, create, schedules } = await setUp();
      await settleAll(unitOfWork);
      const [late, later] = [await create(new Date(past.getTime() + 60_000)), await create(past)];
      await create(future);
      await create(null, { enabled: false });
      expect((await settleAll(unitOfWork)).map(({ id }) => id)).toEqual([later.id, late.id]);
      expect(await schedules.takeDue({ except: [] })).toBeUndefined();
    });

    it('skips the excepted schedules', async () => {
      const { unitOfWork, create, schedules } = await setUp();
      await settleAll(unitOfWork);
      const [first, second] = [await create(past), await create(new Date(past.getTime() + 1))];
      expect(await schedules.takeDue({ except: [first.id] })).toEqual(second);
      expect(await schedules.takeDue({ except: [first.id, second.id] })).toBeUndefined();
      await settleAll(unitOfWork);
    });

    it('gives each due time to one of concurrent claims', async () => {
      const { unitOfWork, create } = await setUp();
      await settleAll(unitOfWork);
      const due = await Promise.all(Array.from({ length: 5 }, () => create(past)));
      const taken = await Promise.all(Array.from({ length: 12 }, () => settleNext(unitOfWork)));
      // A claim that met another's row lock returned nothing.
      taken.push(...(await settleAll(unitOfWork)));
      const ids = taken.flatMap((schedule) => schedule?.id ?? []);
      expect(ids.toSorted()).toEqual(due.map(({ id }) => id).toSorted());
    });

    it('returns the time of the database', async () => {
      const { schedules } = await setUp();
      const [first, second] = [await schedules.now(), await schedules.now()];
      expect(second.getTime()).toBeGreaterThanOrEqual(first.getTime());
    });
  });
}

/** Settles the schedule that is due, and returns it. */
async function settleNext(unitOfWork: UnitOfWork): Promise<Schedule | undefined> {
  return unitOfWork.transaction(async ({ schedules }) => {
    const due = await schedules.takeDue({ except: [] });
    if (due) await schedules.settle(due.id, { nextRunAt: future, skip: 'A test.' });
    return due;
  });
}

/** Settles all due schedules, so that the next one is a schedule of the test. */
async function settleAll(unitOfWork: UnitOfWork): Promise<readonly Schedule[]> {
  const settled: Schedule[] = [];
  for (let due = await settleNext(unitOfWork); due; due = await settleNext(unitOfWork)) settled.push(due);
  return settled;
}

async function expectAbsent(calls: readonly Promise<unknown>[]): Promise<void> {
  await Promise.all(calls.map((call) => expect(call).rejects.toMatchObject({ code: 'NOT_FOUND' })));
}
