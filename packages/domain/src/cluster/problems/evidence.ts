import { conditionOf } from '../object/condition.ts';
import type { KubeObject } from '../object/kube-object.ts';
import { type JsonObject, textAt } from '../object/read-value.ts';
import type { ClusterObjects } from './cluster-objects.ts';
import type { ProblemEvidence } from './problem.ts';

const maxLength = 400;

/** Creates evidence on one line; none without a value. */
export function evidence(path: string, value: string | undefined, of?: string): readonly ProblemEvidence[] {
  const text = value?.replaceAll(/\s+/g, ' ').trim() ?? '';
  if (text === '') return [];
  const short = text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
  return [{ ...(of !== undefined && { of }), path, value: short }];
}

/** Returns the message of a condition as evidence, or its reason if it has no message. */
export function conditionEvidence(object: KubeObject, type: string): readonly ProblemEvidence[] {
  const condition = conditionOf(object, type) ?? {};
  const path = `status.conditions[${type}]`;
  return [
    ...evidence(`${path}.reason`, textAt(condition, 'reason')),
    ...evidence(`${path}.message`, textAt(condition, 'message')),
  ];
}

/** Returns the last transition time of a condition. */
export function sinceCondition(object: KubeObject, type: string): string | undefined {
  return textAt(conditionOf(object, type), 'lastTransitionTime');
}

/** Returns the newest warning about an object whose `Reason: message` matches the pattern. */
export function eventEvidence(
  object: KubeObject,
  objects: ClusterObjects,
  pattern: RegExp,
): readonly ProblemEvidence[] {
  const event = newestEvent(object, objects, pattern);
  return event === undefined ? [] : evidence('message', textAt(event, 'message'), `event/${textAt(event, 'reason')}`);
}

function newestEvent(object: KubeObject, objects: ClusterObjects, pattern: RegExp): JsonObject | undefined {
  return objects
    .eventsOf(object)
    .filter((event) => pattern.test(`${textAt(event, 'reason')}: ${textAt(event, 'message')}`))
    .toSorted((one, other) => timeOf(one).localeCompare(timeOf(other)))
    .at(-1);
}

function timeOf(event: KubeObject): string {
  return (
    textAt(event, 'series', 'lastObservedTime') ??
    textAt(event, 'lastTimestamp') ??
    textAt(event, 'eventTime') ??
    textAt(event, 'metadata', 'creationTimestamp') ??
    ''
  );
}
