import type { ClusterReport } from '@shipmate/domain/cluster';

/** A tool call of an investigation, and a model's view of its answer. */
export interface InvestigationCall {
  readonly tool: string;
  readonly input: object;
  readonly text: string;
}

/** Calls a read tool. */
export type CallTool = (tool: string, input: object) => Promise<{ readonly output: unknown; readonly text: string }>;

type Problem = ClusterReport['problems'][number];

/** The limits of an investigation. */
const most = { calls: 8, suspects: 2, answerTokens: 1_000 } as const;

/**
 * Investigates a cluster by a fixed procedure over the tools' answers, the same for every fault: the findings of the
 * rules, the objects that they name, the logs of their containers, and the objects that these refer to.
 */
export async function investigate(call: CallTool): Promise<readonly InvestigationCall[]> {
  const calls: InvestigationCall[] = [];

  async function look(tool: string, input: object): Promise<{ readonly output: unknown; readonly text: string }> {
    const isKnown = calls.some((each) => each.tool === tool && JSON.stringify(each.input) === JSON.stringify(input));
    if (isKnown || calls.length === most.calls) return { output: undefined, text: '' };
    const answer = await call(tool, { ...input, maxTokens: most.answerTokens });
    calls.push({ tool, input, text: answer.text });
    return answer;
  }

  const { output } = await look('find_problems', { limit: 10 });
  const { problems } = output as ClusterReport;
  if (problems.length === 0) {
    await look('kubectl_events', {});
    await look('kubectl_get', { resource: 'pods' });
  }
  for (const problem of suspectsOf(problems)) {
    const described = await describe(problem.object);
    const active = problem.evidence.find(({ path }) => path === 'status.active');
    const job = active && (await describe({ ...problem.object, kind: 'Job', name: active.value }));
    const logs = await readLogs(problem, job ?? described);
    for (const list of leadsOf(problem, { described, logs })) await look('kubectl_get', list);
  }
  return calls;

  async function describe({ kind, name, namespace }: Problem['object']): Promise<string> {
    return (await look('kubectl_describe', { resource: `${kind}/${name}`, namespace })).text;
  }

  async function readLogs(problem: Problem, described: string): Promise<string> {
    const source = logsOf(problem, described);
    if (source === undefined) return '';
    return (await look('kubectl_logs', { namespace: problem.object.namespace, ...source, tail: 15 })).text;
  }
}

/** Returns the worst problem of each of the first affected objects; symptoms only when there is nothing else. */
function suspectsOf(problems: readonly Problem[]): readonly Problem[] {
  const causes = problems.filter(({ isSymptom }) => !isSymptom);
  const byRoot = new Map<string, Problem>();
  for (const problem of causes.length > 0 ? causes : problems) {
    const { kind, namespace = '', name } = problem.root;
    const root = `${kind} ${namespace} ${name}`;
    if (!byRoot.has(root)) byRoot.set(root, problem);
  }
  return [...byRoot.values()].slice(0, most.suspects);
}

/** Returns the log query for a problem: a container that has run, or a pod of the affected object. */
function logsOf({ object, evidence }: Problem, described: string): object | undefined {
  if (object.kind !== 'Pod') {
    const pod = /^([a-z0-9.-]+): phase (?!Pending)/m.exec(described)?.[1];
    return pod === undefined ? undefined : { pod };
  }
  const paths = evidence.map(({ path }) => path).join(' ');
  if (!/terminated|restartCount|Ready/.test(paths)) return undefined;
  const container = /ontainerStatuses\[([^\]]+)\]/.exec(paths)?.[1];
  return {
    pod: object.name,
    previous: paths.includes('restartCount'),
    ...(container !== undefined && { container }),
  };
}

/** Returns the lists to read for objects that are named but missing or not responding. */
function leadsOf(
  { object: { namespace } }: Problem,
  { described, logs }: { readonly described: string; readonly logs: string },
): readonly object[] {
  const leads: object[] = [];
  if (
    /\b(?:dial|lookup|no such host|(?:connection|connect) refused|ECONN\w+|timed out|timeout|cannot reach)\b/i.test(
      logs,
    )
  ) {
    leads.push(
      { resource: 'services' },
      { resource: 'networkpolicies', columns: ['.metadata.namespace', '.metadata.name', '.spec'] },
    );
  }
  if (/is forbidden: User/.test(logs)) {
    leads.push({ resource: 'rolebindings', namespace, columns: ['.metadata.name', '.roleRef.name', '.subjects'] });
  }
  for (const [resource, missing] of [
    ['configmaps', /configmap[^\n]*(?:not found|does not exist|missing)/i],
    ['secrets', /secret[^\n]*(?:not found|does not exist|missing)/i],
    ['serviceaccounts', /service ?account[^\n]*(?:not found|does not exist|missing)/i],
  ] as const) {
    if (missing.test(`${described}\n${logs}`)) leads.push({ resource, namespace });
  }
  return leads;
}
