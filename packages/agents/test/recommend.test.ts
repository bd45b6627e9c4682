import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  bindTools,
  type BoundTool,
  type ChatModel,
  createToolExecutionContext,
  type JsonValue,
  type Principal,
} from '@shipmate/core';
import { createTestDatabase, createTestTenant, type TestDatabase } from '@shipmate/db/testing';
import { newId } from '@shipmate/domain';
import type { Recommendation } from '@shipmate/domain/recommendation';
import { createToolStorage } from '@shipmate/domain/tool-storage';
import { savePattern } from '@shipmate/domain/use-cases';
import { type Cluster, createCluster } from '@shipmate/kube-sim';
import { createDemoModel } from '@shipmate/providers';
import { createKubernetesClient } from '@shipmate/tools';
import { createInlineCompute, openTestTools } from '@shipmate/tools/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoScript } from '../src/demo/index.ts';
import { exportRecommendationTool } from '../src/flows/recommend/export-recommendation-tool.ts';
import { recommend } from '../src/flows/recommend/recommend.ts';
import { type FlowScript, type FlowTurn, flowWires, scriptFlows } from './flow-models.ts';
import { databaseDefinition, type Recommended, recommended } from './recommended-manifests.ts';

let database: TestDatabase;
let cluster: Cluster;
let folder: string;
let principal: Principal;
let kubernetes: NonNullable<ReturnType<typeof createKubernetesClient>>;
let tools: readonly BoundTool[];

beforeAll(async () => {
  database = await createTestDatabase('pglite');
  const { unitOfWork } = database;
  ({ principal } = await createTestTenant(unitOfWork));
  cluster = await createCluster();
  cluster.objects.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } });
  cluster.objects.apply(databaseDefinition);
  folder = await mkdtemp(join(tmpdir(), 'kubeconfig-'));
  await writeFile(join(folder, 'config'), cluster.kubeconfig());
  const client = createKubernetesClient({ environment: { KUBECONFIG: join(folder, 'config') } });
  if (!client) throw new Error('The environment names a cluster.');
  kubernetes = client;
  tools = Object.values(openTestTools(createToolStorage(unitOfWork), { ports: { kubernetes } }).registry.getAll());
});
afterAll(async () => {
  await kubernetes.close();
  await cluster.close();
  await database.close();
  await rm(folder, { recursive: true });
});

/** Binds the flow and the tools that follow it to one model; the returned function calls a tool. */
function open(model: ChatModel, as = principal) {
  const { unitOfWork } = database;
  const flow = bindTools([recommend, exportRecommendationTool], {
    unitOfWork,
    kubernetes,
    compute: createInlineCompute(),
    tools,
    models: { get: () => model },
  });
  const byName = new Map([...tools, ...flow].map((tool) => [tool.name, tool]));
  return async (name: string, input: JsonValue, report?: (text: string) => void) => {
    const tool = byName.get(name);
    if (!tool) throw new Error(`There is no ${name}.`);
    const context = createToolExecutionContext({ principal: as, ...(report && { report }) });
    const output = (await tool.execute(tool.parse(input), context)) as {
      readonly [key: string]: string;
    };
    return { output, text: tool.toModel(output) };
  };
}

async function readWork(proposalId = ''): Promise<Recommendation> {
  const { work } = await database.unitOfWork.stores.proposals.get(principal, proposalId);
  if (work.flow !== 'recommend') throw new Error('It recommends nothing.');
  return work;
}

const name = { name: 'name', text: 'What is it called?', type: 'string', required: true, suggestion: 'web' };

/** Scripts a model that finds two solutions, asks one question about each, and writes the manifests of the first. */
function scriptOf({ intent, kinds, manifests }: Recommended): readonly FlowScript[] {
  return [
    { about: [intent, 'Answers of the user'], turns: [{ answer: { manifests } }] },
    { about: [intent, 'The solution:'], turns: [{ answer: { questions: [name] } }] },
    { about: [intent], turns: findTurns({ intent, kinds }) },
  ];
}

function findTurns(
  { intent, kinds }: Pick<Recommended, 'intent' | 'kinds'>,
  patterns: readonly string[] = [],
): readonly FlowTurn[] {
  const own = {
    title: 'As it is done',
    description: 'It does that.',
    kinds: [...kinds],
    patterns: [...patterns],
    score: 60,
  };
  const other = {
    title: 'By an operator',
    description: 'It does more.',
    kinds: [{ apiVersion: 'operators.example.com/v1', kind: 'Everything' }],
    patterns: [],
    score: 99,
  };
  return [
    {
      calls: [
        { name: 'search_capabilities', input: { query: intent } },
        { name: 'search_patterns', input: { intent } },
      ],
    },
    { calls: [{ name: 'get_resource_schema', input: { ...(kinds[0] ?? { kind: 'Pod' }) } }] },
    { answer: { solutions: [other, own] } },
  ];
}

/** Takes an intent through the flow to manifests. */
async function workOut(call: ReturnType<typeof open>, intent: string, answers: JsonValue = { namespace: 'shop' }) {
  const { output, text } = await call('recommend', { intent });
  const { proposalId = '' } = output;
  const [solution] = (await readWork(proposalId)).solutions;
  if (!solution) throw new Error('There is no solution.');
  const written = await call('recommend', { proposalId, solution: solution.id, answers });
  return { proposalId, text, solution, written };
}

it.each(recommended)('recommend writes manifests that the cluster accepts for "$intent"', async (one) => {
  const call = open(scriptFlows(...scriptOf(one)));
  const { proposalId, solution, written } = await workOut(call, one.intent);
  expect(solution).toMatchObject({ title: 'As it is done', agentScore: 60, problems: [], score: { available: 1 } });
  expect(solution.questions.map((question) => question.name)).toEqual(['namespace', 'name']);
  expect(written.output).toMatchObject({ status: 'ready' });
  const { chosen } = await readWork(proposalId);
  expect(chosen).toMatchObject({ answers: { namespace: 'shop', name: 'web' }, manifests: one.manifests });
  expect(chosen?.tried.map(({ change }) => change)).toEqual(one.kinds.map(() => 'created'));
});

const demo = createDemoModel({ script: demoScript, pacing: 0 });

const demoChoices: readonly {
  readonly intent: string;
  readonly kind: string;
  readonly answers: Readonly<Record<string, JsonValue>>;
  readonly manifests: RegExp;
}[] = [
  {
    intent: 'A web server called shop',
    kind: 'Deployment',
    answers: { image: 'nginx:1.29' },
    manifests: /name: shop\n {2}namespace: shop[^]*replicas: 1$/m,
  },
  {
    intent: 'A report every night',
    kind: 'CronJob',
    answers: { image: 'shop/report:1' },
    manifests: /schedule: 0 2 \* \* \*[^]*image: shop\/report:1$/m,
  },
  {
    intent: 'Block outgoing traffic',
    kind: 'NetworkPolicy',
    answers: { denies: ['Egress'] },
    manifests: /podSelector: \{\}[^]*- Egress$/m,
  },
  {
    intent: 'A relational database',
    kind: 'Database',
    answers: { engine: 'mysql' },
    manifests: /kind: Database[^]*engine: mysql$/m,
  },
];

it.each(demoChoices)('recommend with the demo model turns "$intent" into a $kind from the search', async (choice) => {
  const call = open(demo);
  const { output, text } = await call('recommend', { intent: choice.intent });
  const { proposalId = '' } = output;
  expect(text).toMatch(/The demo model, a script, took it from the search.*its score is that rank.*ANTHROPIC_API_KEY/);
  const solution = (await readWork(proposalId)).solutions.find(({ title }) => title === choice.kind);
  const answers = { ...choice.answers, namespace: 'shop' };
  const written = await call('recommend', { proposalId, solution: solution?.id ?? '', answers });
  expect(written.output).toMatchObject({ status: 'ready' });
  expect(written.text).toContain('# The demo model, a script, wrote the smallest object');
  expect((await readWork(proposalId)).chosen?.manifests).toMatch(choice.manifests);
});

it('recommend with the demo model names what it can write when the search finds none of it', async () => {
  await expect(open(demo)('recommend', { intent: 'Brew coffee' })).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringMatching(
      /It writes Deployment, .* and custom resources\. Set a key such as ANTHROPIC_API_KEY/,
    ),
  });
});

it.each(flowWires)('recommend works over the wire format of $name', async (wire) => {
  const [one] = recommended as readonly [Recommended];
  const ask = { answer: { questions: [name] } };
  await using provider = await wire.open([...findTurns(one), ask, ask, { answer: { manifests: one.manifests } }]);
  const { written } = await workOut(open(provider.model), one.intent);
  expect(written.output).toMatchObject({ status: 'ready' });
});

describe('solutions', () => {
  it('are scored by the capabilities of the cluster, separately from the score of the agent', async () => {
    const [one] = recommended.slice(-1) as [Recommended];
    const { text, proposalId } = await workOut(open(scriptFlows(...scriptOf(one))), one.intent);
    const { solutions } = await readWork(proposalId);
    expect(solutions.map(({ title, agentScore, score }) => [title, agentScore, score.total])).toEqual([
      ['As it is done', 60, 90],
      ['By an operator', 99, 0],
    ]);
    expect(text).toContain('Score by what the cluster has: 90 of 100 (intent covered 100 %, kinds served 100 %');
    expect(text).toContain('The cluster serves no Everything in operators.example.com/v1.');
  });

  it('follow only patterns of the organization', async () => {
    const { unitOfWork } = database;
    await savePattern(unitOfWork, principal, {
      kind: 'policy',
      title: 'Caches are replicated',
      tags: ['cache'],
      source: null,
      body: 'A cache has three replicas.',
    });
    const intent = 'a cache that follows our policy';
    const kinds = [{ apiVersion: 'apps/v1', kind: 'Deployment' }];
    const [look, schema, invented] = findTurns({ intent, kinds }, ['Caches are green']) as [
      FlowTurn,
      FlowTurn,
      FlowTurn,
    ];
    const [, , followed] = findTurns({ intent, kinds }, ['Caches are replicated']) as [FlowTurn, FlowTurn, FlowTurn];
    const call = open(
      scriptFlows(
        { about: ['The solution:'], turns: [{ answer: { questions: [] } }] },
        { about: [intent], turns: [look, schema, invented, followed] },
      ),
    );
    const { output } = await call('recommend', { intent });
    const [first] = (await readWork(output['proposalId'])).solutions;
    expect(first).toMatchObject({ patterns: ['Caches are replicated'], score: { patterns: 1 } });
  });
});

describe('manifests', () => {
  const [one] = recommended as readonly [Recommended];
  const misspelt = one.manifests.replace('replicas: 2', 'replcas: 2');
  const scripted = (...turns: readonly FlowScript[]) => scriptFlows(...turns, ...scriptOf(one).slice(1));

  it('are written again with the error when the cluster rejects them', async () => {
    const model = scripted(
      { about: [one.intent, 'The cluster refused'], turns: [{ answer: { manifests: one.manifests } }] },
      { about: [one.intent, 'Answers of the user'], turns: [{ answer: { manifests: misspelt } }] },
    );
    const reported: string[] = [];
    const call = open(model);
    const { proposalId = '' } = (await call('recommend', { intent: one.intent })).output;
    const [solution] = (await readWork(proposalId)).solutions;
    const choice = { proposalId, solution: solution?.id ?? '', answers: { namespace: 'shop' } };
    const written = await call('recommend', choice, (text) => void reported.push(text));
    expect(written.output).toMatchObject({ status: 'ready' });
    expect(reported).toEqual([
      'Attempt 1: the cluster refuses 1 of 2 objects.\n',
      'Attempt 2: the cluster refuses 0 of 2 objects.\n',
    ]);
    const last = JSON.stringify(model.requests.at(-1)?.messages);
    expect(last).toMatch(/Deployment shop\/web: REFUSED: .*replcas/);
  });

  it('are not ready and not exportable, but stored, when the cluster still rejects them', async () => {
    const model = scripted({
      about: [one.intent, 'Answers of the user'],
      turns: [{ answer: { manifests: misspelt } }],
    });
    const call = open(model);
    const { proposalId, written } = await workOut(call, one.intent);
    expect(written.output).toMatchObject({ status: 'asking' });
    expect(written.text).toMatch(/refuses 1\.\n<untrusted source="object">\n# Deployment shop\/web: REFUSED/);
    expect((await readWork(proposalId)).chosen?.manifests).toBe(misspelt);
    await expect(call('export_recommendation', { proposalId })).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('become a Helm chart on export, and objects of the cluster when they are applied', async () => {
    const call = open(scriptFlows(...scriptOf(one)));
    const { proposalId } = await workOut(call, one.intent);
    const { output } = await call('export_recommendation', { proposalId, chartName: 'shop' });
    const detail = await database.unitOfWork.stores.workspaces.getDetail(principal, output['workspaceId'] ?? '');
    expect(detail.files.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        'Chart.yaml',
        'values.yaml',
        'templates/web-deployment.yaml',
        'templates/web-service.yaml',
      ]),
    );
    const web = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', namespace: 'shop' };
    expect(cluster.objects.get(web)).toBeUndefined();
    await call('kubectl_apply', { manifest: (await readWork(proposalId)).chosen?.manifests ?? '' });
    expect(cluster.objects.get(web)).toMatchObject({ spec: { replicas: 2 } });
  });
});

it('recommend throws NOT_FOUND for proposals of another tenant and for unknown solutions', async () => {
  const [one] = recommended as readonly [Recommended];
  const call = open(scriptFlows(...scriptOf(one)));
  const { output } = await call('recommend', { intent: one.intent });
  const { proposalId = '' } = output;
  const stranger = open(scriptFlows(), (await createTestTenant(database.unitOfWork)).principal);
  await expect(stranger('recommend', { proposalId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(stranger('export_recommendation', { proposalId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(call('recommend', { proposalId, solution: newId() })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const [solution] = (await readWork(proposalId)).solutions;
  const answered = call('recommend', { proposalId, solution: solution?.id ?? '', answers: { nodes: 3 } });
  await expect(answered).rejects.toThrow(/nodes: there is no question of this name/);
});
