import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { textOf } from '@shipmate/core';
import type { ChartTemplateName } from '@shipmate/domain/workspace';
import { createDemoModel } from '@shipmate/providers';
import { createArtifactHubClient, type SubchartVersionPort } from '@shipmate/tools/chart';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { demoScript } from '../src/demo/index.ts';
import { createAgentFixture } from './agent-fixture.ts';

/** Asks the demo model one question; returns its answer, calls and changes. */
async function ask(
  message: string,
  fixture: { template?: ChartTemplateName; subchartVersions?: SubchartVersionPort } = {},
) {
  await using agentFixture = await createAgentFixture(fixture);
  const { createExecutor, question, principal, unitOfWork, workspace, events, read } = agentFixture;
  const executor = createExecutor(createDemoModel({ script: demoScript, pacing: 0 }));
  const { run, conversation } = await executor.start(principal, question(message));
  const log = await events(run.id);
  const messages = await unitOfWork.stores.conversations.listMessages(principal, conversation.id);
  const { files } = await unitOfWork.stores.workspaces.getDetail(principal, workspace.id);
  const last = messages.at(-1)?.message;
  return {
    answer: last ? textOf(last) : '',
    ended: log.at(-1)?.event,
    calls: log.flatMap(({ event }) => (event.type === 'tool_call' ? [event] : [])),
    failures: log.flatMap(({ event }) => (event.type === 'tool_result' && event.isError ? [event.output] : [])),
    pending: files.flatMap(({ path, pending }) => (pending ? [`${pending.op} ${path}`] : [])),
    contents: Object.fromEntries<string>(
      await Promise.all(files.map(async ({ path }) => [path, await read(path)] as const)),
    ) as Readonly<Record<string, string>>,
  };
}

/** Responds to searches as ArtifactHub does: redis by an official publisher and by another. */
const artifactHub = createServer((request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(
    JSON.stringify({
      packages: request.url?.includes('redis')
        ? [pack('someone', '9.9.9', false), pack('bitnami', '24.0.1', true)]
        : [],
    }),
  );
});
const pack = (repository: string, version: string, official: boolean) => ({
  package_id: `${repository}-redis`,
  name: 'redis',
  normalized_name: 'redis',
  version,
  official,
  stars: 1,
  ts: 1,
  repository: {
    name: repository,
    url: `https://charts.example.test/${repository}`,
    kind: 0,
    official,
    verified_publisher: official,
  },
});

let online: SubchartVersionPort;
const offline = createArtifactHubClient({ baseUrl: 'http://127.0.0.1:1', retry: { retries: 0, delayMs: 1 } });
beforeAll(async () => {
  await once(artifactHub.listen(0, '127.0.0.1'), 'listening');
  online = createArtifactHubClient({ baseUrl: `http://127.0.0.1:${(artifactHub.address() as AddressInfo).port}` });
});
afterAll(() => void artifactHub.close());

describe('the demo model', () => {
  it('adds a dependency at its latest version and sets replicas in one answer', async () => {
    const { answer, calls, failures, pending, contents, ended } = await ask(
      'add redis as a dependency and set 3 replicas',
      {
        subchartVersions: online,
      },
    );
    expect(failures).toEqual([]);
    expect(calls.map(({ name, input }) => [name, (input as { command?: string }).command])).toEqual([
      ['getChartContext', undefined],
      ['latestSubchartVersion', undefined],
      ['textEditor', 'view'],
      ['textEditor', 'str_replace'],
      ['textEditor', 'view'],
      ['textEditor', 'str_replace'],
      ['textEditor', 'str_replace'],
    ]);
    expect(pending).toEqual(['modify Chart.yaml', 'modify values.yaml']);
    expect(parse(contents['Chart.yaml'] ?? '')).toMatchObject({
      name: 'shop',
      dependencies: [
        {
          name: 'redis',
          version: '24.0.1',
          repository: 'https://charts.example.test/bitnami',
          condition: 'redis.enabled',
        },
      ],
    });
    expect(parse(contents['values.yaml'] ?? '')).toMatchObject({ replicaCount: 3, redis: { enabled: true } });
    expect(contents['values.yaml']).toContain('# How many pods run.\nreplicaCount: 3\n');
    expect(answer).toContain('redis 24.0.1');
    expect(answer).toContain('demo model');
    expect(ended).toMatchObject({ status: 'completed', stopReason: 'final' });
  });

  it('falls back to its dated catalogue with a note when a version cannot be looked up', async () => {
    const { answer, contents } = await ask('please add postgres', { subchartVersions: offline });
    const { dependencies } = parse(contents['Chart.yaml'] ?? '') as {
      dependencies: { name: string; version: string }[];
    };
    expect(dependencies).toMatchObject([{ name: 'postgresql', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) }]);
    expect(answer).toMatch(/demo's own catalogue of \*\*\d{4}-\d\d-\d\d\*\*/);
    expect(answer).toContain('could not be looked up');
  });

  it('reports that it finds no version of an unknown chart', async () => {
    const { answer, pending } = await ask('add zookeeper-ui as a dependency', { subchartVersions: online });
    expect(answer).toContain('That did not work: I found no version of `zookeeper-ui`');
    expect(pending).toEqual([]);
  });

  it.each([
    ['starter', 'scale to five', { replicaCount: 5 }],
    ['sample', 'set 4 replicas', { storefront: { replicaCount: 4 }, catalog: { replicaCount: 4 } }],
    ['sample', 'set 4 replicas for the catalog', { storefront: { replicaCount: 2 }, catalog: { replicaCount: 4 } }],
    ['starter', 'set the image tag to 1.27', { image: { tag: '1.27' } }],
    [
      'sample',
      'change the image tag of the storefront to v3',
      { storefront: { image: { tag: 'v3' } }, catalog: { image: { tag: '' } } },
    ],
    ['sample', 'add an ingress for buy.example.org', { ingress: { enabled: true, host: 'buy.example.org' } }],
  ] as const)('changes only values.yaml of the %s chart for «%s»', async (template, message, expected) => {
    const { pending, contents, failures } = await ask(message, { template });
    expect(failures).toEqual([]);
    expect(pending).toEqual(['modify values.yaml']);
    expect(parse(contents['values.yaml'] ?? '')).toMatchObject(expected);
  });

  it('adds a ConfigMap', async () => {
    const { pending, contents, failures } = await ask('add a ConfigMap with LOG_LEVEL=debug and 2 replicas');
    expect(failures).toEqual([]);
    expect(pending).toEqual(['create templates/configmap.yaml', 'modify values.yaml']);
    expect(contents['templates/configmap.yaml']).toContain(
      '  LOG_LEVEL: {{ index .Values.config "LOG_LEVEL" | quote }}\n',
    );
    expect(contents['templates/configmap.yaml']).toContain('name: {{ include "shop.fullname" . }}');
    expect(parse(contents['values.yaml'] ?? '')).toMatchObject({ config: { LOG_LEVEL: 'debug' } });
  });

  it('extends the existing ConfigMap of a chart', async () => {
    const { pending, contents } = await ask('add a config map with FEATURE_X=on', { template: 'sample' });
    expect(pending).toEqual(['modify templates/configmap.yaml', 'modify values.yaml']);
    expect(contents['templates/configmap.yaml']).toContain(
      'data:\n  FEATURE_X: {{ index .Values.config "FEATURE_X" | quote }}\n  CURRENCY',
    );
    expect(parse(contents['values.yaml'] ?? '')).toMatchObject({ config: { currency: 'EUR', FEATURE_X: 'on' } });
  });

  it('adds an Ingress in front of the Service', async () => {
    const { pending, contents, failures } = await ask('add an Ingress for shop.example.org');
    expect(failures).toEqual([]);
    expect(pending).toEqual(['create templates/ingress.yaml', 'modify values.yaml']);
    expect(contents['templates/ingress.yaml']).toContain('number: {{ .Values.service.port }}');
    expect(parse(contents['values.yaml'] ?? '')).toMatchObject({
      ingress: { enabled: true, host: 'shop.example.org' },
    });
  });

  it.each([
    {
      template: 'starter',
      message: 'add an HPA between 2 and 10 replicas',
      deployment: 'templates/deployment.yaml',
      target: '{{ include "shop.fullname" . }}',
    },
    {
      template: 'sample',
      message: 'autoscale the catalog, min 2 max 10',
      deployment: 'templates/catalog-deployment.yaml',
      target: '{{ include "shop.fullname" $ }}-catalog',
    },
  ] as const)('changes the $template chart for «$message»', async ({ template, message, deployment, target }) => {
    const { pending, contents, failures } = await ask(message, { template });
    expect(failures).toEqual([]);
    expect(pending).toEqual(
      expect.arrayContaining([`modify ${deployment}`, 'create templates/hpa.yaml', 'modify values.yaml']),
    );
    expect(contents['templates/hpa.yaml']).toContain(`    kind: Deployment\n    name: ${target}\n`);
    expect(contents[deployment]).toMatch(
      / {2}\{\{- if not \$\.Values\.autoscaling\.enabled \}\}\n {2}replicas: .*\n {2}\{\{- end \}\}\n/,
    );
    expect(parse(contents['values.yaml'] ?? '')).toMatchObject({
      autoscaling: { enabled: true, minReplicas: 2, maxReplicas: 10 },
    });
  });

  it('explains the chart without changing it', async () => {
    const { answer, pending, calls } = await ask('explain this chart', { template: 'sample' });
    expect(answer).toContain('A small web shop');
    expect(answer).toContain('`templates/ingress.yaml`');
    expect(calls.length).toBeGreaterThan(0);
    expect(pending).toEqual([]);
  });

  it('lists its abilities and the ignored clauses when it understands nothing', async () => {
    const { answer, calls } = await ask('remove the service');
    expect(answer).toContain('I left out “remove the service”');
    expect(answer).toContain('add redis as a dependency');
    expect(calls).toEqual([]);
  });
});
