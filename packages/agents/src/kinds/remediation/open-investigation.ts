import { type ClusterReport, clusterReportSchema } from '@shipmate/domain/cluster';
import type { Opening, OpeningCall } from '../../flows/opening-call.ts';

type Problem = ClusterReport['problems'][number];

/** Bounds of each answer. */
const size = { maxTokens: 1_000, logLines: 15 } as const;

const endOfContainer = /ontainerStatuses\[([^\]]*)\]\.(state|lastState)\.terminated/;

/**
 * Returns the calls that begin the investigation of an issue: the rules' findings, the description of the worst cause that the issue
 * names, and the log of its container if that ended. Each of them replaces a turn of the model.
 */
export function openInvestigation(issue: string): Opening {
  return {
    call: { tool: 'find_problems', input: { limit: 10, maxTokens: size.maxTokens } },
    follow: (report) => followFindings(report, issue),
  };
}

function followFindings(report: unknown, issue: string): readonly OpeningCall[] {
  const { data } = clusterReportSchema.safeParse(report);
  const cause = findCause(data?.problems ?? [], issue);
  if (cause === undefined) return [];
  const { kind, name, namespace } = cause.object;
  const place = namespace === undefined ? {} : { namespace };
  const { maxTokens } = size;
  return [
    { tool: 'kubectl_describe', input: { resource: `${kind}/${name}`, ...place, maxTokens } },
    ...toLogCalls(cause),
  ];
}

/** Returns the worst cause that shares the most names with an issue; of equal ones, that of a container that ended. */
function findCause(problems: readonly Problem[], issue: string): Problem | undefined {
  const words = new Set(issue.toLowerCase().match(/[a-z0-9][a-z0-9.-]*[a-z0-9]/g));
  const shared = ({ object, root }: Problem): number =>
    new Set([object.name, root.name, object.namespace ?? ''].filter((name) => words.has(name))).size;
  const ended = ({ evidence }: Problem): number => Number(evidence.some(({ path }) => endOfContainer.test(path)));
  const [cause] = problems
    .filter(({ isSymptom }) => !isSymptom)
    .toSorted((one, other) => shared(other) - shared(one) || ended(other) - ended(one));
  return cause;
}

/** A container that was killed for its memory has no last words. */
function toLogCalls({ object: { kind, namespace, name }, evidence, reason }: Problem): readonly OpeningCall[] {
  const end = evidence.find(({ path }) => endOfContainer.test(path));
  if (end === undefined || namespace === undefined || reason === 'OOMKilled') return [];
  const [, container = '', state] = endOfContainer.exec(end.path) ?? [];
  const pod = kind === 'Pod' ? name : end.of?.replace(/^pod\//, '');
  if (pod === undefined) return [];
  const input = {
    pod,
    namespace,
    previous: state === 'lastState',
    tail: size.logLines,
    maxTokens: size.maxTokens,
    ...(container !== '' && { container }),
  };
  return [{ tool: 'kubectl_logs', input }];
}
