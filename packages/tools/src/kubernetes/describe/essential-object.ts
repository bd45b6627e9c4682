import { isJsonObject, type JsonObject, kindOf, type KubeObject, textAt } from '@shipmate/domain/cluster/object';
import { pruneObject } from '../object/prune-object.ts';
import { toYaml } from '../object/to-yaml.ts';

/** Longer texts, lists and maps are truncated; kubectl_get shows them in full. */
const limits = { text: 1_000, annotation: 140, list: 20, map: 40 } as const;

/** Fields of metadata that other sections of a description show, or that carry no information about the object. */
const shownMetadata: ReadonlySet<string> = new Set([
  'creationTimestamp',
  'generation',
  'ownerReferences',
  'deletionGracePeriodSeconds',
]);
const machineAnnotations =
  /^(?:deployment\.kubernetes\.io\/(?:desired|max)-replicas|pv\.kubernetes\.io\/|batch\.kubernetes\.io\/job-tracking)/;

/** Values that the API server sets where the object's author set none. */
const defaults: Readonly<Record<string, unknown>> = {
  restartPolicy: 'Always',
  priority: 0,
  podManagementPolicy: 'OrderedReady',
  internalTrafficPolicy: 'Cluster',
  ipFamilyPolicy: 'SingleStack',
  finalizers: ['kubernetes'],
  persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Retain', whenScaled: 'Retain' },
  strategy: { rollingUpdate: { maxSurge: '25%', maxUnavailable: '25%' }, type: 'RollingUpdate' },
  updateStrategy: { rollingUpdate: { partition: 0 }, type: 'RollingUpdate' },
};
const defaultTexts = new Map(Object.entries(defaults).map(([key, value]) => [key, toKey(value)]));

const meaninglessWhenEmpty: ReadonlySet<string> = new Set([
  'metadata',
  'labels',
  'annotations',
  'resources',
  'securityContext',
  'loadBalancer',
  'spec',
  'status',
]);

/** Fields of a status that the state, the pods or the conditions of a description show. */
const shownStatus: Readonly<Record<string, ReadonlySet<string> | 'all'>> = {
  Pod: 'all',
  Deployment: 'all',
  ReplicaSet: 'all',
  StatefulSet: 'all',
  Namespace: 'all',
  Node: new Set(['images', 'daemonEndpoints', 'volumesAttached', 'volumesInUse']),
};
const shownAnyStatus: ReadonlySet<string> = new Set(['conditions', 'observedGeneration', 'phase']);
const shownSpec: Readonly<Record<string, ReadonlySet<string>>> = {
  Pod: new Set(['nodeName']),
  Deployment: new Set(['replicas', 'selector']),
  ReplicaSet: new Set(['replicas', 'selector']),
  StatefulSet: new Set(['replicas', 'selector']),
  DaemonSet: new Set(['selector']),
  Service: new Set(['clusterIPs', 'ipFamilies']),
  CustomResourceDefinition: new Set(['conversion']),
};

/** Renders the essentials of an object, given as JSON, as YAML. */
export function renderEssentialsText(text: string): string {
  return toYaml(toEssentials(JSON.parse(text) as KubeObject));
}

/** Returns an object without defaults and without the fields that other sections of a description show. */
export function toEssentials(object: KubeObject): JsonObject {
  const { apiVersion, kind, metadata, spec, status, ...rest } = pruneObject(object);
  const name = kindOf(object);
  return withoutEmpty({
    apiVersion,
    kind,
    metadata: isJsonObject(metadata) ? toShortMetadata(metadata) : undefined,
    spec: shorten(omit(spec, shownSpec[name] ?? new Set())),
    ...shortenFields(rest),
    status: shownStatus[name] === 'all' ? undefined : shorten(omit(status, shownAnyStatus, shownStatus[name])),
  });
}

function toShortMetadata({ labels, annotations, ...rest }: JsonObject): JsonObject {
  const own = Object.entries(isJsonObject(annotations) ? annotations : {}).filter(
    ([key]) => !machineAnnotations.test(key),
  );
  const shownAnnotations = own.map(([key, value]) => [key, cut(String(value), limits.annotation)] as const);
  return withoutEmpty({
    ...shortenFields(omit(rest, shownMetadata) as JsonObject),
    labels: shorten(labels),
    annotations: Object.fromEntries(shownAnnotations.slice(0, limits.map)),
  });
}

function omit(value: unknown, ...fields: readonly (ReadonlySet<string> | 'all' | undefined)[]): unknown {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).filter(([key]) => !fields.some((set) => set !== undefined && set !== 'all' && set.has(key))),
  );
}

/** Removes defaults and empty values and truncates long ones. */
function shorten(value: unknown): unknown {
  if (typeof value === 'string') return cut(value, limits.text);
  if (Array.isArray(value)) {
    const left = value.length - limits.list;
    const items = value.slice(0, limits.list).map((item) => shorten(item));
    return left > 0 ? [...items, `… and ${left} more`] : items;
  }
  return isJsonObject(value) ? shortenFields(value) : value;
}

function shortenFields(object: JsonObject): JsonObject {
  const entries = Object.entries(object).filter(([key, value]) => !isDefault(key, value, object));
  const left = entries.length - limits.map;
  const shown = entries.slice(0, limits.map).map(([key, value]): [string, unknown] => [key, shortenField(key, value)]);
  return withoutEmpty(Object.fromEntries([...shown, ...(left > 0 ? [['…', `and ${left} more`] as const] : [])]));
}

function shortenField(key: string, value: unknown): unknown {
  if (key === 'openAPIV3Schema') return '(get_resource_schema shows it)';
  if (key !== 'template' || !isJsonObject(value)) return shorten(value);
  const { metadata, ...rest } = value;
  const shown = isJsonObject(metadata) ? toShortMetadata(metadata) : undefined;
  return withoutEmpty({ metadata: shown, ...shortenFields(rest) });
}

function isDefault(key: string, value: unknown, siblings: JsonObject): boolean {
  if (key === 'imagePullPolicy')
    return value === (isFloating(textAt(siblings, 'image') ?? '') ? 'Always' : 'IfNotPresent');
  if (key === 'serviceAccountName') return value === 'default';
  return defaultTexts.has(key) && defaultTexts.get(key) === toKey(value);
}

/** Returns true if an image has no digest and either no tag or the tag latest. */
function isFloating(image: string): boolean {
  const last = image.slice(image.lastIndexOf('/') + 1);
  return !last.includes('@') && (!last.includes(':') || last.endsWith(':latest'));
}

function toKey(value: unknown): string {
  const sorted = isJsonObject(value)
    ? Object.entries(value)
        .toSorted(([one], [other]) => one.localeCompare(other))
        .map(([key, field]) => [key, toKey(field)])
    : value;
  return JSON.stringify(sorted) ?? '';
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length)}… (${text.length} characters; kubectl_get shows all)`;
}

/** Drops fields that carry no information when empty. `emptyDir: {}` and `podSelector: {}` do carry it. */
function withoutEmpty(object: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(object).filter(([key, value]) => {
      if (value === undefined) return false;
      return !(meaninglessWhenEmpty.has(key) && isJsonObject(value) && Object.keys(value).length === 0);
    }),
  );
}
