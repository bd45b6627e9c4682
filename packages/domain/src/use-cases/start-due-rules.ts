import type { Stores } from '../persistence/stores.ts';
import type { UnitOfWork } from '../persistence/unit-of-work.ts';
import { findMissedTimes } from '../schedule/missed-times.ts';
import type { DueRule } from '../workflow/execution/rule-timer-store.ts';

/** Due rules that one call starts at most. */
const maxStarts = 100;

/** The number of started rules, and the errors of those that could not be started: they stay due. */
export interface StartedRules {
  readonly started: number;
  readonly failures: readonly { readonly ruleId: string; readonly error: unknown }[];
}

/**
 * Starts the rules that are due, each in one transaction with its next time, so that of any number of processes one starts it. Times
 * that were missed start a rule once; the row of the event names their number.
 */
export async function startDueRules(unitOfWork: UnitOfWork): Promise<StartedRules> {
  const failures: { ruleId: string; error: unknown }[] = [];
  let started = 0;
  while (started + failures.length < maxStarts) {
    const taken: { ruleId?: string } = {};
    const except = failures.map(({ ruleId }) => ruleId);
    try {
      const hasStarted = await unitOfWork.transaction(async (stores) => {
        const due = await stores.ruleTimers.takeDue({ except });
        if (due === undefined) return false;
        taken.ruleId = due.rule.id;
        await startDueRule(stores, due);
        return true;
      });
      if (!hasStarted) break;
      started += 1;
    } catch (error) {
      if (taken.ruleId === undefined) throw error;
      failures.push({ ruleId: taken.ruleId, error });
    }
  }
  return { started, failures };
}

async function startDueRule({ ruleEvents, ruleTimers }: Stores, { rule, due, now }: DueRule): Promise<void> {
  const { id: ruleId, organizationId, ownerUserId: userId, entity, schedule } = rule;
  if (schedule === undefined) throw new Error(`The scheduled rule "${ruleId}" has no schedule.`);
  const { last, earlier, next } = findMissedTimes(schedule, { due, now });
  const scheduledAt = last.toISOString();
  const row = { scheduled_at: scheduledAt, missed_starts: earlier };
  const start = { trigger: 'scheduled', ruleId, entity, entityKey: scheduledAt, row } as const;
  await ruleEvents.start({ organizationId, userId, via: 'job' }, start);
  await ruleTimers.settle(ruleId, next);
}
