import { asMap, asMaps, asText, type RenderedObject } from '../rendered-object.ts';

type YamlMap = Readonly<Record<string, unknown>>;

/** The pods of a workload. */
export interface PodTemplate {
  readonly workload: RenderedObject;
  readonly labels: YamlMap;
  readonly spec: YamlMap;
  /** Excludes init containers. */
  readonly containers: readonly YamlMap[];
}

/** The path of the pod template in each kind of workload. */
const templatePaths: Readonly<Record<string, readonly string[]>> = {
  Pod: [],
  Deployment: ['spec', 'template'],
  StatefulSet: ['spec', 'template'],
  DaemonSet: ['spec', 'template'],
  ReplicaSet: ['spec', 'template'],
  Job: ['spec', 'template'],
  CronJob: ['spec', 'jobTemplate', 'spec', 'template'],
};

/** Finds the pod templates of a chart, except those of its tests. */
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

/** Returns a container's name for messages. */
export function nameOf(container: YamlMap): string {
  return `Container "${asText(container['name']) ?? '?'}"`;
}

/** Returns true if labels match all of a selector. An empty selector matches nothing here. */
export function isSelected(labels: YamlMap, selector: YamlMap): boolean {
  const wanted = Object.entries(selector);
  return wanted.length > 0 && wanted.every(([key, value]) => labels[key] === value);
}

function isTest({ content }: RenderedObject): boolean {
  const hook = asMap(asMap(content['metadata'])['annotations'])['helm.sh/hook'];
  return typeof hook === 'string' && hook.includes('test');
}
