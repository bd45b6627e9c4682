import {
  entryOf,
  isJsonObject,
  type JsonObject,
  type KubeObject,
  kindOf,
  nameOf,
  namespaceOf,
  objectAt,
  objectsAt,
  textAt,
  textsAt,
  valueAt,
} from '@shipmate/domain/cluster/object';
import type { ClusterReader } from '../api/cluster-reader.ts';
import { describePhase, describePodTrouble } from './pod-facts.ts';
import type { Section } from './section.ts';

/** The path of the pod selector by kind. A Service has plain labels there. */
const selectorPaths: Readonly<Record<string, readonly string[]>> = {
  Deployment: ['spec', 'selector'],
  ReplicaSet: ['spec', 'selector'],
  StatefulSet: ['spec', 'selector'],
  DaemonSet: ['spec', 'selector'],
  Job: ['spec', 'selector'],
  PodDisruptionBudget: ['spec', 'selector'],
  NetworkPolicy: ['spec', 'podSelector'],
};

const maxStates = 8;
const maxNames = 5;

/** Returns the pods that an object selects; undefined for a kind without a selector. */
export async function findRelatedPods(
  object: KubeObject,
  reader: ClusterReader,
  signal: AbortSignal,
): Promise<readonly KubeObject[] | undefined> {
  const labelSelector = selectorOf(object);
  if (labelSelector === undefined) return undefined;
  const resource = await reader.resolve('pods', signal);
  return (await reader.list(resource, { namespace: namespaceOf(object), labelSelector }, signal)).items;
}

/** Returns the pod selector as text. */
export function selectorOf(object: KubeObject): string | undefined {
  const kind = kindOf(object);
  if (kind === 'Service') {
    const labels = valueAt(object, 'spec', 'selector');
    return isJsonObject(labels) && Object.keys(labels).length > 0 ? toSelectorText({ matchLabels: labels }) : undefined;
  }
  const path = entryOf(selectorPaths, kind);
  const selector = path === undefined ? undefined : valueAt(object, ...path);
  return isJsonObject(selector) ? toSelectorText(selector) : undefined;
}

function isReady(pod: KubeObject): boolean {
  return objectsAt(pod, 'status', 'conditions').some(
    (condition) => textAt(condition, 'type') === 'Ready' && textAt(condition, 'status') === 'True',
  );
}

/** Describes pods in a few lines, unhealthy ones first; pods in the same state share one. */
export function describePods(pods: readonly KubeObject[], selector: string, now: Date): Section {
  const [ready, troubled] = [pods.filter(isReady), pods.filter((pod) => !isReady(pod))];
  const states = [
    ...Map.groupBy(troubled, (pod) => describePodTrouble(pod, now)),
    ...Map.groupBy(ready, (pod) => describePhase(pod)),
  ];
  const left = states.length - maxStates;
  return {
    title: `Pods that "${selector || 'everything'}" selects: ${pods.length}, ${ready.length} ready`,
    lines: [
      ...(pods.length === 0 ? ['NONE'] : []),
      ...states.slice(0, maxStates).map(([state, those]) => `${namesOf(those)}: ${state}`),
      ...(left > 0 ? [`… and pods in ${left} other states: kubectl_get pods with this as labels`] : []),
    ],
  };
}

function namesOf(pods: readonly KubeObject[]): string {
  const more = pods.length > maxNames ? ` and ${pods.length - maxNames} more` : '';
  return `${pods.slice(0, maxNames).map(nameOf).join(', ')}${more}`;
}

/** Returns an object's label selector in the syntax of the API's query. Empty when it selects everything. */
function toSelectorText(selector: JsonObject): string {
  const labels = Object.entries(objectAt(selector, 'matchLabels')).map(([key, value]) => `${key}=${String(value)}`);
  const expressions = objectsAt(selector, 'matchExpressions').map((expression) => {
    const key = textAt(expression, 'key') ?? '';
    const values = textsAt(expression, 'values').join(',');
    const operator = textAt(expression, 'operator');
    if (operator === 'Exists') return key;
    if (operator === 'DoesNotExist') return `!${key}`;
    return `${key} ${operator === 'NotIn' ? 'notin' : 'in'} (${values})`;
  });
  return [...labels, ...expressions].join(',');
}
