import { AppError } from '@shipmate/core';
import {
  type KubeObject,
  objectAt,
  objectsAt,
  type Reference,
  referencesOf,
  textAt,
} from '@shipmate/domain/cluster/object';
import type { ClusterReader } from '../api/cluster-reader.ts';
import { isAbsence } from '../get/find-object.ts';
import type { Section } from './section.ts';

/** A ConfigMap that every pod mounts with its token. */
const mountedEverywhere = 'configmaps/kube-root-ca.crt';

/** Checks that all objects which an object refers to exist; missing ones first. */
export async function checkReferences(
  object: KubeObject,
  reader: ClusterReader,
  signal: AbortSignal,
): Promise<Section> {
  const references = referencesOf(object);
  const byObject = Map.groupBy(references, ({ resource, namespace, name }) =>
    JSON.stringify([resource, namespace, name]),
  );
  const checked = await Promise.all([...byObject.values()].map((group) => checkGroup(group, reader, signal)));
  const findings = checked.flat();
  const present = findings.filter(({ isFine, text }) => isFine && text !== mountedEverywhere).map(({ text }) => text);
  return {
    title: 'Refers to',
    lines: [
      ...findings.filter(({ isFine }) => !isFine).map(({ text }) => text),
      ...(present.length === 0 ? [] : [`there: ${[...new Set(present)].join(', ')}`]),
    ],
  };
}

interface Finding {
  readonly isFine: boolean;
  readonly text: string;
}

/** Checks references to one object with one request. */
async function checkGroup(
  group: readonly Reference[],
  reader: ClusterReader,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const [{ resource: type, name, namespace }] = group as readonly [Reference];
  const resource = (await reader.catalog(signal)).find(type);
  if (resource === undefined) return group.map((each) => toFinding(each, 'its kind is not served'));
  const place = { namespace: resource.namespaced ? namespace : undefined, name };
  try {
    const found = await reader.get(resource, place, signal);
    return group.map((each) => toFinding(each, problemOf(each, found)));
  } catch (thrown) {
    if (isAbsence(thrown)) return group.map((each) => toFinding(each, 'DOES NOT EXIST'));
    if (AppError.isInstance(thrown) && thrown.code === 'EXTERNAL_API_ERROR') {
      return group.map((each) => toFinding(each, `cannot be checked: ${thrown.message}`));
    }
    throw thrown;
  }
}

function toFinding({ resource, name, use, optional }: Reference, problem: string | undefined): Finding {
  const object = `${resource}/${name}`;
  if (problem === undefined) return { isFine: true, text: object };
  return { isFine: false, text: `${object} (${use}${optional ? ', optional' : ''}): ${problem}` };
}

/** Returns the reason why an existing object does not satisfy a reference. */
function problemOf({ resource, key, port }: Reference, object: KubeObject): string | undefined {
  if (key !== undefined && !hasKey(object, key)) {
    const keys = Object.keys({ ...objectAt(object, 'data'), ...objectAt(object, 'binaryData') });
    return `HAS NO KEY "${key}"; it has ${keys.slice(0, 20).join(', ') || 'none'}`;
  }
  if (resource === 'services' && port !== undefined) {
    const ports = objectsAt(object, 'spec', 'ports').flatMap((each) => [textAt(each, 'port'), textAt(each, 'name')]);
    if (!ports.includes(port)) return `HAS NO PORT ${port}; it has ${ports.filter(Boolean).join(', ') || 'none'}`;
  }
  if (resource === 'persistentvolumeclaims') {
    const phase = textAt(object, 'status', 'phase');
    return phase === 'Bound' ? undefined : `IS NOT BOUND (${phase ?? 'no phase'})`;
  }
  return undefined;
}

function hasKey(object: KubeObject, key: string): boolean {
  return ['data', 'binaryData'].some((field) => Object.hasOwn(objectAt(object, field), key));
}
