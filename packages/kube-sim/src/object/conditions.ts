import { asArray, asObject, type JsonObject } from './json-value.ts';
import type { KubeObject } from './kube-object.ts';

/** The object's condition of a type. */
export function findCondition(object: KubeObject | undefined, type: string): JsonObject | undefined {
  return asArray(asObject(object?.['status'])['conditions'])
    .map(asObject)
    .find((each) => each['type'] === type);
}

/** Sets a condition; its transition time changes when its status does. */
export function withCondition(
  conditions: readonly JsonObject[],
  next: JsonObject,
  time: string,
): readonly JsonObject[] {
  const before = conditions.find(({ type }) => type === next['type']);
  const lastTransitionTime = before && before['status'] === next['status'] ? before['lastTransitionTime'] : time;
  const settled = { ...next, lastTransitionTime };
  return before ? conditions.map((each) => (each === before ? settled : each)) : [...conditions, settled];
}

/** Tests for the condition Ready. */
export function isPodReady(pod: KubeObject): boolean {
  return findCondition(pod, 'Ready')?.['status'] === 'True';
}

/** Tests for the phase Succeeded or Failed. */
export function isPodFinished(pod: KubeObject): boolean {
  const { phase } = asObject(pod['status']);
  return phase === 'Succeeded' || phase === 'Failed';
}
