import { type Document, isMap, isScalar, isSeq, type YAMLMap } from 'yaml';
import { type ChartValues, toKey } from './chart-values.ts';
import type { ManifestObject } from './manifest-object.ts';
import type { TemplateSlots } from './template-slots.ts';

const templateKinds = ['Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet', 'ReplicationController', 'Job'];
const podPaths = new Map<string, readonly string[]>([
  ['Pod', ['spec']],
  ['CronJob', ['spec', 'jobTemplate', 'spec', 'template', 'spec']],
  ...templateKinds.map((kind) => [kind, ['spec', 'template', 'spec']] as const),
]);

/**
 * Moves the commonly changed fields of a workload into values: replicas, and each container's image,
 * environment and resources.
 */
export function liftPods({ document, kind, name }: ManifestObject, values: ChartValues, slots: TemplateSlots): void {
  const path = podPaths.get(kind);
  const pod = path && document.getIn(path);
  if (!isMap(pod)) return;
  const scope = values.claim(name, kind, 'workload');
  const replicasPath = ['spec', 'replicas'];
  const replicas = toSmallNumber(document.getIn(replicasPath));
  if (replicas !== undefined) {
    const reference = values.lift([scope, 'replicas'], replicas);
    document.setIn(replicasPath, slots.value(reference, document.getIn(replicasPath, true)));
  }
  const containers = containersOf(pod, 'containers');
  const initContainers = containersOf(pod, 'initContainers');
  const isOnlyOne = containers.length === 1 && initContainers.length === 0;
  for (const container of containers) {
    liftContainer(container, isOnlyOne ? [scope] : [scope, 'containers', keyOf(container)], {
      document,
      values,
      slots,
    });
  }
  for (const container of initContainers) {
    liftContainer(container, [scope, 'initContainers', keyOf(container)], { document, values, slots });
  }
}

/** Helm may print a larger number in another form. */
export function toSmallNumber(value: unknown): number | undefined {
  const number = typeof value === 'bigint' ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 && number < 1_000_000
    ? number
    : undefined;
}

interface Targets {
  readonly document: Document;
  readonly values: ChartValues;
  readonly slots: TemplateSlots;
}

function containersOf(pod: YAMLMap, key: string): readonly YAMLMap[] {
  const containers = pod.get(key);
  return isSeq(containers) ? containers.items.filter((item) => isMap(item)) : [];
}

function keyOf(container: YAMLMap): string {
  return toKey(String(container.get('name')));
}

function liftContainer(container: YAMLMap, scope: readonly string[], targets: Targets): void {
  const { document, values, slots } = targets;
  liftImage(container, scope, targets);
  const env = container.get('env');
  const names = new Set<unknown>();
  for (const variable of isSeq(env) ? env.items : []) {
    const [name, value] = isMap(variable) ? [variable.get('name'), variable.get('value')] : [];
    if (!isMap(variable) || typeof name !== 'string' || typeof value !== 'string' || names.has(name)) continue;
    names.add(name);
    const reference = values.lift([...scope, 'env', name], value);
    variable.set('value', slots.value(`${reference} | quote`, variable.get('value', true)));
  }
  const resources = container.get('resources');
  if (isMap(resources)) {
    const reference = values.lift([...scope, 'resources'], resources.toJS(document));
    container.set('resources', slots.block(reference));
  }
}

const image = /^(?<repository>[\w./:-]+?)(?::(?<tag>[\w.-]+))?(?:@(?<digest>\w+:\w+))?$/;

function liftImage(container: YAMLMap, scope: readonly string[], { values, slots }: Targets): void {
  const former = container.get('image', true);
  const groups = isScalar(former) && typeof former.value === 'string' ? image.exec(former.value)?.groups : undefined;
  if (!groups) return;
  const { repository, tag, digest } = groups;
  const parts = Object.entries({ repository, tag, digest }).filter(([, value]) => value !== undefined);
  const lifted = parts.map(([key, value]) => values.lift([...scope, 'image', key], value));
  const format = `%s${tag === undefined ? '' : ':%s'}${digest === undefined ? '' : '@%s'}`;
  container.set('image', slots.value(`printf "${format}" ${lifted.join(' ')} | quote`, former));
}
