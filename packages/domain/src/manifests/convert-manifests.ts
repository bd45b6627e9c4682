import { AppError } from '@shipmate/core';
import type { ArchiveFile } from '../archive/archive-contents.ts';
import { helmIgnore } from '../chart/shared/helm-ignore.ts';
import { createChartValues, type ChartValues } from './chart-values.ts';
import { removeClusterFields } from './clean-object.ts';
import { liftNetwork } from './lift-network.ts';
import { liftPods } from './lift-pods.ts';
import { toChartYaml, toHelpers } from './manifest-chart-files.ts';
import type { ManifestFile, ManifestObject, ManifestRemark } from './manifest-object.ts';
import { readManifests } from './read-manifests.ts';
import { emptySecret } from './secret-contents.ts';
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
