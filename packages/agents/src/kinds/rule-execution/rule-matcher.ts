import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import type { RunNotifications } from '@shipmate/domain/run';
import { matchEvents, startDueRules } from '@shipmate/domain/use-cases';
import type { DueRuleWork } from '@shipmate/domain/workflow';
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
  /** The time in which events collect after a batch that was not full. Default 20. */
  readonly collectMs?: number;
  /** The longest time between checks, for events whose notification was lost with a process. Default 5000. */
  readonly pollMs?: number;
}

/** The time until what could not be done, or was locked by another process, is tried again. */
const retryMs = 1_000;
/** Events and rules are due by the database's clock. */
const clockMarginMs = 20;

/** Creates a matcher that starts immediately. Any number of processes may match at the same time. */
export function createRuleMatcher(options: RuleMatcherOptions): RuleMatcher {
  const { unitOfWork, notifications, logger, draining, batch = 50, collectMs = 20, pollMs = 5_000 } = options;
  const wakeUp = createWakeUp();
  const stopListening = notifications.listen('rule_events', wakeUp.wake);
  const closing = new AbortController();
  const stopping = AbortSignal.any([draining, closing.signal]);
  stopping.addEventListener('abort', wakeUp.wake);

  /** Returns the number of matched events. */
  async function matchBatch(): Promise<number> {
    try {
      const { events, executions } = await matchEvents(unitOfWork, batch);
      if (executions > 0) logger.info('rules matched', { events, executions });
      return events;
    } catch (error) {
      logger.warn('could not match events with rules', { error });
      return 0;
    }
  }

  /** Starts due rules, at most once a second. */
  async function startDue(): Promise<void> {
    if (performance.now() < nextStart) return;
    nextStart = performance.now() + retryMs;
    try {
      const { started, failures } = await startDueRules(unitOfWork);
      if (started > 0) logger.info('scheduled rules started', { started });
      for (const failure of failures) logger.error('scheduled rule could not be started', failure);
    } catch (error) {
      logger.warn('could not start scheduled rules', { error });
    }
  }

  let nextStart = 0;

  /** Nearly always nothing is due, which costs one statement and no transaction. */
  async function findDue(): Promise<DueRuleWork> {
    try {
      return await unitOfWork.stores.ruleEvents.findDue();
    } catch (error) {
      logger.warn('could not look for events of rules', { error });
      return { events: false, starts: false, nextInMs: retryMs };
    }
  }

  function untilNextCheck({ events, starts, nextInMs }: DueRuleWork): number {
    return events || starts ? retryMs : Math.min(pollMs, (nextInMs ?? pollMs) + clockMarginMs);
  }

  async function work(): Promise<void> {
    while (!stopping.aborted) {
      const due = await findDue();
      if (due.starts) await startDue();
      const events = due.events ? await matchBatch() : 0;
      if (stopping.aborted) break;
      if (events === 0) await wakeUp.sleep(untilNextCheck(due));
      else if (events < batch) await sleep(collectMs, undefined, { signal: stopping }).catch(() => undefined);
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
