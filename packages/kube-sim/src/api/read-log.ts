import { isTrue } from './query-flag.ts';
import { badRequest, invalidObject, invalidValue } from '../errors/refusals.ts';
import type { StatusCause } from '../errors/status-error.ts';
import { asArray, asObject, asString, type JsonObject } from '../object/json-value.ts';
import type { KubeObject } from '../object/kube-object.ts';
import type { ClusterState, LogLine } from '../state/cluster-state.ts';

/** A stream of log lines. */
interface LogReader {
  /** Writes the lines; with `follow`, also later ones until the container ends or the signal fires. */
  write(write: (chunk: string) => void, signal: AbortSignal): Promise<void>;
}

/**
 * Opens a container's log; undefined for a pod without a node, for which a real server answers 204.
 * @throws StatusError 400 for a missing container or log, 422 for invalid options
 */
export function openLog({ logs, clock }: ClusterState, pod: KubeObject, query: URLSearchParams): LogReader | undefined {
  const { uid, name } = pod.metadata;
  checkLogOptions(query, name);
  const container = chooseContainer(pod, query.get('container') ?? '');
  if (asString(asObject(pod['spec'])['nodeName']) === '') return undefined;
  const previous = isTrue(query.get('previous'));
  const lines = logs.read(uid, container, previous);
  if (!lines) {
    if (previous) throw badRequest(`previous terminated container "${container}" in pod "${name}" not found`);
    return explainLostLog(pod, container);
  }
  const since = sinceOf(query, clock.now());
  const tail = Number(query.get('tailLines') ?? Number.NaN);
  const limit = Number(query.get('limitBytes') ?? Number.POSITIVE_INFINITY);
  const timestamps = isTrue(query.get('timestamps'));
  const follow = isTrue(query.get('follow')) && !previous;
  const format = ({ time, text }: LogLine) =>
    `${timestamps ? `${new Date(time).toISOString().replace('Z', '000000Z')} ` : ''}${text}\n`;

  return {
    async write(write, signal) {
      const recent = lines.filter(({ time }) => time >= since);
      const shown =
        Number.isInteger(tail) && tail >= 0 ? recent.slice(recent.length - Math.min(tail, recent.length)) : recent;
      const text = shown.map(format).join('');
      write(text.slice(0, limit));
      if (!follow || text.length >= limit) return;
      let seen = lines.length;
      const flush = () => {
        const all = logs.read(uid, container, false) ?? [];
        if (all.length > seen) write(all.slice(seen).map(format).join(''));
        seen = all.length;
      };
      await untilClosed(
        { flush, isOpen: () => logs.isOpen(uid, container), subscribe: (listener) => logs.subscribe(listener) },
        signal,
      );
    },
  };
}

async function untilClosed(
  {
    flush,
    isOpen,
    subscribe,
  }: {
    readonly flush: () => void;
    readonly isOpen: () => boolean;
    readonly subscribe: (listener: () => void) => () => void;
  },
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted || !isOpen()) return;
  await new Promise<void>((resolve) => {
    const finish = () => {
      unsubscribe();
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const unsubscribe = subscribe(() => {
      flush();
      if (!isOpen()) finish();
    });
    signal.addEventListener('abort', finish);
  });
}

function sinceOf(query: URLSearchParams, now: number): number {
  const seconds = query.get('sinceSeconds');
  if (seconds !== null) {
    return now - Number(seconds) * 1000;
  }
  const time = query.get('sinceTime');
  return time === null ? 0 : Date.parse(time) || 0;
}

function containersOf(pod: KubeObject, list: string): readonly JsonObject[] {
  return asArray(asObject(pod['spec'])[list]).map(asObject);
}

function chooseContainer(pod: KubeObject, wanted: string): string {
  const names = containersOf(pod, 'containers').map(({ name }) => asString(name));
  const initNames = containersOf(pod, 'initContainers').map(({ name }) => asString(name));
  const { name } = pod.metadata;
  if (wanted === '') {
    const [only, ...others] = names;
    if (only !== undefined && others.length === 0) return only;
    const initText = initNames.length > 0 ? ` or one of the init containers: [${initNames.join(' ')}]` : '';
    throw badRequest(
      `a container name must be specified for pod ${name}, choose one of: [${names.join(' ')}]${initText}`,
    );
  }
  if ([...names, ...initNames].includes(wanted)) return wanted;
  throw badRequest(`container ${wanted} is not valid for pod ${name}`);
}

/** The kubelet's answer for a container without a log. @throws StatusError 400 unless its container was removed */
function explainLostLog(pod: KubeObject, container: string): LogReader {
  const status = asObject(pod['status']);
  const all = [...asArray(status['initContainerStatuses']), ...asArray(status['containerStatuses'])].map(asObject);
  const state = asObject(all.find(({ name }) => name === container)?.['state']);
  const { containerID } = asObject(state['terminated']);
  if (typeof containerID === 'string' && containerID !== '') {
    return { write: async (write) => write(`unable to retrieve container logs for ${containerID}`) };
  }
  const what = state['terminated'] === undefined ? explainWaiting(asObject(state['waiting'])) : 'terminated';
  throw badRequest(`container "${container}" in pod "${pod.metadata.name}" is ${what}`);
}

function explainWaiting({ reason }: JsonObject): string {
  const isPull = reason === 'ImagePullBackOff' || reason === 'ErrImagePull';
  return `waiting to start: ${isPull ? 'trying and failing to pull image' : asString(reason ?? 'ContainerCreating')}`;
}

/** Minimum of each numeric option. */
const least: Readonly<Record<string, 0 | 1>> = { limitBytes: 1, sinceSeconds: 1, tailLines: 0 };

/** Validates log options. @throws StatusError 400 unless a number, 422 if out of range */
function checkLogOptions(query: URLSearchParams, podName: string): void {
  const causes: StatusCause[] = [];
  for (const field of ['tailLines', 'limitBytes']) causes.push(...checkNumber(query, field));
  if (query.has('sinceSeconds') && query.has('sinceTime')) {
    const message = 'Forbidden: at most one of `sinceTime` or `sinceSeconds` may be specified';
    causes.push({ reason: 'FieldValueForbidden', message, field: '[]' });
  } else causes.push(...checkNumber(query, 'sinceSeconds'));
  if (query.has('stream')) {
    causes.push({ reason: 'FieldValueForbidden', message: 'Forbidden: may not be specified', field: 'stream' });
  }
  if (causes.length > 0) throw invalidObject({ group: '', kind: 'PodLogOptions' }, podName, causes);
}

function checkNumber(query: URLSearchParams, field: string): readonly StatusCause[] {
  const text = query.get(field);
  if (text === null || text === '') return [];
  if (!/^[+-]?\d{1,18}$/.test(text)) {
    throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`);
  }
  const minimum = least[field] ?? 0;
  const rule = minimum === 0 ? 'must be greater than or equal to 0' : 'must be greater than 0';
  return Number(text) < minimum ? [invalidValue(field, Number(text), rule)] : [];
}
