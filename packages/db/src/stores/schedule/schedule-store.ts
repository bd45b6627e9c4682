import type { Principal } from '@shipmate/core';
import type { PlannedSchedule, Schedule, ScheduleStore } from '@shipmate/domain/schedule';
import { type Selectable, sql } from 'kysely';
import { found, notFound } from '../../error/not-found.ts';
import type { Executor } from '../../executor/executor.ts';
import type { ScheduleTable } from '../../schema/schedule-tables.ts';
import { ownedBy, requireId } from '../../tenancy/tenancy.ts';
import { storableText } from '../storable-text.ts';
import { requireWorkspace } from '../workspace/visible-workspace.ts';

/** Creates a {@link ScheduleStore} on SQL. */
export function createScheduleStore(executor: Executor): ScheduleStore {
  return { ...createOwnSchedules(executor), ...createDueSchedules(executor) };
}

function createOwnSchedules(
  executor: Executor,
): Pick<ScheduleStore, 'create' | 'get' | 'list' | 'lock' | 'update' | 'remove'> {
  function own(principal: Principal, scheduleId: string) {
    requireId(scheduleId, 'schedule');
    return executor
      .selectFrom('schedule')
      .selectAll()
      .where((eb) => eb.and({ ...ownedBy(principal), id: scheduleId }));
  }

  /** Rejects a schedule outside of the workspace that a credential is limited to. */
  async function requirePlace(principal: Principal, workspaceId: string | null): Promise<void> {
    if (workspaceId !== null) await requireWorkspace(executor, principal, workspaceId);
    else if (principal.scope?.workspaceId !== undefined) throw notFound('workspace');
  }

  return {
    async create(principal, { id, ...schedule }) {
      await requirePlace(principal, schedule.settings.workspaceId);
      const row = await executor
        .insertInto('schedule')
        .values({ ...ownedBy(principal), ...toScheduleColumns(schedule), id })
        .returningAll()
        .executeTakeFirstOrThrow();
      return toSchedule(row);
    },

    async get(principal, scheduleId) {
      return toSchedule(found(await own(principal, scheduleId).executeTakeFirst(), 'schedule'));
    },

    async list(principal) {
      const rows = await executor
        .selectFrom('schedule')
        .selectAll()
        .where((eb) => eb.and(ownedBy(principal)))
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute();
      return rows.map(toSchedule);
    },

    async lock(principal, scheduleId) {
      found(await own(principal, scheduleId).forUpdate().executeTakeFirst(), 'schedule');
    },

    async update(principal, scheduleId, schedule) {
      requireId(scheduleId, 'schedule');
      await requirePlace(principal, schedule.settings.workspaceId);
      const row = await executor
        .updateTable('schedule')
        .set(toScheduleColumns(schedule))
        .where((eb) => eb.and({ ...ownedBy(principal), id: scheduleId }))
        .returningAll()
        .executeTakeFirst();
      return toSchedule(found(row, 'schedule'));
    },

    async remove(principal, scheduleId) {
      requireId(scheduleId, 'schedule');
      const { numDeletedRows } = await executor
        .deleteFrom('schedule')
        .where((eb) => eb.and({ ...ownedBy(principal), id: scheduleId }))
        .executeTakeFirst();
      if (numDeletedRows === 0n) throw notFound('schedule');
    },
  };
}

function createDueSchedules(executor: Executor): Pick<ScheduleStore, 'now' | 'takeDue' | 'settle'> {
  return {
    async now() {
      const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(executor);
      return found(rows[0], 'time').now;
    },

    async takeDue({ except }) {
      const row = await executor
        .selectFrom('schedule')
        .selectAll()
        .where('next_run_at', '<=', sql<Date>`clock_timestamp()`)
        .$if(except.length > 0, (query) => query.where('id', 'not in', except))
        .orderBy('next_run_at')
        .limit(1)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst();
      return row && toSchedule(row);
    },

    async settle(scheduleId, { nextRunAt, ...turn }) {
      const outcome =
        'runId' in turn ? { last_run_id: turn.runId, last_skip: null } : { last_skip: storableText(turn.skip) };
      await executor
        .updateTable('schedule')
        .set({ next_run_at: nextRunAt, ...outcome })
        .where('id', '=', scheduleId)
        .execute();
    },
  };
}

function toSchedule(row: Selectable<ScheduleTable>): Schedule {
  return {
    id: row.id,
    organizationId: row.organization_id,
    userId: row.user_id,
    workspaceId: row.workspace_id,
    name: row.name,
    cron: row.cron,
    timeZone: row.time_zone,
    prompt: row.prompt,
    model: row.model,
    enabled: row.enabled,
    nextRunAt: row.next_run_at,
    lastRunId: row.last_run_id,
    lastSkip: row.last_skip,
    createdAt: row.created_at,
  };
}

function toScheduleColumns({ settings, nextRunAt }: PlannedSchedule) {
  return {
    workspace_id: settings.workspaceId,
    name: storableText(settings.name),
    cron: settings.cron,
    time_zone: settings.timeZone,
    prompt: storableText(settings.prompt),
    model: settings.model,
    enabled: settings.enabled,
    next_run_at: nextRunAt,
  };
}
