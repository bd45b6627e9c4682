import type { KubeObject } from './kube-object.ts';
import { type JsonObject, objectsAt, textAt } from './read-value.ts';

/** Returns the condition of a type, if the object has it. */
export function conditionOf(object: KubeObject, type: string): JsonObject | undefined {
  return objectsAt(object, 'status', 'conditions').find((condition) => textAt(condition, 'type') === type);
}

/** Checks whether a condition exists and has a status: `True`, `False` or `Unknown`. */
export function isCondition(object: KubeObject, type: string, status: string): boolean {
  const condition = conditionOf(object, type);
  return condition !== undefined && textAt(condition, 'status') === status;
}
