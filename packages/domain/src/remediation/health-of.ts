import { conditionOf, isCondition } from '../cluster/object/condition.ts';
import { kindOf, type KubeObject } from '../cluster/object/kube-object.ts';
import { numberAt, objectAt, objectsAt, textAt, valueAt } from '../cluster/object/read-value.ts';
import type { ObjectHealth } from './remediation.ts';

/** What has to be known of other objects to judge one. */
export interface Surroundings {
  /** Of a Service: how many of its endpoints are ready. */
  readonly readyEndpoints?: number;
}

/** Says by rules whether an object is as it should be; `undefined` for a kind of which nothing is known. */
export function healthOf(object: KubeObject, { readyEndpoints = 0 }: Surroundings = {}): ObjectHealth | undefined {
  const rule = rules[kindOf(object)];
  if (kindOf(object) === 'Service') {
    if (textAt(object, 'spec', 'type') === 'ExternalName') return undefined;
    return { isHealthy: readyEndpoints > 0, state: `${readyEndpoints} endpoints are ready` };
  }
  return rule ? rule(object) : healthByConditions(object);
}

/** A rollout is over when every replica is of the newest generation and available. */
function healthOfWorkload(object: KubeObject, wanted: number, counts: Counts): ObjectHealth {
  const isSeen = numberAt(object, 'status', 'observedGeneration') >= numberAt(object, 'metadata', 'generation');
  const { updated, available, total } = counts;
  const isHealthy = isSeen && updated >= wanted && available >= wanted && total <= wanted;
  const news = isSeen ? '' : '; its controller has not seen the change yet';
  return { isHealthy, state: `${available} of ${wanted} replicas are available, ${updated} are updated${news}` };
}

interface Counts {
  readonly updated: number;
  readonly available: number;
  readonly total: number;
}

const replicated = (object: KubeObject): ObjectHealth =>
  healthOfWorkload(object, Number(valueAt(object, 'spec', 'replicas') ?? 1), {
    updated: numberAt(object, 'status', 'updatedReplicas'),
    available: numberAt(object, 'status', 'availableReplicas'),
    total: numberAt(object, 'status', 'replicas'),
  });

const rules: Readonly<Record<string, (object: KubeObject) => ObjectHealth>> = {
  Deployment: replicated,
  StatefulSet: replicated,
  DaemonSet: (object) => {
    const status = objectAt(object, 'status');
    const wanted = numberAt(status, 'desiredNumberScheduled');
    return healthOfWorkload(object, wanted, {
      updated: numberAt(status, 'updatedNumberScheduled'),
      available: numberAt(status, 'numberAvailable'),
      total: wanted,
    });
  },
  Pod: (object) => {
    const phase = textAt(object, 'status', 'phase') ?? 'Unknown';
    const waiting = objectsAt(object, 'status', 'containerStatuses').flatMap(
      (status) => textAt(status, 'state', 'waiting', 'reason') ?? [],
    );
    const isHealthy = phase === 'Succeeded' || (phase === 'Running' && isCondition(object, 'Ready', 'True'));
    return { isHealthy, state: [phase, ...waiting, ...(isHealthy ? [] : ['not ready'])].join(', ') };
  },
  Job: (object) => {
    const isFailed = isCondition(object, 'Failed', 'True');
    const isComplete = isCondition(object, 'Complete', 'True');
    return { isHealthy: isComplete, state: isComplete ? 'complete' : isFailed ? 'failed' : 'not complete' };
  },
  PersistentVolumeClaim: (object) => {
    const phase = textAt(object, 'status', 'phase') ?? 'Pending';
    return { isHealthy: phase === 'Bound', state: phase };
  },
};

/** Kinds that report conditions say by `Ready` or `Available` whether they are well. */
function healthByConditions(object: KubeObject): ObjectHealth | undefined {
  const main = ['Ready', 'Available', 'Established', 'AbleToScale'].find(
    (type) => conditionOf(object, type) !== undefined,
  );
  const condition = main === undefined ? undefined : conditionOf(object, main);
  if (main === undefined || condition === undefined) return undefined;
  const status = textAt(condition, 'status') ?? 'Unknown';
  const reason = textAt(condition, 'reason');
  return { isHealthy: status === 'True', state: `${main} is ${status}${reason === undefined ? '' : ` (${reason})`}` };
}
