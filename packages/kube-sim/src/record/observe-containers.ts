import type { ImageRule } from '../behaviour/image-rule.ts';
import { asArray, asObject, asString, type JsonObject } from '../object/json-value.ts';
import type { KubeObject } from '../object/kube-object.ts';
import { formatQuantity, parseQuantity } from '../object/quantity.ts';
import type { ClusterReader } from './cluster-reader.ts';

const tailLines = 50;

type Behaviour = NonNullable<ImageRule['run']>;

/** What one container was seen to do. */
export interface ObservedContainer {
  readonly rule: ImageRule;
  /** Troubled ones before others where an image is used twice. */
  readonly isTroubled: boolean;
}

/** Derives from the status and the log of each container of a pod how its image behaves. */
export async function observeContainers(pod: KubeObject, reader: ClusterReader): Promise<readonly ObservedContainer[]> {
  const spec = asObject(pod['spec']);
  const status = asObject(pod['status']);
  const containers = [...asArray(spec['initContainers']), ...asArray(spec['containers'])].map(asObject);
  const statuses = [...asArray(status['initContainerStatuses']), ...asArray(status['containerStatuses'])].map(asObject);
  const observed = await Promise.all(
    containers.map(async (container) => {
      const found = statuses.find(({ name }) => name === container['name']);
      return found && observe(container, found, (query) => reader.read(`${logPath(pod, container)}&${query}`));
    }),
  );
  return observed.filter((each) => each !== undefined);
}

function logPath({ metadata }: KubeObject, { name }: JsonObject): string {
  const query = `container=${encodeURIComponent(asString(name))}&tailLines=${tailLines}&timestamps=true`;
  return `/api/v1/namespaces/${metadata.namespace}/pods/${metadata.name}/log?${query}`;
}

async function observe(
  container: JsonObject,
  status: JsonObject,
  readLog: (query: string) => Promise<string | undefined>,
): Promise<ObservedContainer | undefined> {
  const image = asString(container['image']);
  const { waiting, running, terminated } = asObject(status['state']);
  const reason = asString(asObject(waiting)['reason']);
  if (/^(?:ErrImagePull|ImagePullBackOff|InvalidImageName)$/.test(reason)) {
    const isRefused = /unauthorized|denied|forbidden|401|403/i.test(asString(asObject(waiting)['message']));
    return { rule: { image, pull: isRefused ? 'unauthorized' : 'missing' }, isTroubled: true };
  }
  const ended = asObject(terminated ?? asObject(status['lastState'])['terminated']);
  const isTroubled = ended['exitCode'] !== undefined && ended['exitCode'] !== 0;
  if (isTroubled || terminated !== undefined) {
    const log = await readLog(`previous=${terminated === undefined && running !== undefined}`);
    return {
      rule: { image, ...toEnd(container, ended, parseLog(log ?? '', asString(ended['startedAt']))) },
      isTroubled,
    };
  }
  if (running === undefined) return undefined;
  const logs = parseLog((await readLog('previous=false')) ?? '');
  const isReady = status['ready'] === true;
  return { rule: { image, run: { logs, ...(!isReady && failProbes(container)) } }, isTroubled: !isReady };
}

/** How it ended, and when after its start. An OOM kill ceases with a higher limit; how much it takes is not known. */
function toEnd(
  container: JsonObject,
  ended: JsonObject,
  logs: NonNullable<Behaviour['logs']>,
): Omit<ImageRule, 'image'> {
  const oomKilled = ended['reason'] === 'OOMKilled';
  const lasted = (Date.parse(asString(ended['finishedAt'])) - Date.parse(asString(ended['startedAt']))) / 1000;
  const limit = asObject(asObject(container['resources'])['limits'])['memory'];
  const run = {
    exitAfter: Number.isFinite(lasted) ? Math.max(1, lasted) : 1,
    exitCode: Number(ended['exitCode'] ?? 0),
    ...(oomKilled && { oomKilled }),
    logs,
  };
  if (!oomKilled || typeof limit !== 'string') return { run };
  return { when: { memoryLimitBelow: formatQuantity((parseQuantity(limit) ?? 0) * 1.5, 'memory') }, run };
}

/** A container that runs and is not ready fails the probes that it has. */
function failProbes(container: JsonObject): Behaviour {
  const probe = asObject(container['readinessProbe'] ?? container['startupProbe']);
  if (probe['exec'] !== undefined) return { probeExitCode: 1 };
  return probe['httpGet'] === undefined ? { listens: [] } : { http: { '*': 503 } };
}

/** Lines with the time of each after a start, or after the first of them. */
function parseLog(text: string, startedAt?: string): { readonly after: number; readonly text: string }[] {
  const lines = text
    .split('\n')
    .map((line) => /^(\S+Z) (.*)$/.exec(line))
    .filter((match) => match !== null)
    .map(([, time = '', rest = '']) => ({ time: Date.parse(time), text: rest }))
    .filter(({ time }) => !Number.isNaN(time));
  const start = startedAt === undefined ? (lines[0]?.time ?? 0) : Date.parse(startedAt);
  return lines.map(({ time, text: line }) => ({ after: Math.max(0, Math.round((time - start) / 1000)), text: line }));
}
