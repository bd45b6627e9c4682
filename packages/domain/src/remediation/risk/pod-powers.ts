import { kindOf, type KubeObject } from '../../cluster/object/kube-object.ts';
import { type JsonObject, objectAt, objectsAt, textAt, valueAt } from '../../cluster/object/read-value.ts';
import { shorten } from './field-path.ts';

/** Returns the pod specification of an object; empty for a kind without pods. */
export function podSpecOf(object: KubeObject): JsonObject {
  if (kindOf(object) === 'Pod') return objectAt(object, 'spec');
  const template = kindOf(object) === 'CronJob' ? ['jobTemplate', 'spec', 'template'] : ['template'];
  return objectAt(object, 'spec', ...template, 'spec');
}

/** Checks whether pods have privileges on the node. */
export function hasPowerOverNode(podSpec: JsonObject): boolean {
  return (
    ['hostNetwork', 'hostPID', 'hostIPC'].some((field) => podSpec[field] === true) ||
    objectsAt(podSpec, 'volumes').some((volume) => 'hostPath' in volume) ||
    containersOf(podSpec).some((each) => valueAt(each, 'securityContext', 'privileged') === true)
  );
}

/** Describes the privileges of pods beyond their own containers, one sentence each. */
export function describePowers(podSpec: JsonObject): readonly string[] {
  const secrets = new Set([
    ...objectsAt(podSpec, 'volumes').flatMap((volume) => textAt(volume, 'secret', 'secretName') ?? []),
    ...containersOf(podSpec).flatMap((container) => [
      ...objectsAt(container, 'envFrom').flatMap((source) => textAt(source, 'secretRef', 'name') ?? []),
      ...objectsAt(container, 'env').flatMap((variable) => textAt(variable, 'valueFrom', 'secretKeyRef', 'name') ?? []),
    ]),
  ]);
  const account = textAt(podSpec, 'serviceAccountName') ?? 'default';
  return [
    ...[...secrets].map((secret) => `Its pods read the Secret "${shorten(secret)}".`),
    ...(account === 'default' ? [] : [`Its pods use the service account "${shorten(account)}".`]),
    ...(hasPowerOverNode(podSpec) ? ['Its pods have power over their node.'] : []),
  ];
}

function containersOf(podSpec: JsonObject): readonly JsonObject[] {
  return [...objectsAt(podSpec, 'containers'), ...objectsAt(podSpec, 'initContainers')];
}
