import { conditionOf, isCondition } from '../cluster/object/condition.ts';
import { kindOf, type KubeObject } from '../cluster/object/kube-object.ts';
import { entryOf, numberAt, objectAt, objectsAt, textAt, valueAt } from '../cluster/object/read-value.ts';
import type { ObjectHealth } from './remediation.ts';

/** Facts about other objects that the health of an object depends on. */
export interface Surroundings {
  /** Ready endpoints of a Service. */
  readonly readyEndpoints?: number;
  /** True if the storage class binds the claim when a pod first uses it, and no pod uses it yet. */
  readonly isUnusedClaim?: boolean;
}

/** Judges by rules whether an object is healthy; `undefined` for a kind without a rule or conditions. */
export function healthOf(
  object: KubeObject,
  { readyEndpoints = 0, isUnusedClaim = false }: Surroundings = {},
): ObjectHealth | undefined {
  const rule = entryOf(rules, kindOf(object));
  if (kindOf(object) === 'Service') {
    if (textAt(object, 'spec', 'type') === 'ExternalName') return undefined;
    return { isHealthy: readyEndpoints > 0, state: `${readyEndpoints} endpoints are ready` };
  }
  if (isUnusedClaim && kindOf(object) === 'PersistentVolumeClaim' && phaseOf(object) === 'Pending') {
    return { isHealthy: true, state: 'Pending until a pod uses it' };
  }
  return rule ? rule(object) : healthByConditions(object);
}

/**
 * A rollout is complete when every replica is of the newest generation and available. A workload scaled to
 * zero serves nothing.
 */
function healthOfWorkload(object: KubeObject, desired: number, counts: Counts): ObjectHealth {
  const isSeen = numberAt(object, 'status', 'observedGeneration') >= numberAt(object, 'metadata', 'generation');
  const { updated, available, total } = counts;
  const isHealthy = isSeen && desired > 0 && updated >= desired && available >= desired && total <= desired;
  const notes = [
    ...(desired === 0 ? ['none is desired'] : []),
    ...(isSeen ? [] : ['its controller has not seen the change yet']),
    ...(textAt(object, 'spec', 'paused') === 'true' && updated < desired ? ['its rollout is paused'] : []),
  ];
  const counted = `${available} of ${desired} replicas are available, ${updated} are updated`;
  return { isHealthy, state: [counted, ...notes].join('; ') };
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
    const desired = numberAt(status, 'desiredNumberScheduled');
    return healthOfWorkload(object, desired, {
      updated: numberAt(status, 'updatedNumberScheduled'),
      available: numberAt(status, 'numberAvailable'),
      total: desired,
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
  ReplicaSet: (object) => {
    const available = numberAt(object, 'status', 'availableReplicas');
    const total = numberAt(object, 'status', 'replicas');
    const desired = Number(valueAt(object, 'spec', 'replicas') ?? 1);
    return healthOfWorkload(object, desired, { updated: total, available, total });
  },
  Job: (object) => {
    const state = ['Complete', 'Failed', 'Suspended'].find((type) => isCondition(object, type, 'True'));
    const reason = textAt(conditionOf(object, state ?? ''), 'reason');
    const isKnown = state === 'Failed' && reason !== undefined;
    return {
      isHealthy: state === 'Complete',
      state: `${state?.toLowerCase() ?? 'not complete'}${isKnown ? ` (${reason})` : ''}`,
    };
  },
  CronJob: (object) => {
    const [scheduled, succeeded] = ['lastScheduleTime', 'lastSuccessfulTime'].map((field) =>
      textAt(object, 'status', field),
    );
    if (textAt(object, 'spec', 'suspend') === 'true') return { isHealthy: false, state: 'suspended' };
    if (scheduled === undefined) return { isHealthy: true, state: 'has not run yet' };
    const isHealthy = succeeded !== undefined && succeeded >= scheduled;
    const active = objectsAt(object, 'status', 'active').length;
    return { isHealthy, state: `its last run has ${isHealthy ? 'succeeded' : `not succeeded, ${active} active`}` };
  },
  Ingress: (object) => {
    const addresses = objectsAt(object, 'status', 'loadBalancer', 'ingress').length;
    return { isHealthy: addresses > 0, state: addresses > 0 ? 'has an address' : 'has no address' };
  },
  HorizontalPodAutoscaler: (object) => {
    const isOff = textAt(conditionOf(object, 'ScalingActive'), 'reason') === 'ScalingDisabled';
    const types = ['AbleToScale', 'ScalingActive'];
    const broken = types.find((type) => !isCondition(object, type, 'True'));
    if (broken === undefined) return { isHealthy: true, state: 'AbleToScale and ScalingActive are True' };
    return isOff ? { isHealthy: false, state: 'its target is scaled to zero' } : toConditionHealth(object, broken);
  },
  PersistentVolumeClaim: (object) => ({ isHealthy: phaseOf(object) === 'Bound', state: phaseOf(object) }),
};

function phaseOf(claim: KubeObject): string {
  return textAt(claim, 'status', 'phase') ?? 'Pending';
}

/** Judges any other kind by one of these conditions. */
function healthByConditions(object: KubeObject): ObjectHealth | undefined {
  const main = ['Ready', 'Available', 'Established'].find((type) => conditionOf(object, type) !== undefined);
  return main === undefined ? undefined : toConditionHealth(object, main);
}

function toConditionHealth(object: KubeObject, type: string): ObjectHealth {
  const condition = conditionOf(object, type);
  const status = textAt(condition, 'status') ?? 'Unknown';
  const reason = textAt(condition, 'reason');
  return { isHealthy: status === 'True', state: `${type} is ${status}${reason === undefined ? '' : ` (${reason})`}` };
}
