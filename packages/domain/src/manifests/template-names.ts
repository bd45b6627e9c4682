import { isMap, isPair, isScalar, Pair, Scalar, visit, YAMLMap } from 'yaml';
import { type ChartValues, toKey } from './chart-values.ts';
import type { ManifestObject } from './manifest-object.ts';
import type { TemplateSlots } from './template-slots.ts';

/** Options for {@link templateNames}. */
interface NameTemplating {
  readonly chartName: string;
  /** All objects of the chart, to resolve references between them. */
  readonly objects: readonly ManifestObject[];
  readonly values: ChartValues;
  readonly slots: TemplateSlots;
}

/** Kinds whose name is part of their meaning and must not change. */
const fixedKinds = new Set(['Namespace', 'CustomResourceDefinition', 'APIService', 'CSIDriver']);

/** The kind to which a key refers by name, in any object. */
const references: Readonly<Record<string, string>> = {
  serviceAccountName: 'ServiceAccount',
  serviceAccount: 'ServiceAccount',
  secretName: 'Secret',
  claimName: 'PersistentVolumeClaim',
  serviceName: 'Service',
  priorityClassName: 'PriorityClass',
  storageClassName: 'StorageClass',
  ingressClassName: 'IngressClass',
  volumeName: 'PersistentVolume',
};

/** The kind to which the `name` in the map under a key refers. */
const namedReferences: Readonly<Record<string, string>> = {
  configMapRef: 'ConfigMap',
  configMapKeyRef: 'ConfigMap',
  configMap: 'ConfigMap',
  secretRef: 'Secret',
  secretKeyRef: 'Secret',
  secret: 'Secret',
  imagePullSecrets: 'Secret',
  secrets: 'Secret',
  service: 'Service',
};

/** Labels that Helm and the chart set themselves. */
const chartLabels = ['helm.sh/chart', 'app.kubernetes.io/managed-by'];

/**
 * Templates the name and namespace of an object, adds the labels of the chart, and templates its references
 * to other objects.
 */
export function templateNames({ kind, name, document }: ManifestObject, templating: NameTemplating): void {
  const { chartName, objects, values, slots } = templating;
  const named = new Set(
    objects.filter((each) => !fixedKinds.has(each.kind)).map((each) => `${each.kind}/${each.name}`),
  );
  const namespaces = new Set(objects.flatMap((each) => each.namespace ?? []));
  const nameSlot = (text: string, former?: unknown) =>
    slots.value(`include "${chartName}.resourceName" (list . ${JSON.stringify(text)}) | quote`, former);
  const namespaceSlot = (text: string, former?: unknown) =>
    slots.value(`${values.lift(['namespaces', toKey(text)], text)} | quote`, former);

  const metadata = document.get('metadata');
  if (!isMap(metadata)) return;
  visit(document, {
    Pair(_key, pair, path) {
      if (path.length === 2 && isKey(pair, 'metadata', 'data', 'stringData', 'binaryData')) return visit.SKIP;
      const text = isScalar(pair.value) && typeof pair.value.value === 'string' ? pair.value.value : undefined;
      if (text === undefined) return undefined;
      if (named.has(`${referredKind(pair, path)}/${text}`)) pair.value = nameSlot(text, pair.value);
      else if (isKey(pair, 'namespace') && namespaces.has(text)) pair.value = namespaceSlot(text, pair.value);
      return undefined;
    },
  });
  const namespace: unknown = metadata.get('namespace');
  if (typeof namespace === 'string')
    metadata.set('namespace', namespaceSlot(namespace, metadata.get('namespace', true)));
  if (kind === 'Namespace' && namespaces.has(name)) metadata.set('name', namespaceSlot(name));
  else if (!fixedKinds.has(kind)) metadata.set('name', nameSlot(name, metadata.get('name', true)));
  addLabels(metadata, slots.lines(`include "${chartName}.labels" .`));
}

/** Returns the kind to which the value of a pair refers. */
function referredKind(pair: Pair, path: readonly unknown[]): string | undefined {
  const key = keyOf(pair);
  if (key !== 'name') return references[key];
  const map = path.at(-1);
  const kind: unknown = isMap(map) ? map.get('kind') : undefined;
  if (typeof kind === 'string') return kind;
  const holder = path.findLast((node) => isPair(node));
  return holder && namedReferences[keyOf(holder)];
}

function keyOf({ key }: Pair): string {
  return isScalar(key) ? String(key.value) : '';
}

function isKey(pair: Pair, ...keys: readonly string[]): boolean {
  return keys.includes(keyOf(pair));
}

function addLabels(metadata: YAMLMap, slot: Scalar): void {
  const given = metadata.get('labels');
  const labels = isMap(given) ? given : new YAMLMap();
  for (const label of chartLabels) labels.delete(label);
  labels.items.unshift(new Pair(slot, new Scalar(null)));
  metadata.set('labels', labels);
}
