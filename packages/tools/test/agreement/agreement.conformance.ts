import { createCluster } from '@shipmate/kube-sim';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ClusterAnswer } from '../../src/kubernetes/answer/cluster-answer.ts';
import { openKubernetesTools, startTime, type KubernetesTools } from '../support/start-kubernetes.ts';
import { createTestKubectl, type TestKubectl } from '../support/test-kubectl.ts';
import { factsOf, parseDescriptions } from './kubectl-facts.ts';
import { count, createObjects } from './objects.ts';

const kinds = [
  'pods',
  'deployments',
  'replicasets',
  'statefulsets',
  'daemonsets',
  'jobs',
  'cronjobs',
  'services',
  'ingresses',
  'networkpolicies',
  'configmaps',
  'secrets',
  'serviceaccounts',
  'persistentvolumeclaims',
  'horizontalpodautoscalers',
  'poddisruptionbudgets',
  'roles',
  'rolebindings',
  'resourcequotas',
  'limitranges',
  'nodes',
] as const;

const stack = new AsyncDisposableStack();
let tools: KubernetesTools;
let kubectl: TestKubectl;

beforeAll(async () => {
  const nodes = Array.from({ length: count }, (_, index) => ({
    name: `node-${index + 1}`,
    cpu: '64',
    memory: '256Gi',
  }));
  const cluster = await createCluster({ startTime, metrics: true, nodes });
  stack.defer(() => cluster.close());
  for (const object of createObjects()) cluster.objects.apply(object);
  cluster.advance(600_000);
  tools = stack.use(await openKubernetesTools(cluster.kubeconfig(), { clock: { now: () => cluster.now() } }));
  kubectl = stack.use(await createTestKubectl(cluster));
});
afterAll(() => stack.disposeAsync());

test.each(kinds)('the tables of %s equal those of kubectl', async (kind) => {
  const theirs = await kubectl.run('get', kind, '--all-namespaces', '-o', 'wide');
  const rows = parseTable(theirs);
  const ours = await readAll('kubectl_get', { resource: kind, columns: ['wide'] });
  const cells = ours.map((line) => line.split('\t').map((cell) => cell.trim()));
  expect(rows.length).toBeGreaterThan(count);
  expect(cells).toEqual(rows);
});

test.each(kinds)("the descriptions of %s contain the facts of kubectl's", async (kind) => {
  const described = parseDescriptions(await kubectl.run('describe', kind, '--all-namespaces')).slice(0, count);
  expect(described).toHaveLength(count);
  const missing: Record<string, string> = {};
  for (const description of described) {
    const { name, namespace } = description;
    const ours = (await readAll('kubectl_describe', { resource: `${kind}/${name}`, namespace })).join('\n');
    for (const [fact, line] of factsOf(kind, description)) if (!ours.includes(fact)) missing[`${name} ${fact}`] = line;
  }
  expect(missing).toEqual({});
});

/** Returns the cells of a table with aligned columns; empty cells are marked as empty. */
function parseTable(text: string): readonly (readonly string[])[] {
  const [header = '', ...lines] = text.trimEnd().split('\n');
  const starts = [...header.matchAll(/\S+(?: \S+)*/g)].map(({ index }) => index);
  return [header, ...lines].map((line) =>
    starts.map((start, column) => line.slice(start, starts[column + 1]).trim() || '<none>'),
  );
}

/** Returns the lines of all pages of an answer. */
async function readAll(tool: string, input: object): Promise<readonly string[]> {
  const lines: string[] = [];
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
    const { output } = await tools.answer(tool, {
      ...input,
      maxTokens: 20_000,
      ...(cursor !== undefined && { cursor }),
    });
    const { data, more } = output as ClusterAnswer;
    const page = data.split('\n');
    lines.push(...(isFirst || tool !== 'kubectl_get' ? page : page.slice(1)));
    cursor = more?.cursor;
  }
  return lines;
}
