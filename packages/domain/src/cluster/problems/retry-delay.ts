import { entryOf } from '../object/read-value.ts';
import type { Problem } from './problem.ts';

/** The maximum time that a controller waits before it retries. */
export interface RetryDelay {
  /** For example `replicaset-controller`. */
  readonly by: string;
  readonly maxSeconds: number;
}

/** client-go, util/workqueue/default_rate_limiters.go: doubles from 5 ms to 1,000 s. */
const workQueueSeconds = 1_000;
/** pkg/kubelet: containers and images, doubling from 10 s. */
const kubelet: RetryDelay = { by: 'kubelet', maxSeconds: 300 };
/** pkg/util/goroutinemap/exponentialbackoff: volumes, doubling from 0.5 s. */
const volumes: RetryDelay = { by: 'kubelet', maxSeconds: 122 };
/** pkg/controller/job: pods of a Job, doubling from 10 s. */
const jobs: RetryDelay = { by: 'job-controller', maxSeconds: 600 };

const byReason: Readonly<Record<string, RetryDelay>> = {
  CrashLoopBackOff: kubelet,
  OOMKilled: kubelet,
  Restarting: kubelet,
  RunContainerError: kubelet,
  ImagePullFailed: kubelet,
  ContainerCreating: volumes,
  JobFailing: jobs,
  ClaimPending: { by: 'persistentvolume-controller', maxSeconds: workQueueSeconds },
};

/** Controllers that create pods, by the kind of their workload. */
const creators: Readonly<Record<string, string>> = {
  Deployment: 'replicaset-controller',
  ReplicaSet: 'replicaset-controller',
  StatefulSet: 'statefulset-controller',
  DaemonSet: 'daemonset-controller',
  Job: 'job-controller',
};

/**
 * Returns the maximum time, in seconds, that a controller may wait to retry after the cause of a problem is
 * gone; `undefined` for a problem that no controller retries on a timer. Pods that a quota refused, for
 * example, can take more than sixteen minutes.
 */
export function retryDelayOf({ reason, root }: Pick<Problem, 'reason' | 'root'>): RetryDelay | undefined {
  if (reason !== 'PodsRefused') return entryOf(byReason, reason);
  const by = entryOf(creators, root.kind);
  return by === undefined ? undefined : { by, maxSeconds: workQueueSeconds };
}
