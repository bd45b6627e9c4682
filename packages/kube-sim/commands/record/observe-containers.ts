import type { ImageRule } from '../../src/rules/image-rule.ts';
import { asArray, asObject, asString, type JsonObject } from '../../src/object/json-value.ts';
import type { KubeObject } from '../../src/object/kube-object.ts';
import { formatQuantity, parseQuantity } from '../../src/object/quantity.ts';
import type { ClusterReader } from './cluster-reader.ts';

const tailLines = 50;

type Behaviour = NonNullable<ImageRule['run']>;

interface LogEntry {
  readonly after: number;
  readonly text: string;
}

/** The observed behaviour of one container. */
export interface ObservedContainer {
  readonly rule: ImageRule;
  /** Failing; the rule of a failing container takes precedence for its image. */
  readonly isFailing: boolean;
}

/** Derives image rules from the status, events and logs of a pod's containers. */
export async function observeContainers(
  pod: KubeObject,
  { reader, events }: { readonly reader: ClusterReader; readonly events: readonly KubeObject[] },
): Promise<readonly ObservedContainer[]> {
  const spec = asObject(pod['spec']);
  const status = asObject(pod['status']);
  const containers = [...asArray(spec['initContainers']), ...asArray(spec['containers'])].map(asObject);
  const statuses = [...asArray(status['initContainerStatuses']), ...asArray(status['containerStatuses'])].map(asObject);
  const probeEvent = events.find(
    ({ reason, involvedObject }) => reason === 'Unhealthy' && asObject(involvedObject)['uid'] === pod.metadata.uid,
  );
  const observed = await Promise.all(
    containers.map(async (container) => {
      const found = statuses.find(({ name }) => name === container['name']);
      const readLog = (query: string) => reader.read(`${logPath(pod, container)}&${query}`);
      return found && observe(container, found, { readLog, probeMessage: asString(probeEvent?.['message']) });
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
  {
    readLog,
    probeMessage,
  }: { readonly readLog: (query: string) => Promise<string | undefined>; readonly probeMessage: string },
): Promise<ObservedContainer | undefined> {
  const image = asString(container['image']);
  const { waiting, running, terminated } = asObject(status['state']);
  const reason = asString(asObject(waiting)['reason']);
  if (/^(?:ErrImagePull|ImagePullBackOff|InvalidImageName)$/.test(reason)) {
    const isRefused = /unauthorized|denied|forbidden|401|403/i.test(asString(asObject(waiting)['message']));
    return { rule: { image, pull: isRefused ? 'unauthorized' : 'missing' }, isFailing: true };
  }
  const ended = asObject(terminated ?? asObject(status['lastState'])['terminated']);
  const isFailing = ended['exitCode'] !== undefined && ended['exitCode'] !== 0;
  if (isFailing || terminated !== undefined) {
    const log = await readLog(`previous=${terminated === undefined && running !== undefined}`);
    return {
      rule: { image, ...toEnd(container, ended, parseLog(log ?? '', asString(ended['startedAt']))) },
      isFailing,
    };
  }
  if (running === undefined) return undefined;
  const logs = parseLog((await readLog('previous=false')) ?? '');
  const isReady = status['ready'] === true;
  return { rule: { image, run: { logs, ...(!isReady && failProbes(container, probeMessage)) } }, isFailing: !isReady };
}

/** The exit of a container, its time after the start, and the condition under which it fails, if known. */
function toEnd(container: JsonObject, ended: JsonObject, logs: readonly LogEntry[]): Omit<ImageRule, 'image'> {
  const oomKilled = ended['reason'] === 'OOMKilled';
  const lasted = (Date.parse(asString(ended['finishedAt'])) - Date.parse(asString(ended['startedAt']))) / 1000;
  const run = {
    exitAfter: Number.isFinite(lasted) ? Math.max(1, lasted) : 1,
    exitCode: Number(ended['exitCode'] ?? 0),
    ...(oomKilled && { oomKilled }),
    logs: [...logs],
  };
  const when = oomKilled ? needsMemory(container) : needsVariable(container, logs);
  return { ...(when && { when }), run };
}

/** Half as much memory again is assumed to suffice. */
function needsMemory(container: JsonObject): ImageRule['when'] {
  const limit = parseQuantity(asObject(asObject(container['resources'])['limits'])['memory']);
  return limit === undefined ? undefined : { memoryLimitBelow: formatQuantity(limit * 1.5, 'memory') };
}

/** The variable that the log reports as missing is assumed to suffice. */
function needsVariable(container: JsonObject, logs: readonly LogEntry[]): ImageRule['when'] {
  const complaint = logs.findLast(({ text }) => /not set|missing|required|undefined|unset|empty/i.test(text));
  const name = /\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/.exec(complaint?.text ?? '')?.[0];
  const isSet = asArray(container['env'])
    .map(asObject)
    .some((each) => each['name'] === name && each['value'] !== undefined);
  return name === undefined || isSet ? undefined : { env: { [name]: null } };
}

/** Fails the probes of a running container that is not ready: over HTTP with the observed status on that path only. */
function failProbes(container: JsonObject, message: string): Behaviour {
  const probe = asObject(container['readinessProbe'] ?? container['startupProbe']);
  if (probe['exec'] !== undefined) return { probeExitCode: 1 };
  if (probe['httpGet'] === undefined || message.includes('connection refused')) return { listens: [] };
  const status = Number(/statuscode: (\d{3})/.exec(message)?.[1] ?? 503);
  return { http: { [asString(asObject(probe['httpGet'])['path']) || '/']: status } };
}

/** Log lines with seconds after the start, or after the first line. */
function parseLog(text: string, startedAt?: string): LogEntry[] {
  const lines = text
    .split('\n')
    .map((line) => /^(\S+Z) (.*)$/.exec(line))
    .filter((match) => match !== null)
    .map(([, time = '', rest = '']) => ({ time: Date.parse(time), text: rest }))
    .filter(({ time }) => !Number.isNaN(time));
  const start = startedAt === undefined ? (lines[0]?.time ?? 0) : Date.parse(startedAt);
  return lines.map(({ time, text: line }) => ({ after: Math.max(0, Math.round((time - start) / 1000)), text: line }));
}
