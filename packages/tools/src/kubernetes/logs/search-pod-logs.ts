import { AppError } from '@shipmate/core';
import { annotationsOf, type KubeObject, nameOf, numberAt, objectsAt, textAt } from '@shipmate/domain/cluster/object';
import { z } from 'zod';
import type { ClusterAnswer } from '../answer/cluster-answer.ts';
import { readCursor, writeCursor } from '../answer/cursor.ts';
import { tokensOf } from '../answer/fitting.ts';
import type { ClusterReader } from '../api/cluster-reader.ts';
import { findObject } from '../get/find-object.ts';
import { describeEntries, summarizeLog } from './describe-log.ts';
import { type LogFindings, scanLog } from './scan-log.ts';

/** The logs of a pod to search, and the search. */
interface PodLogRequest {
  readonly pod: string;
  readonly namespace: string;
  readonly container: string | undefined;
  /** The previous container, the running one, or both. */
  readonly previous: boolean | 'merged';
  readonly sinceTime: string | undefined;
  readonly tail: number | undefined;
  readonly grep: string | undefined;
  readonly exclude: string | undefined;
  readonly around: number;
  readonly cursor: string | undefined;
  readonly maxTokens: number;
}

/** The number of tail lines for a log that is neither searched nor narrowed. */
const defaultTail = 1_000;

type Instance = 'previous' | 'current';

const stateSchema = z.object({
  instance: z.enum(['previous', 'current']),
  until: z.object({ time: z.string(), tie: z.number() }).optional(),
});

/** Searches the logs of a container; the newest lines are kept first. */
export async function searchPodLogs(
  request: PodLogRequest,
  reader: ClusterReader,
  signal: AbortSignal,
): Promise<Omit<ClusterAnswer, 'context'>> {
  const { namespace, sinceTime, grep, exclude, around, previous, cursor, maxTokens } = request;
  const target = { resource: await reader.resolve('pods', signal), name: request.pod, namespace };
  const pod = await findObject(target, reader, signal);
  const container = chooseContainer(pod, request.container);
  const isSearch = grep !== undefined || exclude !== undefined;
  const tailLines = request.tail ?? (isSearch || sinceTime !== undefined ? undefined : defaultTail);
  const question = ['logs', namespace, request.pod, container.name, previous, grep, exclude, around];
  const state = cursor === undefined ? undefined : readCursor(cursor, question, stateSchema);
  const instances = instancesOf(pod, container.name, previous).filter(
    (each) => each !== 'current' || state?.instance !== 'previous',
  );

  const read: ReadInstance[] = [];
  const failures: FailedInstance[] = [];
  let left = maxTokens;
  for (const instance of instances) {
    const until = state?.instance === instance ? state.until : undefined;
    // With a cursor, a tail would begin at another line than it did before.
    const query = {
      namespace,
      pod: request.pod,
      container: container.name,
      previous: instance === 'previous',
      sinceTime,
    };
    const lines = reader.logs({ ...query, tailLines: state === undefined ? tailLines : undefined }, signal);
    const search = { grep, exclude, around, until, maxTokens: Math.max(left, 1) };
    const findings = await readInstance(() => scanLog(lines, search));
    if (AppError.isInstance(findings)) {
      failures.push({ instance, failure: findings });
      continue;
    }
    const text = describeEntries(findings.entries, isSearch);
    read.push({ instance, findings, text });
    left -= text.reduce((sum, line) => sum + tokensOf(line), 0);
    if (findings.dropped.count > 0) break;
  }
  const [failed] = failures;
  if (failed !== undefined && read.length === 0) throw failed.failure;
  const unscheduled = isUnscheduled(pod) ? ' The pod is not scheduled to a node, so that it has no log.' : '';
  return {
    summary: `${summarize(request, { read, container, isSearch, tailLines })}${describeFailures(failures)}${unscheduled}`,
    data: read
      .toReversed()
      .flatMap(({ instance, text }) => (instances.length > 1 ? [`# ${headings[instance]}`, ...text] : text))
      .join('\n'),
    ...toMore(read, instances.slice(read.length + failures.length), question),
  };
}

interface ReadInstance {
  readonly instance: Instance;
  readonly findings: LogFindings;
  readonly text: readonly string[];
}

interface FailedInstance {
  readonly instance: Instance;
  readonly failure: AppError;
}

/** Reads one log; its failure does not hide the other. */
async function readInstance(read: () => Promise<LogFindings>): Promise<LogFindings | AppError> {
  try {
    return await read();
  } catch (thrown) {
    if (AppError.isInstance(thrown) && refusals.has(thrown.code) && thrown.details === undefined) return thrown;
    throw thrown;
  }
}

const refusals: ReadonlySet<string> = new Set(['NOT_FOUND', 'VALIDATION_ERROR']);

function describeFailures(failures: readonly FailedInstance[]): string {
  return failures
    .map(({ instance, failure }) => ` The log ${headings[instance]} was not read: ${failure.message}`)
    .join('');
}

/** Returns true for an unscheduled pod, whose log an API server returns as empty. */
function isUnscheduled(pod: KubeObject): boolean {
  return (textAt(pod, 'spec', 'nodeName') ?? '') === '';
}

const headings: Readonly<Record<Instance, string>> = {
  previous: 'before the last restart',
  current: 'since the last restart',
};

/** Returns the instances to read, the newest first. A container that never restarted has no previous one. */
function instancesOf(pod: KubeObject, container: string, previous: PodLogRequest['previous']): readonly Instance[] {
  if (previous !== 'merged') return [previous ? 'previous' : 'current'];
  const statuses = ['containerStatuses', 'initContainerStatuses'].flatMap((field) => objectsAt(pod, 'status', field));
  const status = statuses.find((each) => textAt(each, 'name') === container);
  return numberAt(status, 'restartCount') > 0 ? ['current', 'previous'] : ['current'];
}

function summarize(
  request: PodLogRequest,
  {
    read,
    container,
    isSearch,
    tailLines,
  }: { read: readonly ReadInstance[]; container: ChosenContainer; isSearch: boolean; tailLines: number | undefined },
): string {
  const others =
    request.container === undefined && container.others.length > 0
      ? ` Other containers: ${container.others.join(', ')}.`
      : '';
  const asked =
    tailLines === undefined || request.cursor !== undefined
      ? ''
      : ` Of each log the last ${tailLines} lines were asked for; raise tail, or give grep or since, to scan more.`;
  const found = read
    .toReversed()
    .map(
      ({ instance, findings }) =>
        `${read.length > 1 ? `${headings[instance]}: ` : ''}${summarizeLog(findings, isSearch)}`,
    );
  return `Container "${container.name}" of pod "${request.pod}".${others} ${found.join(' ')}${asked}`;
}

/** Returns the remainder: older entries, or the log before the last restart. */
function toMore(
  read: readonly ReadInstance[],
  unreadInstances: readonly Instance[],
  question: unknown,
): Pick<ClusterAnswer, 'more'> {
  const last = read.at(-1);
  const { count = 0, end } = last?.findings.dropped ?? {};
  if (last === undefined || count === 0) return {};
  const unread = unreadInstances.map((instance) => ` The log ${headings[instance]} was not read yet.`);
  return {
    more: {
      hint: `${count} older entries are left out.${unread.join('')} Narrow with grep, exclude or since.`,
      cursor: writeCursor(question, { instance: last.instance, until: end }),
    },
  };
}

/** The chosen container of a pod, and the other containers. */
interface ChosenContainer {
  readonly name: string;
  readonly others: readonly string[];
}

/**
 * Chooses a container as kubectl does: the requested one, else the pod's default, else the first.
 *
 * @throws AppError `NOT_FOUND` that lists the pod's containers.
 */
function chooseContainer(pod: KubeObject, wanted: string | undefined): ChosenContainer {
  const names = ['containers', 'initContainers', 'ephemeralContainers']
    .flatMap((field) => objectsAt(pod, 'spec', field))
    .map((container) => textAt(container, 'name') ?? '');
  const byDefault = annotationsOf(pod)['kubectl.kubernetes.io/default-container'];
  const name = wanted ?? (typeof byDefault === 'string' && names.includes(byDefault) ? byDefault : names[0]);
  if (name !== undefined && names.includes(name)) return { name, others: names.filter((each) => each !== name) };
  throw new AppError({
    code: 'NOT_FOUND',
    message: `Pod "${nameOf(pod)}" has no container "${(name ?? '').slice(0, 80)}". It has: ${names.join(', ')}.`,
    details: { field: 'container' },
  });
}
