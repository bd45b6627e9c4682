import { earliestDue } from '../../control-loop/earliest-due.ts';
import { asArray, asObject, type JsonObject, scalarToText } from '../../object/json-value.ts';
import type { KubeObject } from '../../object/kube-object.ts';
import { controlledBy, podFromTemplate, type ControllerContext } from '../../control-loop/controller-context.ts';
import { findCondition, isPodFinished, isPodReady, withCondition } from '../../object/conditions.ts';
import type { Controller } from '../../control-loop/controller.ts';
import { formatIndexes, indexOf, isIndexed, nextIndex, withIndex } from './job-indexes.ts';

const storage = 'batch/jobs';
const component = 'job-controller';
const retryMs = 10_000;
/** The delays of the job controller's own work queue. */
const refusalBackOff = { first: 1000, longest: 60_000 };

interface Ending {
  readonly type: 'Complete' | 'Failed';
  readonly reason: string;
  readonly message: string;
}

const endings = {
  completed: { type: 'Complete', reason: 'CompletionsReached', message: 'Reached expected number of succeeded pods' },
  failedTooOften: {
    type: 'Failed',
    reason: 'BackoffLimitExceeded',
    message: 'Job has reached the specified backoff limit',
  },
  tookTooLong: { type: 'Failed', reason: 'DeadlineExceeded', message: 'Job was active longer than specified deadline' },
} as const satisfies Readonly<Record<string, Ending>>;

/** Runs jobs: creates pods until enough have succeeded or too many have failed. */
export function createJobController(context: ControllerContext): Controller {
  const { store, clock, events } = context;

  function syncOne(given: KubeObject): number | undefined {
    const job = withSelector(given);
    if (job.metadata.deletionTimestamp !== undefined || findEnding(job)) return undefined;
    const pods = controlledBy(store, '/pods', job);
    const verdict = findResult(job, pods);
    if (verdict) return finish(job, verdict);
    const { due, active } = createPods(job, pods);
    const before = suspendOrResume(job);
    const [succeeded, failed] = [countPhase(pods, 'Succeeded'), countPhase(pods, 'Failed')];
    const ready = pods.filter((pod) => !isPodFinished(pod) && isPodReady(pod)).length;
    context.setStatus(storage, job, statusOf(job, before, { active, succeeded, failed, ready }));
    return earliestDue([due, deadlineOf(job)]);
  }

  /** @returns the status with the Suspended condition, if the job ever was suspended */
  function suspendOrResume(job: KubeObject): JsonObject {
    const status = asObject(job['status']);
    const isSuspended = asObject(job['spec'])['suspend'] === true;
    const wasSuspended = findCondition(job, 'Suspended')?.['status'] === 'True';
    if (isSuspended === wasSuspended) return status;
    const message = isSuspended ? 'Job suspended' : 'Job resumed';
    events.record(job, { reason: isSuspended ? 'Suspended' : 'Resumed', message, component });
    const time = context.timestamp();
    const condition = {
      type: 'Suspended',
      status: isSuspended ? 'True' : 'False',
      lastProbeTime: time,
      reason: isSuspended ? 'JobSuspended' : 'JobResumed',
      message,
    };
    const { startTime: _, ...rest } = status;
    return { ...rest, conditions: withCondition(asArray(status['conditions']).map(asObject), condition, time) };
  }

  function deadlineOf(job: KubeObject): number {
    const started = Date.parse(scalarToText(asObject(job['status'])['startTime'], context.timestamp()));
    return started + 1000 * Number(asObject(job['spec'])['activeDeadlineSeconds'] ?? Number.POSITIVE_INFINITY);
  }

  /** The result of a job that is complete or failed. */
  function findResult(job: KubeObject, pods: readonly KubeObject[]): Ending | undefined {
    const spec = asObject(job['spec']);
    if (countPhase(pods, 'Succeeded') >= Number(spec['completions'] ?? 1)) return endings.completed;
    if (countPhase(pods, 'Failed') + restartsOf(pods) > Number(spec['backoffLimit'] ?? 6))
      return endings.failedTooOften;
    return clock.now() >= deadlineOf(job) ? endings.tookTooLong : undefined;
  }

  /** Creates missing pods; the delay grows after failures. */
  function createPods(
    job: KubeObject,
    pods: readonly KubeObject[],
  ): { readonly due?: number; readonly active: number } {
    const spec = asObject(job['spec']);
    const running = pods.filter((pod) => !isPodFinished(pod));
    const missing = Number(spec['completions'] ?? 1) - countPhase(pods, 'Succeeded');
    const wanted = spec['suspend'] === true ? 0 : Math.min(Number(spec['parallelism'] ?? 1), missing);
    if (wanted === 0) for (const pod of running) context.remove('/pods', pod);
    const failed = countPhase(pods, 'Failed');
    const lastFailure = Math.max(0, ...pods.map(finishedAt));
    const retryAt = failed === 0 ? 0 : lastFailure + Math.min(360_000, retryMs * 2 ** (failed - 1));
    const taken = pods.filter((pod) => asObject(pod['status'])['phase'] !== 'Failed');
    for (let active = running.length; active < wanted; active += 1) {
      if (clock.now() < retryAt) return { active, due: retryAt };
      const pod = podFromTemplate(job, asObject(spec['template']), { labels: labelsOf(job) });
      const created = context.tryCreate('/pods', isIndexed(job) ? withIndex(job, pod, nextIndex(taken)) : pod, {
        owner: job,
        occurrence: { reason: 'FailedCreate', component },
        backOff: refusalBackOff,
      });
      if (!created) return { active };
      taken.push(created);
      events.record(job, { reason: 'SuccessfulCreate', message: `Created pod: ${created.metadata.name}`, component });
    }
    return { active: Math.max(running.length, wanted) };
  }

  function statusOf(
    job: KubeObject,
    before: JsonObject,
    counts: Readonly<Record<'active' | 'succeeded' | 'failed' | 'ready', number>>,
  ): JsonObject {
    const isSuspended = asObject(job['spec'])['suspend'] === true;
    const succeeded = controlledBy(store, '/pods', job).filter(
      (pod) => asObject(pod['status'])['phase'] === 'Succeeded',
    );
    return {
      ...(!isSuspended && { startTime: before['startTime'] ?? context.timestamp() }),
      ...(isIndexed(job) && succeeded.length > 0 && { completedIndexes: formatIndexes(succeeded.map(indexOf)) }),
      ...(before['conditions'] !== undefined && { conditions: before['conditions'] }),
      ...(counts.active > 0 && { active: counts.active }),
      ...(counts.succeeded > 0 && { succeeded: counts.succeeded }),
      ...(counts.failed > 0 && { failed: counts.failed }),
      ready: counts.ready,
      terminating: 0,
      uncountedTerminatedPods: {},
    };
  }

  function finish(job: KubeObject, { type, reason, message }: Ending): undefined {
    const pods = controlledBy(store, '/pods', job);
    for (const pod of pods.filter((each) => !isPodFinished(each))) context.remove('/pods', pod);
    const time = context.timestamp();
    const failed = countPhase(pods, 'Failed') + restartsOf(pods);
    const succeeded = countPhase(pods, 'Succeeded');
    const status = statusOf(job, asObject(job['status']), { active: 0, ready: 0, succeeded, failed });
    const types = [type === 'Complete' ? 'SuccessCriteriaMet' : 'FailureTarget', type];
    const conditions = types.reduce<readonly JsonObject[]>(
      (all, each) => withCondition(all, { type: each, status: 'True', lastProbeTime: time, reason, message }, time),
      asArray(status['conditions']).map(asObject),
    );
    context.setStatus(storage, job, { ...status, conditions, ...(type === 'Complete' && { completionTime: time }) });
    if (type === 'Complete') events.record(job, { reason: 'Completed', message: 'Job completed', component });
    else events.record(job, { type: 'Warning', reason, message, component });
    return undefined;
  }

  function withSelector(job: KubeObject): KubeObject {
    const spec = asObject(job['spec']);
    if (spec['selector'] !== undefined) return job;
    const template = asObject(spec['template']);
    const metadata = asObject(template['metadata']);
    const labels = { ...asObject(metadata['labels']), ...labelsOf(job) };
    const selector = { matchLabels: { 'batch.kubernetes.io/controller-uid': job.metadata.uid } };
    // A job without labels gets those of its template.
    const isBare = Object.keys(job.metadata.labels ?? {}).length === 0;
    return store.put(storage, {
      ...job,
      ...(isBare && { metadata: { ...job.metadata, labels: labels as Record<string, string> } }),
      spec: { ...spec, selector, template: { ...template, metadata: { ...metadata, labels } } },
    });
  }

  return {
    name: 'jobs',
    watches: [storage, '/pods'],
    sync() {
      return earliestDue(store.list(storage).map(syncOne));
    },
  };
}

/** The condition Complete or Failed of a finished job. */
export function findEnding(job: KubeObject): JsonObject | undefined {
  return findCondition(job, 'Complete') ?? findCondition(job, 'Failed');
}

/** With `OnFailure` the pod stays and its restarts count as failures. */
function restartsOf(pods: readonly KubeObject[]): number {
  return pods
    .filter((pod) => asObject(pod['spec'])['restartPolicy'] === 'OnFailure')
    .flatMap((pod) => asArray(asObject(pod['status'])['containerStatuses']))
    .reduce<number>((sum, status) => sum + Number(asObject(status)['restartCount'] ?? 0), 0);
}

function finishedAt(pod: KubeObject): number {
  const times = asArray(asObject(pod['status'])['containerStatuses']).map((status) =>
    Date.parse(scalarToText(asObject(asObject(asObject(status)['state'])['terminated'])['finishedAt'])),
  );
  return Math.max(0, ...times.filter((time) => !Number.isNaN(time)));
}

function countPhase(pods: readonly KubeObject[], phase: string): number {
  return pods.filter((pod) => asObject(pod['status'])['phase'] === phase).length;
}

function labelsOf({ metadata: { uid, name } }: KubeObject): JsonObject {
  return {
    'batch.kubernetes.io/controller-uid': uid,
    'batch.kubernetes.io/job-name': name,
    'controller-uid': uid,
    'job-name': name,
  };
}
