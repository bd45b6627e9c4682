import { AppError } from '@shipmate/core';
import { isMap, isScalar, type YAMLMap } from 'yaml';
import type { ArchiveFile } from '../archive/archive-contents.ts';
import { helmIgnore } from '../chart/shared/helm-ignore.ts';
import { type ChartValues, createChartValues, toKey } from './chart-values.ts';
import { liftNetwork } from './lift-network.ts';
import { liftPods } from './lift-pods.ts';
import type { ManifestFile, ManifestObject, ManifestRemark } from './manifest-object.ts';
import { readManifests } from './read-manifests.ts';
import { templateNames } from './template-names.ts';
import { createTemplateSlots, type TemplateSlots } from './template-slots.ts';

/** A chart converted from manifests. */
export interface ConvertedChart {
  readonly name: string;
  readonly files: readonly ArchiveFile[];
  /** Skipped parts, with the reasons. */
  readonly left: readonly ManifestRemark[];
  /** Remarks about converted objects. */
  readonly notes: readonly ManifestRemark[];
}

const namedFirst = ['Deployment', 'StatefulSet', 'DaemonSet', 'CronJob', 'Job', 'Pod', 'Service'];

/**
 * Converts Kubernetes manifests to a chart; deterministic. Rendered with its own values it yields the same
 * objects with the chart's labels, except for the contents of Secrets and the fields that a cluster added.
 *
 * @throws AppError `VALIDATION_ERROR` if there is no object, `PAYLOAD_TOO_LARGE` if there are too many.
 */
export function convertManifests(manifests: readonly ManifestFile[], chartName?: string): ConvertedChart {
  const { objects, left } = readManifests(manifests);
  if (objects.length === 0) throw nothingToConvert(left);
  const name = chartName ?? nameAfter(objects);
  const values = createChartValues();
  const slots = createTemplateSlots(manifests.map(({ content }) => content));
  const paths = new Set<string>();
  const notes: ManifestRemark[] = [];
  const templates = objects.map((object): ArchiveFile => {
    if (removeClusterFields(object)) {
      notes.push({ source: object.source, message: 'Fields that a cluster had added, such as status, were left out.' });
    }
    if (object.kind === 'CustomResourceDefinition') {
      const content = object.document.toString({ lineWidth: 0, directives: false });
      return { path: toFreePath(`crds/${toFileName(object.name)}`, paths), content };
    }
    templateNames(object, { chartName: name, objects, values, slots });
    const path = toFreePath(`templates/${toFileName(object.name)}-${toFileName(object.kind)}`, paths);
    return { path, content: toTemplate(object, { values, slots, notes }) };
  });
  const files = [
    { path: '.helmignore', content: helmIgnore },
    { path: 'Chart.yaml', content: toChartYaml(name) },
    ...templates,
    { path: 'templates/_helpers.tpl', content: toHelpers(name) },
    { path: 'values.yaml', content: values.print() },
  ];
  return { name, files, left, notes };
}

function toTemplate(
  object: ManifestObject,
  { values, slots, notes }: { values: ChartValues; slots: TemplateSlots; notes: ManifestRemark[] },
): string {
  if (object.kind === 'Secret' && object.apiVersion === 'v1') {
    const { reference, remark } = emptySecret(object, values, slots);
    notes.push(remark);
    return `{{- if ${reference} }}\n${slots.print(object.document)}{{- end }}\n`;
  }
  liftPods(object, values, slots);
  liftNetwork(object, values, slots);
  return slots.print(object.document);
}

function nameAfter(objects: readonly ManifestObject[]): string {
  const [first] = namedFirst.flatMap((kind) => objects.filter((object) => object.kind === kind));
  const name = (first ? toFileName(first.name) : '').slice(0, 40).replace(/^[^a-z]+|[^a-z0-9]+$/g, '');
  return name === '' ? 'new-chart' : name;
}

function toFileName(name: string): string {
  const text = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return text.slice(0, 100) || 'object';
}

function toFreePath(base: string, paths: Set<string>): string {
  let path = `${base}.yaml`;
  for (let number = 2; paths.has(path); number += 1) path = `${base}-${number}.yaml`;
  paths.add(path);
  return path;
}

function nothingToConvert(left: readonly ManifestRemark[]): AppError {
  const [first] = left;
  return new AppError({
    code: 'VALIDATION_ERROR',
    message: first ? `Nothing can be converted. ${first.source}: ${first.message}` : 'The input contains no manifest.',
    details: { reason: 'no_manifest', left },
  });
}

const clusterFields: readonly (readonly string[])[] = [
  ['status'],
  ['metadata', 'creationTimestamp'],
  ['metadata', 'deletionTimestamp'],
  ['metadata', 'generation'],
  ['metadata', 'managedFields'],
  ['metadata', 'ownerReferences'],
  ['metadata', 'resourceVersion'],
  ['metadata', 'selfLink'],
  ['metadata', 'uid'],
  ['metadata', 'annotations', 'kubectl.kubernetes.io/last-applied-configuration'],
  ['metadata', 'annotations', 'deployment.kubernetes.io/revision'],
];

/** Removes fields that a cluster added to an object. Returns whether there were any. */
function removeClusterFields({ document }: ManifestObject): boolean {
  const removed = clusterFields.filter((path) => document.hasIn(path) && document.deleteIn(path));
  const annotations = document.getIn(['metadata', 'annotations']);
  if (isMap(annotations) && annotations.items.length === 0) document.deleteIn(['metadata', 'annotations']);
  return removed.length > 0;
}

/** Returns the `Chart.yaml` of a converted chart. */
function toChartYaml(chartName: string): string {
  return `apiVersion: v2
name: ${chartName}
description: Made of Kubernetes manifests
type: application
version: 0.1.0
`;
}

/** Returns the named templates: names and labels. */
function toHelpers(chartName: string): string {
  return `{{/* The name of a resource: (list . "name"). */}}
{{- define "${chartName}.resourceName" -}}
{{- (index . 0).Values.namePrefix }}{{ index . 1 }}
{{- end }}

{{/* Labels of every resource, beside its own. Selectors are as they were. */}}
{{- define "${chartName}.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}
`;
}

/** A Secret without its contents. */
interface EmptiedSecret {
  /** The expression of its contents in templates; they are empty in the chart. */
  readonly reference: string;
  readonly remark: ManifestRemark;
}

/**
 * Removes the contents of a Secret, so that no file holds them: the chart creates it from values that the
 * user supplies.
 */
function emptySecret(object: ManifestObject, values: ChartValues, slots: TemplateSlots): EmptiedSecret {
  const { document, name, source } = object;
  const keys = ['data', 'stringData'].flatMap((field) => {
    const contents = document.get(field);
    return isMap(contents) ? keysOf(contents) : [];
  });
  document.delete('data');
  const reference = values.lift(['secrets', toKey(name)], {});
  document.set('stringData', slots.block(reference));
  const listed =
    keys.length === 0
      ? 'It had none.'
      : `Give ${keys.join(', ')} in values, under ${reference.slice('.Values.'.length)}, or make the Secret yourself.`;
  return {
    reference,
    remark: { source, message: `The contents of the Secret ${name} were not copied. ${listed}` },
  };
}

function keysOf(contents: YAMLMap): readonly string[] {
  return contents.items.flatMap(({ key }) => (isScalar(key) ? [String(key.value)] : []));
}
