import type { KubeObject } from './kube-object.ts';
import { textAt } from './read-value.ts';

/** Events of type Normal that report a failure: the back-off after a failed image pull, and a claim that finds no volume. */
const failures = /^BackOff$|^Failed(?:$|[A-Z])/;

/** Checks whether an event reports a failure, whatever its type. */
export function isTroublingEvent(event: KubeObject): boolean {
  return textAt(event, 'type') !== 'Normal' || failures.test(textAt(event, 'reason') ?? '');
}
