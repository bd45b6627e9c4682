import { asMap, asMaps, asText, type RenderedObject } from '../check/rendered-object.ts';

type YamlMap = Readonly<Record<string, unknown>>;

/** The pods that a workload makes. */
export interface PodTemplate {
  readonly workload: RenderedObject;
  readonly labels: YamlMap;
  readonly spec: YamlMap;
  /** Without those that only prepare. */
  readonly containers: readonly YamlMap[];
}

/** Where each kind of workload keeps its template. */
const templatePaths: Readonly<Record<string, readonly string[]>> = {
  Pod: [],
  Deployment: ['spec', 'template'],
  StatefulSet: ['spec', 'template'],
  DaemonSet: ['spec', 'template'],
  ReplicaSet: ['spec', 'template'],
  Job: ['spec', 'template'],
  CronJob: ['spec', 'jobTemplate', 'spec', 'template'],
};

/** Finds the pods of a chart. Those of its tests are left out. */
export function findPodTemplates(objects: readonly RenderedObject[]): readonly PodTemplate[] {
  return objects.flatMap((workload) => {
    const path = Object.hasOwn(templatePaths, workload.kind) ? templatePaths[workload.kind] : undefined;
    if (!path || isTest(workload)) return [];
    const template = path.reduce<YamlMap>((map, key) => asMap(map[key]), workload.content);
    const spec = asMap(template['spec']);
    const labels = asMap(asMap(template['metadata'])['labels']);
    return [{ workload, labels, spec, containers: asMaps(spec['containers']) }];
  });
}

/** How messages call a container. */
export function nameOf(container: YamlMap): string {
  return `Container "${asText(container['name']) ?? '?'}"`;
}

/** Whether labels hold all that a selector asks for. An empty selector selects nothing here. */
export function isSelected(labels: YamlMap, selector: YamlMap): boolean {
  const wanted = Object.entries(selector);
  return wanted.length > 0 && wanted.every(([key, value]) => labels[key] === value);
}

function isTest({ content }: RenderedObject): boolean {
  const hook = asMap(asMap(content['metadata'])['annotations'])['helm.sh/hook'];
  return typeof hook === 'string' && hook.includes('test');
}
