import type { KubeObject } from './kube-object.ts';
import { type JsonObject, objectsAt, textAt } from './read-value.ts';

/** The condition of a type, if the object has it. */
export function conditionOf(object: KubeObject, type: string): JsonObject | undefined {
  return objectsAt(object, 'status', 'conditions').find((condition) => textAt(condition, 'type') === type);
}

/** Whether a condition is there and has a status: `True`, `False` or `Unknown`. */
export function isCondition(object: KubeObject, type: string, status: string): boolean {
  const condition = conditionOf(object, type);
  return condition !== undefined && textAt(condition, 'status') === status;
}
