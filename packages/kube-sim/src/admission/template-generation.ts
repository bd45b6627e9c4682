import { badRequest } from '../errors/refusals.ts';
import { asObject, isSameJson, type JsonObject, scalarToText } from '../object/json-value.ts';
import type { KubeObject } from '../object/kube-object.ts';

const annotation = 'deprecated.daemonset.template.generation';

/**
 * Adds the template generation annotation that a server reads into each DaemonSet, so that its writer owns it.
 * @throws StatusError 400 unless it is an integer
 */
export function defaultTemplateGeneration(object: JsonObject): void {
  const metadata = asObject(object['metadata']);
  const annotations = asObject(metadata['annotations']);
  const value = scalarToText(annotations[annotation], '0');
  if (!/^[+-]?\d+$/.test(value)) {
    const why = `strconv.ParseInt: parsing ${JSON.stringify(value)}: invalid syntax`;
    throw badRequest(`DaemonSet in version "v1" cannot be handled as a DaemonSet: ${why}`);
  }
  metadata['annotations'] = { ...annotations, [annotation]: value };
}

/** Sets the template generation of a DaemonSet in place: at least 1 on creation, incremented when the template changes. */
export function settleTemplateGeneration(set: KubeObject, current?: KubeObject): void {
  const isChanged = current && !isSameJson(templateOf(current), templateOf(set));
  const generation = current ? generationOf(current) + (isChanged ? 1 : 0) : Math.max(1, generationOf(set));
  set.metadata = {
    ...set.metadata,
    annotations: { ...set.metadata.annotations, [annotation]: String(generation) },
  };
}

/** The template generation of a DaemonSet, also a label of its pods. */
export function templateGenerationOf(set: KubeObject): string | undefined {
  return set.metadata.annotations?.[annotation];
}

function generationOf(set: KubeObject): number {
  return Number(templateGenerationOf(set) ?? 0);
}

function templateOf(set: KubeObject): unknown {
  return asObject(set['spec'])['template'];
}
