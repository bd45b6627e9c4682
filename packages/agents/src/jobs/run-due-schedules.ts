import { toAppError, type ErrorCode, type Logger } from '@shipmate/core';
import type { Stores, UnitOfWork } from '@shipmate/domain';
import { isEnded } from '@shipmate/domain/run';
import { nextTimeOf, type Schedule } from '@shipmate/domain/schedule';
import { beginScheduledRun, type ScheduleResources, toOwner } from './begin-scheduled-run.ts';

/** Options for {@link runDueSchedules}. */
export interface RunDueSchedulesOptions extends ScheduleResources {
  readonly unitOfWork: UnitOfWork;
  readonly logger: Logger;
}

/** Errors that reject a run permanently, such as an exhausted spend limit: a retry a minute later would fail too. */
const refusals: ReadonlySet<ErrorCode> = new Set(['RATE_LIMITED', 'NOT_FOUND', 'VALIDATION_ERROR']);

/** The outcome for a due schedule. */
type Turn = 'begun' | 'skipped' | 'failed';

/**
 * Begins the runs of due schedules, each in one transaction with its next time, and returns how many it began. Any
 * number of missed times yields one run; there is none while the last run is active or when the run is rejected. A
 * schedule that fails for another reason stays due and does not block others.
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

/** Processes one due schedule; `undefined` when none is due except those that failed. */
async function takeTurn(options: RunDueSchedulesOptions, failed: Set<string>): Promise<Turn | undefined> {
  const { unitOfWork, logger } = options;
  const taken: { schedule?: Schedule | undefined } = {};
  try {
    return await unitOfWork.transaction(async (stores) => {
      taken.schedule = await stores.schedules.takeDue({ except: [...failed] });
      return taken.schedule && runOnce(stores, taken.schedule, options);
    });
  } catch (thrown) {
    const { schedule } = taken;
    if (!schedule) throw thrown;
    failed.add(schedule.id);
    const report = (error: unknown) => logger.error('schedule could not be run', { scheduleId: schedule.id, error });
    const { code, message } = toAppError(thrown);
    if (!refusals.has(code)) report(thrown);
    else await refuseSchedule(options, schedule, message).catch(report);
    return 'failed';
  }
}

async function runOnce(stores: Stores, schedule: Schedule, options: RunDueSchedulesOptions): Promise<Turn> {
  const { logger } = options;
  const { id, lastRunId } = schedule;
  const nextRunAt = nextTimeOf(schedule, await stores.schedules.now());
  const lastRun = lastRunId === null ? undefined : await stores.runs.get(toOwner(schedule), lastRunId);
  if (lastRun && !isEnded(lastRun.status)) {
    await stores.schedules.settle(id, { nextRunAt, skip: 'The previous run was still active.' });
    logger.info('schedule skipped', { scheduleId: id, runId: lastRun.id, status: lastRun.status });
    return 'skipped';
  }
  const run = await beginScheduledRun(stores, schedule, options);
  await stores.schedules.settle(id, { nextRunAt, runId: run.id });
  logger.info('schedule run', { scheduleId: id, runId: run.id });
  return 'begun';
}

/** Skips a time and stores the reason for the person. A repeated reason is not logged again. */
async function refuseSchedule(
  { unitOfWork, logger }: RunDueSchedulesOptions,
  schedule: Schedule,
  reason: string,
): Promise<void> {
  const { id: scheduleId, lastSkip } = schedule;
  await unitOfWork.transaction(async ({ schedules }) => {
    await schedules.lock(toOwner(schedule), scheduleId);
    await schedules.settle(scheduleId, { nextRunAt: nextTimeOf(schedule, await schedules.now()), skip: reason });
  });
  if (lastSkip !== reason) logger.warn('schedule refused', { scheduleId, reason });
}
