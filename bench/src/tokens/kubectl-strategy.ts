import type { DataRequest, KubectlOutput } from './kubectl-output.ts';

/** Returns the requests of one round, each with its rationale. */
type Round = (issue: string, seen: readonly KubectlOutput[]) => readonly DataRequest[];

/**
 * Investigates by a fixed procedure over kubectl's output, the same for every fault, as thorough as the prompt asks for: the object
 * that the issue names with the pods and warnings around it, then the unhealthy ones of these and their logs, then their owners and
 * the objects they point to, and finally everything in the namespace and the cluster-scoped objects.
 */
export const kubectlRounds: readonly Round[] = [
  listSurroundings,
  describeSuspects,
  followLeads,
  listNamespace,
  listCluster,
];

const maxSuspects = 2;

function listSurroundings(issue: string): readonly DataRequest[] {
  const place = placeOf(issue);
  const [, kind = '', name] = /\b(deployment|cron job|job|service) ([a-z][\w-]*) in the\b/.exec(issue) ?? [];
  return [
    ...(name === undefined
      ? []
      : [describe({ kind: kind.replace(' ', ''), name, ...place }, 'It is what the issue is about.')]),
    { type: 'get', resource: 'pods', ...withPlace(place), rationale: 'See which pods are not well.' },
    {
      type: 'get',
      resource: 'events',
      ...withPlace(place, ['--field-selector=type=Warning']),
      rationale: 'See what the cluster complains about.',
    },
  ];
}

function describeSuspects(issue: string, seen: readonly KubectlOutput[]): readonly DataRequest[] {
  return [
    ...suspectPods(seen).flatMap((pod) => [
      describe({ kind: 'pod', ...pod }, 'It is not ready: conditions, states and events tell why.'),
      ...logsOf(pod),
    ]),
    ...complaints(seen).map((object) => describe(object, 'There are warnings about it.')),
    ...activeJobs(issue, seen),
  ];
}

/** Requests the logs of jobs that a described cron job waits for. */
function activeJobs(issue: string, seen: readonly KubectlOutput[]): readonly DataRequest[] {
  const [, job] = /^Active Jobs: +(\S+-\d+)/m.exec(textOf(seen)) ?? [];
  if (job === undefined) return [];
  const args = ['--tail=50'];
  return [{ type: 'logs', resource: `job/${job}`, ...placeOf(issue), args, rationale: 'It has not ended.' }];
}

function followLeads(_issue: string, seen: readonly KubectlOutput[]): readonly DataRequest[] {
  const text = textOf(seen);
  const owners = suspectPods(seen).flatMap(({ owner, namespace }) =>
    owner === undefined ? [] : [describe({ ...owner, namespace }, 'It makes the pods that are not ready.')],
  );
  const [pod] = suspectPods(seen);
  const namespace = pod?.namespace;
  const leads: DataRequest[] = [];
  if (/\b(?:dial|lookup|no such host|refused|timed out|timeout|cannot reach)\b/i.test(text)) {
    leads.push(
      { type: 'get', resource: 'services', args: ['-A'], rationale: 'See whether what is called is there.' },
      { type: 'get', resource: 'networkpolicies', args: ['-A'], rationale: 'See whether a policy is in the way.' },
    );
  }
  if (/is forbidden: User/.test(text)) {
    leads.push({ type: 'get', resource: 'rolebindings', namespace, rationale: 'See who may do what.' });
  }
  for (const [resource, missing] of [
    ['configmaps', /configmap[^\n]*not found|couldn't find key[^\n]* in ConfigMap/i],
    ['secrets', /secret[^\n]*(?:not found|missing)|couldn't find key[^\n]* in Secret/i],
    ['serviceaccounts', /serviceaccount[^\n]*not found/i],
  ] as const) {
    if (missing.test(text)) leads.push({ type: 'get', resource, namespace, rationale: 'See what there is instead.' });
  }
  const [, webhook] = /https:\/\/[\w-]+\.([\w-]+)\.svc\b/.exec(text) ?? [];
  if (webhook !== undefined) {
    leads.push({
      type: 'get',
      resource: 'pods,services',
      namespace: webhook,
      rationale: 'See why it does not answer.',
    });
  }
  return [...owners, ...leads];
}

function listNamespace(issue: string): readonly DataRequest[] {
  const kinds =
    'deployments,statefulsets,jobs,cronjobs,services,endpoints,ingresses,networkpolicies,horizontalpodautoscalers,' +
    'persistentvolumeclaims,configmaps,resourcequotas,limitranges';
  return [{ type: 'get', resource: kinds, ...withPlace(placeOf(issue)), rationale: 'See what else is there.' }];
}

function listCluster(): readonly DataRequest[] {
  const kinds =
    'nodes,storageclasses,ingressclasses,apiservices,validatingwebhookconfigurations,mutatingwebhookconfigurations';
  return [
    { type: 'get', resource: kinds, rationale: 'See whether something of the whole cluster is in the way.' },
    { type: 'get', resource: 'deployments,services', args: ['-A'], rationale: 'See what it depends on elsewhere.' },
  ];
}

interface Place {
  readonly namespace?: string | undefined;
}

interface NamedObject extends Place {
  readonly kind: string;
  readonly name: string;
}

interface SuspectPod {
  readonly name: string;
  readonly namespace: string;
  readonly owner: { readonly kind: string; readonly name: string } | undefined;
  readonly container: string | undefined;
  readonly hasRun: boolean;
  readonly hasRestarted: boolean;
}

/** Returns the namespace that an issue names. */
function placeOf(issue: string): Place {
  return { namespace: /\bthe ([a-z][\w-]*) namespace\b/.exec(issue)?.[1] };
}

function withPlace({ namespace }: Place, args: readonly string[] = []): Pick<DataRequest, 'namespace' | 'args'> {
  if (namespace === undefined) return { args: ['-A', ...args] };
  return { namespace, ...(args.length > 0 && { args }) };
}

function describe({ kind, name, namespace }: NamedObject, rationale: string): DataRequest {
  return {
    type: 'describe',
    resource: `${kind.toLowerCase()}/${name}`,
    namespace,
    rationale,
  };
}

/** Requests the logs of a container that has run, limited to the lines that are needed. */
function logsOf({ name, namespace, container, hasRun, hasRestarted }: SuspectPod): readonly DataRequest[] {
  if (!hasRun) return [];
  const args = [
    ...(container === undefined ? [] : ['-c', container]),
    ...(hasRestarted ? ['--previous', '--tail=20'] : ['--tail=50']),
  ];
  return [{ type: 'logs', resource: name, namespace, args, rationale: 'Read what it wrote.' }];
}

/** Returns one unhealthy pod of each owner. */
function suspectPods(seen: readonly KubectlOutput[]): readonly SuspectPod[] {
  const byOwner = new Map<string, SuspectPod>();
  for (const item of itemsOf(seen, 'pods')) {
    if (!/^ {6}ready: false$|^ {4}phase: (?:Pending|Failed)$|deletionTimestamp:|^ {6}restartCount: [1-9]/m.test(item))
      continue;
    const name = fieldOf(item, /^ {4}name: (\S+)$/m);
    const kind = fieldOf(item, /^ {6}kind: (\S+)$/m);
    const owner = fieldOf(item, /^ {6}name: (\S+)\n {6}uid:/m);
    const restarted = /^ {6}name: (\S+)\n {6}ready: \w+\n {6}restartCount: [1-9]/m.exec(item);
    const pod: SuspectPod = {
      name: name ?? '',
      namespace: fieldOf(item, /^ {4}namespace: (\S+)$/m) ?? '',
      owner: kind === undefined || owner === undefined ? undefined : toMaker(kind, owner),
      container: restarted?.[1],
      hasRun: /containerID: \S/.test(item),
      hasRestarted: restarted !== null,
    };
    const key = owner ?? pod.name;
    if (!byOwner.has(key)) byOwner.set(key, pod);
  }
  return [...byOwner.values()].slice(0, maxSuspects);
}

/** Returns the object that a user wrote: the deployment instead of its replica set. */
function toMaker(kind: string, name: string): { readonly kind: string; readonly name: string } {
  return kind === 'ReplicaSet' ? { kind: 'deployment', name: name.replace(/-[a-z0-9]+$/, '') } : { kind, name };
}

/** Returns the objects of warning events, without pods. */
function complaints(seen: readonly KubectlOutput[]): readonly NamedObject[] {
  const objects = itemsOf(seen, 'events').map((item) => ({
    kind: fieldOf(item, /involvedObject:\n(?: {4}.*\n)*? {4}kind: (\S+)/) ?? 'Pod',
    name: fieldOf(item, /involvedObject:\n(?: {4}.*\n)*? {4}name: (\S+)/) ?? '',
    namespace: fieldOf(item, /involvedObject:\n(?: {4}.*\n)*? {4}namespace: (\S+)/),
  }));
  const others = objects.filter(({ kind }) => kind !== 'Pod');
  return [...new Map(others.map((each) => [`${each.kind}/${each.name}`, each])).values()].slice(0, maxSuspects);
}

/** Returns the items of all printed lists of a resource. */
function itemsOf(seen: readonly KubectlOutput[], resource: string): readonly string[] {
  return seen
    .filter(({ request, isError }) => request.resource === resource && !isError)
    .flatMap(({ output }) => output.split(/^(?=- apiVersion:)/m).slice(1));
}

function fieldOf(item: string, pattern: RegExp): string | undefined {
  return pattern.exec(item)?.[1];
}

function textOf(seen: readonly KubectlOutput[]): string {
  return seen.map(({ output }) => output).join('\n');
}
