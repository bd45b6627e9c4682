import { toTimestamp } from '../../clock/virtual-clock.ts';
import { asArray, asObject, isSameJson, omit, scalarToText, type JsonObject } from '../../object/json-value.ts';
import type { KubeObject } from '../../object/kube-object.ts';
import { findCondition, withCondition } from '../../object/conditions.ts';

interface RolloutView {
  /** The ReplicaSet of the current template. */
  readonly current: KubeObject | undefined;
  readonly sets: readonly KubeObject[];
  readonly now: number;
}

interface RolloutStatus {
  readonly status: JsonObject;
  /** Time at which the progress deadline passes. */
  readonly due: number | undefined;
}

const countOf = (name: string) => (set: KubeObject) => Number(asObject(set['status'])[name] ?? 0);

/** Computes the status of a rollout. */
export function evaluateRollout(deployment: KubeObject, { current, sets, now }: RolloutView): RolloutStatus {
  const spec = asObject(deployment['spec']);
  const before = asObject(deployment['status']);
  const wanted = Number(spec['replicas'] ?? 1);
  const sum = (name: string) => sets.reduce((total, set) => total + countOf(name)(set), 0);
  const counts = {
    replicas: sum('replicas'),
    updatedReplicas: current ? countOf('replicas')(current) : 0,
    readyReplicas: sum('readyReplicas'),
    availableReplicas: sum('availableReplicas'),
    unavailableReplicas: Math.max(0, Math.max(wanted, sum('replicas')) - sum('availableReplicas')),
  };
  const { maxUnavailable } = rolloutBounds(asObject(spec['strategy']), wanted);
  const isAvailable = counts.availableReplicas >= wanted - maxUnavailable;
  const isComplete = [counts.updatedReplicas, counts.replicas, counts.availableReplicas].every(
    (each) => each === wanted,
  );
  const hasMoved = (['updatedReplicas', 'replicas', 'availableReplicas'] as const).some(
    (name) => counts[name] !== Number(before[name] ?? 0),
  );
  const progress = evaluateProgress(deployment, current, { isComplete, hasMoved, now });
  const refusal = findCondition(current, 'ReplicaFailure');
  const kept = asArray(before['conditions'])
    .map(asObject)
    .filter(({ type }) => type !== 'ReplicaFailure');
  const judged = [availability(isAvailable), progress.condition, ...(refusal ? [refusal] : [])];
  const conditions = judged.reduce(
    (all, next) => withUpdate(all, next, toTimestamp(now)),
    kept as readonly JsonObject[],
  );
  const nonzero = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
  const status = { observedGeneration: deployment.metadata.generation, ...nonzero, conditions };
  return { status, due: progress.due };
}

function availability(isAvailable: boolean): JsonObject {
  return {
    type: 'Available',
    status: isAvailable ? 'True' : 'False',
    reason: isAvailable ? 'MinimumReplicasAvailable' : 'MinimumReplicasUnavailable',
    message: `Deployment ${isAvailable ? 'has' : 'does not have'} minimum availability.`,
  };
}

function evaluateProgress(
  deployment: KubeObject,
  current: KubeObject | undefined,
  { isComplete, hasMoved, now }: { readonly isComplete: boolean; readonly hasMoved: boolean; readonly now: number },
): { readonly condition: JsonObject; readonly due: number | undefined } {
  const subject = `ReplicaSet "${current?.metadata.name ?? ''}"`;
  const progressing = (status: string, reason: string, message: string) => ({
    type: 'Progressing',
    status,
    reason,
    message,
  });
  if (isComplete) {
    const condition = progressing('True', 'NewReplicaSetAvailable', `${subject} has successfully progressed.`);
    return { condition, due: undefined };
  }
  const before = findCondition(deployment, 'Progressing');
  const deadline = 1000 * Number(asObject(deployment['spec'])['progressDeadlineSeconds'] ?? 600);
  const isSame = before !== undefined && !hasMoved && scalarToText(before['message']).includes(subject);
  const since = isSame ? Date.parse(scalarToText(before['lastUpdateTime'])) : now;
  if (now - since >= deadline) {
    return {
      condition: progressing('False', 'ProgressDeadlineExceeded', `${subject} has timed out progressing.`),
      due: undefined,
    };
  }
  if (isSame && before['reason'] !== 'NewReplicaSetAvailable') return { condition: before, due: since + deadline };
  return { condition: progressing('True', 'ReplicaSetUpdated', `${subject} is progressing.`), due: now + deadline };
}

function withUpdate(conditions: readonly JsonObject[], next: JsonObject, time: string): readonly JsonObject[] {
  const before = conditions.find(({ type }) => type === next['type']);
  const content = (condition: JsonObject) => omit(condition, 'lastUpdateTime', 'lastTransitionTime');
  const isSame = before !== undefined && isSameJson(content(before), content(next));
  return withCondition(
    conditions,
    { ...content(next), lastUpdateTime: isSame ? before['lastUpdateTime'] : time },
    time,
  );
}

/** Limits on surplus and missing pods during a rollout. */
export function rolloutBounds(strategy: JsonObject, replicas: number) {
  if (strategy['type'] === 'Recreate') return { maxSurge: 0, maxUnavailable: replicas };
  const { maxSurge, maxUnavailable } = asObject(strategy['rollingUpdate']);
  const part = (value: unknown, round: (exact: number) => number) =>
    typeof value === 'string' && value.endsWith('%')
      ? round((replicas * Number(value.slice(0, -1))) / 100)
      : Number(value ?? 0);
  const surge = part(maxSurge, Math.ceil);
  const unavailable = part(maxUnavailable, Math.floor);
  return { maxSurge: surge, maxUnavailable: surge === 0 && unavailable === 0 ? 1 : unavailable };
}
