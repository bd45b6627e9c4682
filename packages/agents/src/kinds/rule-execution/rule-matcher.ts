import type { Logger } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import type { RunNotifications } from '@shipmate/domain/run';
import { matchEvents } from '@shipmate/domain/use-cases';
import { createWakeUp } from '../../run/log/wake-up.ts';

/** Matches stored events with the rules of their organizations. */
export interface RuleMatcher {
  /** Takes no more events and resolves once those of the current batch are stored. */
  close(): Promise<void>;
}

/** Options for {@link createRuleMatcher}. */
export interface RuleMatcherOptions {
  readonly unitOfWork: UnitOfWork;
  readonly notifications: RunNotifications;
  readonly logger: Logger;
  /** Aborts when the process shuts down; no more events are taken then. */
  readonly draining: AbortSignal;
  /** Events of one transaction. Default 50. */
  readonly batch?: number;
  /** Interval between checks for events without a notification, such as those to retry. Default 5000. */
  readonly pollMs?: number;
}

/** Creates a matcher that starts immediately. Any number of processes may match at the same time. */
export function createRuleMatcher(options: RuleMatcherOptions): RuleMatcher {
  const { unitOfWork, notifications, logger, draining, batch = 50, pollMs = 5_000 } = options;
  const wakeUp = createWakeUp();
  const stopListening = notifications.listen('rule_events', wakeUp.wake);
  const closing = new AbortController();
  const stopping = AbortSignal.any([draining, closing.signal]);
  stopping.addEventListener('abort', wakeUp.wake);

  async function matchBatch(): Promise<boolean> {
    try {
      const { events, executions } = await matchEvents(unitOfWork, batch);
      if (executions > 0) logger.info('rules matched', { events, executions });
      return events > 0;
    } catch (error) {
      logger.warn('could not match events with rules', { error });
      return false;
    }
  }

  async function work(): Promise<void> {
    while (!stopping.aborted) {
      if (!(await matchBatch()) && !stopping.aborted) await wakeUp.sleep(pollMs);
    }
    stopListening();
  }

  const working = work();
  return {
    async close() {
      closing.abort();
      await working;
    },
  };
}
