import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bindTools, type BoundTool, createToolExecutionContext, type JsonValue, type Principal } from '@shipmate/core';
import { createTestDatabase, createTestTenant, type TestDatabase } from '@shipmate/db/testing';
import type { Recommendation } from '@shipmate/domain/recommendation';
import { createToolStorage } from '@shipmate/domain/tool-storage';
import { type Cluster, createCluster } from '@shipmate/kube-sim';
import { createKubernetesClient } from '@shipmate/tools';
import { createInlineCompute, openTestTools } from '@shipmate/tools/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { recommend } from '../src/flows/recommend/recommend.ts';
import { type Choice, createChoosingModel } from './choosing-model.ts';
import { createTestCrd } from './create-test-crd.ts';

/** Custom resources of the cluster, without descriptions, as many operators leave them. */
const customKinds: readonly (readonly [group: string, ...kinds: readonly string[]])[] = [
  ['postgresql.cnpg.io', 'Cluster', 'Pooler', 'ScheduledBackup', 'Database'],
  ['cert-manager.io', 'Certificate', 'CertificateRequest', 'Issuer', 'ClusterIssuer'],
  ['acme.cert-manager.io', 'Order', 'Challenge'],
  ['kafka.strimzi.io', 'Kafka', 'KafkaTopic', 'KafkaUser', 'KafkaConnector', 'KafkaNodePool'],
  ['keda.sh', 'ScaledObject', 'ScaledJob', 'TriggerAuthentication'],
  ['external-secrets.io', 'ExternalSecret', 'SecretStore', 'ClusterSecretStore', 'PushSecret'],
  ['velero.io', 'Backup', 'Restore', 'Schedule', 'DownloadRequest'],
];

/** Specs of built-in kinds that the cluster accepts; every other kind gets an empty one. */
const specs: Readonly<Record<string, object>> = {
  CronJob: {
    schedule: '30 2 * * *',
    jobTemplate: {
      spec: {
        template: { spec: { restartPolicy: 'Never', containers: [{ name: 'report', image: 'shop/report:1' }] } },
      },
    },
  },
  NetworkPolicy: { podSelector: {}, policyTypes: ['Egress'] },
  Ingress: { defaultBackend: { service: { name: 'web', port: { number: 80 } } } },
  HorizontalPodAutoscaler: {
    scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
    minReplicas: 2,
    maxReplicas: 6,
    metrics: [{ type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 70 } } }],
  },
  PodDisruptionBudget: { minAvailable: 1, selector: { matchLabels: { app: 'web' } } },
};

/** Intents with the kind that fulfils them, and the phrasings in Kubernetes terms for which the flow asks its model. */
const intents: readonly (readonly [intent: string, kind: string, apiVersion: string, phrasings: readonly string[]])[] =
  [
    [
      'Keep a TLS certificate for shop.example.com renewed',
      'Certificate',
      'cert-manager.io/v1',
      ['certificate for a DNS name', 'certificate renewal'],
    ],
    [
      'A PostgreSQL database for orders that survives the loss of a node',
      'Cluster',
      'postgresql.cnpg.io/v1',
      ['highly available PostgreSQL cluster', 'postgres replicas with failover'],
    ],
    ['Write a report every night', 'CronJob', 'batch/v1', ['cron job', 'run a job on a schedule']],
    [
      'Block outgoing traffic from the payments namespace',
      'NetworkPolicy',
      'networking.k8s.io/v1',
      ['network policy deny egress', 'egress firewall of pods'],
    ],
    [
      'Scale the worker with the length of its queue',
      'ScaledObject',
      'keda.sh/v1',
      ['event-driven autoscaling', 'scale a deployment on queue length'],
    ],
    [
      'Read the password of the database from Vault',
      'ExternalSecret',
      'external-secrets.io/v1',
      ['external secret', 'sync a secret from Vault'],
    ],
    [
      'Reach the shop from the internet under shop.example.com',
      'Ingress',
      'networking.k8s.io/v1',
      ['ingress for a hostname', 'expose a service over HTTP'],
    ],
    [
      'More replicas of the web server when its CPU is busy',
      'HorizontalPodAutoscaler',
      'autoscaling/v2',
      ['horizontal pod autoscaler', 'scale replicas on CPU'],
    ],
    ['A Kafka topic for order events', 'KafkaTopic', 'kafka.strimzi.io/v1', ['kafka topic', 'event stream partitions']],
    [
      'Keep one web server available while nodes are drained',
      'PodDisruptionBudget',
      'policy/v1',
      ['pod disruption budget', 'minimum available pods'],
    ],
  ];

const phrasingsOf = (intent: string): readonly string[] => intents.find(([each]) => each === intent)?.[3] ?? [];

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase('pglite');
});
afterAll(() => database.close());

interface Kind {
  readonly kind: string;
  readonly apiVersion: string;
}

/** Reads the kinds that a search returned and that can be created, best first. */
function readKinds(result: string): readonly Kind[] {
  return [...result.matchAll(/^- (\w+) \(([^,)]+)([^)]*)\)/gm)]
    .filter(([, , , facts = '']) => !facts.includes('read-only'))
    .map(([, kind = '', apiVersion = '']) => ({ kind, apiVersion }));
}

/** Searches with the person's words and phrasings of them, proposes the first three results, and writes an object of the chosen kind. */
function chooseBest({ question, turn, resultOf }: Choice) {
  const submit = (input: JsonValue) => [{ name: 'submit_answer', input }];
  const solution = /The solution: (.*)/.exec(question)?.[1];
  if (solution !== undefined) {
    if (!question.includes('Answers of the user')) return submit({ questions: [] });
    const { kinds } = JSON.parse(solution) as { readonly kinds: readonly Kind[] };
    return submit({ manifests: kinds.map((kind) => `---\n${toManifest(kind)}`).join('') });
  }
  const query = /Request: (.*)/.exec(question)?.[1] ?? '';
  if (turn === 0) return [{ name: 'search_capabilities', input: { query, phrasings: phrasingsOf(query), limit: 5 } }];
  const kinds = readKinds(resultOf('search_capabilities')).slice(0, 3);
  const [best] = kinds;
  if (!best) throw new Error(`The search returned nothing for "${query}".`);
  if (turn === 1) return [{ name: 'get_resource_schema', input: { ...best } }];
  const solutions = kinds.map((kind, place) => {
    return { title: kind.kind, description: `Result ${place + 1}.`, kinds: [{ ...kind }], score: 90 - place };
  });
  return submit({ solutions });
}

function toManifest({ kind, apiVersion }: Kind): string {
  return stringify({ apiVersion, kind, metadata: { name: 'web', namespace: 'shop' }, spec: specs[kind] ?? {} });
}

/** Opens the flow over a cluster with these custom resources. */
async function openFlow(kinds: typeof customKinds) {
  await using stack = new AsyncDisposableStack();
  const cluster: Cluster = await createCluster();
  stack.defer(() => cluster.close());
  cluster.objects.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } });
  for (const [group, ...names] of kinds) for (const name of names) cluster.objects.apply(createTestCrd(group, name));
  const folder = await mkdtemp(join(tmpdir(), 'kubeconfig-'));
  stack.defer(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'config'), cluster.kubeconfig());
  const kubernetes = createKubernetesClient({ environment: { KUBECONFIG: join(folder, 'config') } });
  if (!kubernetes) throw new Error('The environment names a cluster.');
  stack.defer(() => kubernetes.close());
  const { unitOfWork } = database;
  const { principal } = await createTestTenant(unitOfWork);
  const opened = openTestTools(createToolStorage(unitOfWork), { ports: { kubernetes } });
  const model = createChoosingModel(chooseBest);
  const [flow] = bindTools([recommend], {
    unitOfWork,
    kubernetes,
    compute: createInlineCompute(),
    tools: Object.values(opened.registry.getAll()),
    models: { get: () => model },
  });
  const owned = stack.move();
  const call = async (input: JsonValue) => {
    const tool = flow as BoundTool;
    const output = await tool.execute(tool.parse(input), createToolExecutionContext({ principal }));
    return output as { readonly proposalId: string; readonly status: string };
  };
  return { principal, call, close: () => owned.disposeAsync() };
}

async function readWork(proposalId: string, principal: Principal): Promise<Recommendation> {
  const { work } = await database.unitOfWork.stores.proposals.get(principal, proposalId);
  if (work.flow !== 'recommend') throw new Error('The proposal is no recommendation.');
  return work;
}

let flow: Awaited<ReturnType<typeof openFlow>>;
beforeAll(async () => {
  flow = await openFlow(customKinds);
});
afterAll(() => flow.close());

it.each(intents)(
  'recommend leads from "%s" over the first three search results to a %s',
  async (intent, kind, apiVersion) => {
    const { proposalId } = await flow.call({ intent });
    const { solutions } = await readWork(proposalId, flow.principal);
    const solution = solutions.find(({ kinds }) => kinds.some((each) => each.kind === kind));
    expect(solution).toMatchObject({ kinds: [{ kind, apiVersion }], problems: [], score: { available: 1 } });
    const input = { proposalId, solution: solution?.id ?? '', answers: { namespace: 'shop' } };
    expect(await flow.call(input)).toMatchObject({ status: 'ready' });
    const { chosen } = await readWork(proposalId, flow.principal);
    expect(chosen?.tried).toMatchObject([{ object: `${kind} shop/web`, change: 'created' }]);
  },
);

it('recommend does not propose a kind that the search cannot find', async () => {
  const other = await openFlow(customKinds.filter(([group]) => !group.includes('cert-manager')));
  const { proposalId } = await other.call({ intent: intents[0]?.[0] ?? '' });
  const kinds = (await readWork(proposalId, other.principal)).solutions.flatMap((solution) => solution.kinds);
  expect(kinds).not.toContainEqual({ kind: 'Certificate', apiVersion: 'cert-manager.io/v1' });
  await other.close();
});
