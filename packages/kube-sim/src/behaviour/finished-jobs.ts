import { asObject, asString } from '../object/json-value.ts';
import type { KubeObject } from '../object/kube-object.ts';
import type { ControllerContext } from './controller-context.ts';
import type { Controller } from './controller.ts';
import { findEnding } from './jobs.ts';

const storage = 'batch/jobs';

/** Removes finished jobs that are to be kept only so long. */
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
      const dues = store
        .list(storage)
        .map(syncOne)
        .filter((due) => due !== undefined);
      return dues.length > 0 ? Math.min(...dues) : undefined;
    },
  };
}
