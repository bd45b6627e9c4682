import { earliestDue } from '../../control-loop/earliest-due.ts';
import type { ControllerContext } from '../../control-loop/controller-context.ts';
import type { Controller } from '../../control-loop/controller.ts';
import { findEnding } from '../workloads/jobs.ts';
import { asObject, asString } from '../../object/json-value.ts';
import type { KubeObject } from '../../object/kube-object.ts';
import { eventLifetimeMs, lastSeenAt } from '../../state/event-recorder.ts';

const storage = 'batch/jobs';

/** Deletes finished jobs after their time to live. */
export function createFinishedJobController(context: ControllerContext): Controller {
  const { store, clock } = context;

  function syncOne(job: KubeObject): number | undefined {
    const { ttlSecondsAfterFinished } = asObject(job['spec']);
    const ending = findEnding(job);
    if (!ending || typeof ttlSecondsAfterFinished !== 'number') return undefined;
    if (job.metadata.deletionTimestamp !== undefined) return undefined;
    const until = Date.parse(asString(ending['lastTransitionTime'])) + 1000 * ttlSecondsAfterFinished;
    if (clock.now() < until) return until;
    context.remove(storage, job);
    return undefined;
  }

  return {
    name: 'finished-jobs',
    watches: [storage],
    sync() {
      return earliestDue(store.list(storage).map(syncOne));
    },
  };
}

/** Deletes events an hour after their last occurrence. */
export function createOldEventsController({ store, clock }: ControllerContext): Controller {
  return {
    name: 'old-events',
    watches: [],
    sync() {
      const oldest = clock.now() - eventLifetimeMs;
      for (const event of store.list('/events')) if (lastSeenAt(event) < oldest) store.remove('/events', event);
      return clock.now() + eventLifetimeMs / 12;
    },
  };
}
