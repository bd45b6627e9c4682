import type { ChatModel, Logger, Principal } from '@shipmate/core';
import { isEnded, newId, type Schedule, type Stores, type UnitOfWork } from '@shipmate/domain';
import { beginRun } from '../run/begin-run.ts';
import { contextTypeFor } from './context-type-for.ts';
import { nextTimeOf } from './next-time.ts';

/** What {@link runDueSchedules} needs. */
export interface RunDueSchedulesOptions {
  readonly unitOfWork: UnitOfWork;
  readonly models: { get(id?: string): Pick<ChatModel, 'id'> };
  readonly logger: Logger;
}

/** What became of a time at which a schedule was due. */
type Turn = 'begun' | 'skipped' | 'failed';

/**
 * Begins the runs of the schedules that are due, each with its next time in one transaction, and returns how many it began.
 * However many times were missed, there is one run; there is none while the last one has not ended. A schedule that fails keeps
 * no other from running, and stays due.
 */
export async function runDueSchedules(options: RunDueSchedulesOptions, signal: AbortSignal): Promise<number> {
  const failed = new Set<string>();
  let begun = 0;
  while (!signal.aborted) {
    const turn = await takeTurn(options, failed);
    if (turn === undefined) break;
    if (turn === 'begun') begun += 1;
  }
  return begun;
}

/** Takes the turn of one schedule; `undefined` when none is due but those that failed. */
async function takeTurn(options: RunDueSchedulesOptions, failed: Set<string>): Promise<Turn | undefined> {
  const taken: { schedule?: Schedule | undefined } = {};
  try {
    return await options.unitOfWork.transaction(async (stores) => {
      taken.schedule = await stores.schedules.takeDue({ except: [...failed] });
      return taken.schedule && runOnce(stores, taken.schedule, options);
    });
  } catch (error) {
    if (!taken.schedule) throw error;
    failed.add(taken.schedule.id);
    options.logger.error('schedule could not be run', { scheduleId: taken.schedule.id, error });
    return 'failed';
  }
}

async function runOnce(stores: Stores, schedule: Schedule, { models, logger }: RunDueSchedulesOptions): Promise<Turn> {
  const { id, userId, organizationId, workspaceId, lastRunId } = schedule;
  const principal: Principal = { userId, organizationId, via: 'job' };
  const nextRunAt = nextTimeOf(schedule, await stores.schedules.now());
  const lastRun = lastRunId === null ? undefined : await stores.runs.get(principal, lastRunId);
  if (lastRun && !isEnded(lastRun.status)) {
    logger.info('schedule skipped', { scheduleId: id, runId: lastRun.id, status: lastRun.status });
    await stores.schedules.settle(id, { nextRunAt });
    return 'skipped';
  }
  const { run } = await beginRun(stores, principal, {
    conversationId: newId(),
    workspaceId,
    contextType: contextTypeFor(workspaceId),
    message: schedule.prompt,
    model: schedule.model ?? models.get().id,
    origin: 'schedule',
    lease: undefined,
  });
  await stores.conversations.setTitle(principal, run.conversationId, schedule.name);
  await stores.schedules.settle(id, { nextRunAt, runId: run.id });
  logger.info('schedule run', { scheduleId: id, runId: run.id });
  return 'begun';
}
