import { createHash } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { startOciRegistry } from '../../../test/support/start-oci-registry.ts';
import { startTestServer } from '../../testing/start-test-server.ts';
import { chartOf, createTestFolder, createTestHelm } from '../../../test/support/test-helm.ts';
import { createHelmCli } from '../helm-cli.ts';
import type { HelmRequest } from '../helm-port.ts';
import { createChartRepository } from './chart-repository.ts';

const { signal } = new AbortController();
const configMap = (name: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n`;

let redisArchive: Uint8Array;
beforeAll(async () => {
  const helm = await createTestHelm(4);
  const redis = chartOf({
    'Chart.yaml': 'apiVersion: v2\nname: redis\nversion: 1.2.3\n',
    'templates/a.yaml': configMap('{{ .Chart.Name }}-{{ .Values.size | default "small" }}'),
  });
  redisArchive = (await helm.package(redis, signal)).archive?.bytes ?? new Uint8Array();
});

const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Starts a repository with one chart in several versions, all of the same content. */
function startRepository(options: { readonly digest?: string } = {}) {
  return startTestServer((request, response) => {
    if (request.url === '/charts/index.yaml') {
      const entries = ['1.0.0', '1.2.3', '2.0.0-beta.1', '2.0.0'].map(
        (version) =>
          `  - version: ${version}\n    digest: ${options.digest ?? digestOf(redisArchive)}\n    urls: [redis-${version}.tgz]\n`,
      );
      response.end(`apiVersion: v1\nentries:\n  redis:\n${entries.join('')}`);
    } else if (/^\/charts\/redis-.*\.tgz$/.test(request.url ?? '')) response.end(redisArchive);
    else response.writeHead(404).end();
  });
}

function chartWith(dependencies: string, files: Readonly<Record<string, string>> = {}): HelmRequest {
  return chartOf({
    'Chart.yaml': `apiVersion: v2\nname: shop\nversion: 0.1.0\ndependencies:\n${dependencies}`,
    'templates/a.yaml': configMap('own'),
    ...files,
  });
}

async function createLocalHelm(major: 3 | 4 = 4) {
  const repository = createChartRepository({ cacheRoot: createTestFolder(), allowPrivate: true });
  return createTestHelm(major, { repository });
}

it.each([3, 4] as const)(
  'a dependency is fetched once from its repository, by range and alias (helm %i)',
  async (major) => {
    await using server = await startRepository();
    const helm = await createLocalHelm(major);
    const address = `${server.url}/charts`;
    const request = chartWith(
      `- { name: redis, version: ">=1.0, <2", repository: "${address}" }\n` +
        `- { name: redis, version: 1.x.x, repository: "${address}", alias: cache }\n`,
      { 'values.yaml': 'cache:\n  size: large\n' },
    );
    for (let round = 0; round < 2; round += 1) {
      const outcome = await helm.template(request, signal);
      expect(outcome).toMatchObject({ succeeded: true, missingDependencies: [] });
      expect(outcome.output).toContain('name: redis-small');
      expect(outcome.output).toContain('name: cache-large');
    }
    expect(server.paths).toEqual(['/charts/index.yaml', '/charts/redis-1.2.3.tgz']);
  },
);

it('a dependency is fetched from a registry', async () => {
  await using server = await startOciRegistry({ name: 'charts/redis', charts: { '1.2.3': redisArchive } });
  const helm = await createLocalHelm();
  const address = `${server.url.replace('http:', 'oci:')}/charts`;
  const outcome = await helm.template(
    chartWith(`- { name: redis, version: "^1.0.0", repository: "${address}" }\n`),
    signal,
  );
  expect(outcome).toMatchObject({ succeeded: true, missingDependencies: [] });
  expect(outcome.output).toContain('name: redis-small');
});

it('a dependency is not fetched when it is disabled or already vendored', async () => {
  const helm = await createTestHelm(4);
  const request = chartWith(
    '- { name: gone, version: 1.0.0, repository: "https://charts.invalid", condition: gone.enabled }\n' +
      '- { name: here, version: 1.0.0, repository: "https://charts.invalid" }\n',
    {
      'values.yaml': 'gone:\n  enabled: false\n',
      'charts/here/Chart.yaml': 'apiVersion: v2\nname: here\nversion: 1.0.0\n',
      'charts/here/templates/a.yaml': configMap('here'),
    },
  );
  const outcome = await helm.template(request, signal);
  expect(outcome).toMatchObject({ succeeded: true, missingDependencies: [] });
  expect(outcome.output).toContain('name: here');
});

it('a dependency is copied from the same workspace, with its own dependencies', async () => {
  const chart = (name: string, dependency = ''): string =>
    `apiVersion: v2\nname: ${name}\nversion: 1.0.0\n${dependency}`;
  const files = new Map([
    [
      'apps/shop/Chart.yaml',
      chart('shop', 'dependencies:\n- { name: base, version: 1.0.0, repository: "file://../../libs/base" }\n'),
    ],
    ['apps/shop/templates/a.yaml', configMap('{{ include "names.of" . }}')],
    [
      'libs/base/Chart.yaml',
      chart('base', 'dependencies:\n- { name: names, version: 1.0.0, repository: "file://../names" }\n'),
    ],
    ['libs/names/Chart.yaml', `${chart('names')}type: library\n`],
    ['libs/names/templates/_names.tpl', '{{ define "names.of" }}from-{{ .Chart.Name }}{{ end }}'],
  ]);
  const outcome = await (await createTestHelm(3)).template(
    { organizationId: 'acme', files, root: 'apps/shop', valuesFiles: [] },
    signal,
  );
  expect(outcome).toMatchObject({ succeeded: true, missingDependencies: [], message: '' });
  expect(outcome.output).toContain('name: from-shop');
});

it.each([
  [
    'is a registry on a private network',
    '{ name: redis, version: 1.0.0, repository: "oci://10.0.0.1/charts" }',
    /private/,
  ],
  [
    'is on a private network',
    '{ name: redis, version: 1.0.0, repository: "https://169.254.169.254/" }',
    /private network/,
  ],
  ['is not fetched by https', '{ name: redis, version: 1.0.0, repository: "http://charts.example" }', /https/],
  ['is a name of one machine', '{ name: redis, version: 1.0.0, repository: "@stable" }', /no http or oci address/],
  ['is not given', '{ name: redis, version: 1.0.0 }', /names no repository/],
  [
    'is outside of the workspace',
    '{ name: redis, version: 1.0.0, repository: "file://../../etc" }',
    /no chart in the folder/,
  ],
  ['is the chart itself', '{ name: shop, version: 0.1.0, repository: "file://." }', /depends on itself/],
])(
  'a dependency is reported as missing, and the rest rendered, when its repository %s',
  async (_name, entry, reason) => {
    const outcome = await (await createTestHelm(4)).template(chartWith(`- ${entry}\n`), signal);
    expect(outcome).toMatchObject({
      succeeded: true,
      output: expect.stringContaining('name: own'),
      missingDependencies: [{ version: expect.any(String), reason: expect.stringMatching(reason) }],
    });
  },
);

it.each([
  { problem: 'has no such chart', name: 'mysql', version: '1.0.0', reason: /no chart "mysql"/ },
  {
    problem: 'has no such version',
    name: 'redis',
    version: '^3',
    reason: /no version "\^3" of it; the newest is 2\.0\.0/,
  },
  { problem: 'gives another archive', name: 'redis', version: '1.0.0', digest: 'b'.repeat(64), reason: /not the one/ },
])(
  'a dependency is reported as missing, and the rest rendered, when its repository $problem',
  async ({ name, version, reason, ...options }) => {
    await using server = await startRepository(options);
    const helm = await createLocalHelm();
    const request = chartWith(`- { name: ${name}, version: "${version}", repository: "${server.url}/charts/" }\n`);
    await expect(helm.template(request, signal)).resolves.toMatchObject({
      succeeded: true,
      output: expect.stringContaining('name: own'),
      missingDependencies: [{ name, reason: expect.stringMatching(reason) }],
    });
  },
);

it('a dependency is not waited for once the call is aborted', async () => {
  const controller = new AbortController();
  await using server = await startTestServer(() => controller.abort());
  const helm = await createLocalHelm();
  const request = chartWith(`- { name: redis, version: "1", repository: "${server.url}" }\n`);
  await expect(helm.template(request, controller.signal)).rejects.toMatchObject({ code: 'ABORTED' });
});

it('a dependency is not fetched when helm is not installed', async () => {
  await using server = await startRepository();
  const helm = createHelmCli({ environment: { HELM_EXECUTABLE: '/nowhere/helm' }, cacheRoot: createTestFolder() });
  const request = chartWith(`- { name: redis, version: 1.0.0, repository: "${server.url}/charts" }\n`);
  await expect(helm.template(request, signal)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(server.paths).toEqual([]);
});
