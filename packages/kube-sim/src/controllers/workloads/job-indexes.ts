import { asArray, asObject, isObject, type JsonObject } from '../../object/json-value.ts';
import type { KubeObject } from '../../object/kube-object.ts';

const key = 'batch.kubernetes.io/job-completion-index';

/** Tests for a job with indexed completion. */
export function isIndexed({ spec }: KubeObject): boolean {
  return asObject(spec)['completionMode'] === 'Indexed';
}

/** The completion index of a pod. */
export function indexOf({ metadata }: KubeObject): number {
  return Number(metadata.annotations?.[key] ?? -1);
}

/** The lowest index without a succeeded or running pod. */
export function nextIndex(taken: readonly KubeObject[]): number {
  const indexes = new Set(taken.map(indexOf));
  for (let index = 0; ; index += 1) if (!indexes.has(index)) return index;
}

/** Adds the completion index to a new pod: name, host name, labels, annotations and environment. */
export function withIndex(job: KubeObject, pod: JsonObject, index: number): JsonObject {
  const metadata = asObject(pod['metadata']);
  const spec = asObject(pod['spec']);
  const variable = {
    name: 'JOB_COMPLETION_INDEX',
    valueFrom: { fieldRef: { fieldPath: `metadata.annotations['${key}']` } },
  };
  const addVariable = (containers: unknown) =>
    asArray(containers)
      .filter(isObject)
      .map((each) => ({ ...each, env: [...asArray(each['env']), variable] }));
  return {
    ...pod,
    metadata: {
      ...metadata,
      generateName: `${job.metadata.name}-${index}-`,
      labels: { ...asObject(metadata['labels']), [key]: String(index) },
      annotations: { ...asObject(metadata['annotations']), [key]: String(index) },
    },
    spec: {
      hostname: `${job.metadata.name}-${index}`,
      ...spec,
      containers: addVariable(spec['containers']),
      ...(spec['initContainers'] !== undefined && { initContainers: addVariable(spec['initContainers']) }),
    },
  };
}

/** Formats indexes as a job's status does, such as `0,2-4`. */
export function formatIndexes(indexes: readonly number[]): string {
  const ranges: { from: number; to: number }[] = [];
  for (const index of [...new Set(indexes)].sort((left, right) => left - right)) {
    const last = ranges.at(-1);
    if (last && last.to === index - 1) last.to = index;
    else ranges.push({ from: index, to: index });
  }
  return ranges.map(({ from, to }) => (from === to ? String(from) : `${from}-${to}`)).join(',');
}
