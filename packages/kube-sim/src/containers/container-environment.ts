import { asArray, asObject, asString, type JsonObject } from '../object/json-value.ts';
import type { KubeObject } from '../object/kube-object.ts';
import type { ObjectStore } from '../store/object-store.ts';

/** A container's environment, or the reason why it cannot be created. */
type ContainerEnvironment = { readonly variables: Readonly<Record<string, string>> } | { readonly error: string };

interface Source {
  readonly kind: 'configmap' | 'secret';
  readonly name: string;
  readonly key: string;
  readonly optional: boolean;
}

function toSource(secret: unknown, configMap: unknown): Source | undefined {
  if (secret === undefined && configMap === undefined) return undefined;
  const { name, key, optional } = asObject(secret ?? configMap);
  return {
    kind: secret === undefined ? 'configmap' : 'secret',
    name: asString(name),
    key: asString(key),
    optional: optional === true,
  };
}

/** Resolves the environment of a container from its ConfigMaps and Secrets. */
export function resolveEnvironment(store: ObjectStore, pod: KubeObject, container: JsonObject): ContainerEnvironment {
  const variables: Record<string, string> = {};
  const { namespace = '' } = pod.metadata;
  const find = ({ kind, name }: Source) => store.get(`/${kind}s`, { namespace, name });

  for (const entry of asArray(container['envFrom']).map(asObject)) {
    const source = toSource(entry['secretRef'], entry['configMapRef']);
    if (!source) continue;
    const object = find(source);
    if (!object && !source.optional) return { error: `${source.kind} "${source.name}" not found` };
    for (const [key, value] of Object.entries(asObject(object?.['data']))) {
      variables[`${asString(entry['prefix'])}${key}`] = decode(source.kind, value);
    }
  }
  for (const variable of asArray(container['env']).map(asObject)) {
    const name = asString(variable['name']);
    const from = asObject(variable['valueFrom']);
    const source = toSource(from['secretKeyRef'], from['configMapKeyRef']);
    if (!source) {
      variables[name] = asString(variable['value']) || readField(pod, asObject(from['fieldRef']));
      continue;
    }
    const object = find(source);
    const value = asObject(object?.['data'])[source.key];
    if (value !== undefined) variables[name] = decode(source.kind, value);
    else if (!source.optional)
      return { error: object ? missingKey(source, namespace) : `${source.kind} "${source.name}" not found` };
  }
  return { variables };
}

function missingKey({ kind, name, key }: Source, namespace: string): string {
  return `couldn't find key ${key} in ${kind === 'secret' ? 'Secret' : 'ConfigMap'} ${namespace}/${name}`;
}

function decode(kind: 'configmap' | 'secret', value: unknown): string {
  return kind === 'secret' ? Buffer.from(asString(value), 'base64').toString('utf8') : asString(value);
}

function readField(pod: KubeObject, { fieldPath }: JsonObject): string {
  const [, field, key = ''] = /^metadata\.(labels|annotations)\['(.+)'\]$/.exec(asString(fieldPath)) ?? [];
  if (field === 'labels' || field === 'annotations') return pod.metadata[field]?.[key] ?? '';
  switch (fieldPath) {
    case 'metadata.name':
      return pod.metadata.name;
    case 'metadata.namespace':
      return pod.metadata.namespace ?? '';
    case 'spec.nodeName':
      return asString(asObject(pod['spec'])['nodeName']);
    case 'status.podIP':
      return asString(asObject(pod['status'])['podIP']);
    default:
      return '';
  }
}

/** The reason why a pod's volumes cannot be mounted; undefined if they can. */
export function findMountProblem(store: ObjectStore, pod: KubeObject): string | undefined {
  const { namespace = '' } = pod.metadata;
  for (const volume of asArray(asObject(pod['spec'])['volumes']).map(asObject)) {
    const problem =
      checkSource(store, {
        namespace,
        kind: 'configmap',
        name: asObject(volume['configMap'])['name'],
        source: asObject(volume['configMap']),
      }) ??
      checkSource(store, {
        namespace,
        kind: 'secret',
        name: asObject(volume['secret'])['secretName'],
        source: asObject(volume['secret']),
      });
    if (problem !== undefined) return `MountVolume.SetUp failed for volume "${asString(volume['name'])}" : ${problem}`;
  }
  return undefined;
}

function checkSource(
  store: ObjectStore,
  {
    namespace,
    kind,
    name,
    source,
  }: { readonly namespace: string; readonly kind: string; readonly name: unknown; readonly source: JsonObject },
): string | undefined {
  if (typeof name !== 'string' || source['optional'] === true) return undefined;
  const object = store.get(`/${kind}s`, { namespace, name });
  if (!object) return `${kind} "${name}" not found`;
  const missing = asArray(source['items'])
    .map((item) => asString(asObject(item)['key']))
    .find((key) => asObject(object['data'])[key] === undefined);
  return missing === undefined
    ? undefined
    : `references non-existent ${kind === 'secret' ? 'secret' : 'config'} key: ${missing}`;
}

/** The values of a pod's mounted ConfigMaps, by key. */
export function mountedConfig(store: ObjectStore, pod: KubeObject): Readonly<Record<string, string>> {
  const { namespace = '' } = pod.metadata;
  const texts: Record<string, string> = {};
  for (const volume of asArray(asObject(pod['spec'])['volumes']).map(asObject)) {
    const name = asString(asObject(volume['configMap'])['name']);
    const data = asObject(name === '' ? undefined : store.get('/configmaps', { namespace, name })?.['data']);
    for (const [key, text] of Object.entries(data)) texts[key] = asString(text);
  }
  return texts;
}
