import { expect, it } from 'vitest';
import { startArtifactHub } from '../../../test/support/artifact-hub-fixtures.ts';
import { TestClock } from '../../../test/support/test-clock.ts';
import { createArtifactHubClient } from './artifact-hub-client.ts';

const { signal } = new AbortController();
const redis = { name: 'redis', repository: 'bitnami', version: '20.6.1', verified: true, stars: 400 };
const versions = [
  { version: '20.6.1' },
  { version: '9.0.0' },
  { version: '21.0.0-rc.1' },
  { version: '20.10.0' },
  { version: 'latest' },
];
const catalogOf = (baseUrl: string) =>
  createArtifactHubClient({ baseUrl, clock: new TestClock(), retry: { retries: 0, delayMs: 1 } });

it('the ArtifactHub catalog finds charts with their marks and sends one request for repeated searches', async () => {
  await using hub = await startArtifactHub([
    redis,
    { name: 'redis', repository: 'acme', version: '1.0.0', official: true },
  ]);
  const catalog = catalogOf(hub.url);
  const found = await catalog.search('redis cache', signal);
  expect(found).toEqual([
    {
      name: 'redis',
      repository: 'bitnami',
      repositoryUrl: 'https://charts.bitnami.example',
      version: '20.6.1',
      description: 'What redis is for',
      stars: 400,
      deprecated: false,
      official: false,
      verified: true,
    },
    expect.objectContaining({ repository: 'acme', official: true, verified: false, stars: 0 }),
  ]);
  expect(await catalog.search('Redis cache', signal)).toEqual(found);
  expect(hub.paths).toHaveLength(1);
});

it('the ArtifactHub catalog shows a chart with its versions, newest first', async () => {
  await using hub = await startArtifactHub([{ ...redis, versions }]);
  const catalog = catalogOf(hub.url);
  const detail = await catalog.getChart({ name: 'redis', repository: 'bitnami' }, signal);
  expect(detail.versions).toEqual([
    { version: '21.0.0-rc.1', prerelease: true },
    { version: '20.10.0', prerelease: false },
    { version: '20.6.1', prerelease: false },
    { version: '9.0.0', prerelease: false },
  ]);
  const unknown = catalog.getChart({ name: 'mysql', repository: 'bitnami' }, signal);
  await expect(unknown).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it('the ArtifactHub catalog says what to do when ArtifactHub cannot be reached', async () => {
  const offline = catalogOf('https://artifacthub.invalid').search('redis', signal);
  await expect(offline).rejects.toMatchObject({
    code: 'EXTERNAL_API_ERROR',
    message: expect.stringContaining('artifacthub.invalid cannot be found or reached'),
  });
});
