import { Buffer } from 'node:buffer';
import { expect, it } from 'vitest';
import { type RegistryFixture, startOciRegistry } from '../../../test/support/start-oci-registry.ts';
import { startTestServer } from '../../testing/start-test-server.ts';
import { createTestFolder } from '../../../test/support/test-helm.ts';
import { createChartRepository } from './chart-repository.ts';

const { signal } = new AbortController();
const charts = Object.fromEntries(
  ['1.0.0', '1.2.3', '2.0.0-beta.1', '2.0.0_build.7', 'latest', '1.10.0'].map((tag) => [tag, Buffer.from(tag)]),
);

function createRepository(allowPrivate = true) {
  return createChartRepository({ cacheRoot: createTestFolder(), allowPrivate });
}

async function fetchFrom(fixture: Partial<RegistryFixture>, version: string, name = 'redis') {
  await using server = await startOciRegistry({ name: 'charts/redis', charts, ...fixture });
  const repository = `${server.url.replace('http:', 'oci:')}/charts/`;
  const { archive, version: found } = await createRepository().fetchArchive({ name, version, repository }, signal);
  return [found, Buffer.from(archive).toString(), server.paths] as const;
}

it.each([
  ['1.2.3', '1.2.3', '1.2.3'],
  ['2.0.0+build.7', '2.0.0+build.7', '2.0.0_build.7'],
  ['>=1.0.0, <2.0.0', '1.10.0', '1.10.0'],
  ['*', '2.0.0+build.7', '2.0.0_build.7'],
])('an OCI registry source fetches version %s from a registry', async (version, found, archive) => {
  expect(await fetchFrom({}, version)).toEqual([found, archive, expect.any(Array)]);
});

it('an OCI registry source requests a token once and each URL once', async () => {
  await using server = await startOciRegistry({ name: 'redis', charts });
  const repository = createRepository();
  const chart = { name: 'redis', version: '1.0.0', repository: server.url.replace('http:', 'oci:') };
  await repository.fetchArchive(chart, signal);
  expect(server.paths.filter((path) => path.startsWith('/token'))).toEqual([
    '/token?service=test&scope=repository%3Aredis%3Apull',
  ]);
  await repository.fetchArchive(chart, signal);
  expect(server.paths.filter((path) => path.includes('/blobs/'))).toHaveLength(2);
});

it('an OCI registry source sends its token to no other host', async () => {
  const authorizations: unknown[] = [];
  await using storage = await startTestServer(({ headers }, response) => {
    authorizations.push(headers.authorization);
    response.end('1.0.0');
  });
  expect(await fetchFrom({ blobsAt: `${storage.url}/<digest>` }, '1.0.0')).toEqual([
    '1.0.0',
    '1.0.0',
    expect.any(Array),
  ]);
  expect(authorizations).toEqual([undefined]);
});

it.each([
  { problem: 'has another archive', fixture: { blob: Buffer.from('evil') }, message: /not the one/ },
  {
    problem: 'has an image there',
    fixture: { layerType: 'application/vnd.oci.image.layer.v1.tar' },
    message: /no chart/,
  },
  { problem: 'has no such version', version: '^3', message: /no version "\^3" of it; the newest is 2\.0\.0\+build\.7/ },
  { problem: 'has no such tag', version: '9.9.9', message: /404/ },
  { problem: 'has no such name', name: 'mysql', message: /404/ },
  { problem: 'can have no such name', name: '../redis', message: /no name that a registry can have/ },
  { problem: 'redirects nowhere', fixture: { blobsAt: 'file:///etc/passwd' }, message: /not fetched by https/ },
])(
  'an OCI registry source reports a registry that $problem',
  async ({ fixture = {}, version = '1.0.0', name, message }) => {
    await expect(fetchFrom(fixture, version, name)).rejects.toMatchObject({ message: expect.stringMatching(message) });
  },
);

it.each([
  ['oci://127.0.0.1:5000/charts', /not fetched by https/],
  ['oci://10.0.0.1/charts', /private network/],
])('an OCI registry source does not connect to %s unless private networks are allowed', async (repository, message) => {
  const fetching = createRepository(false).fetchArchive({ name: 'redis', version: '1.0.0', repository }, signal);
  await expect(fetching).rejects.toMatchObject({ code: 'VALIDATION_ERROR', message: expect.stringMatching(message) });
});
