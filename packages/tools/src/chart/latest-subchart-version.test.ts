import type { ServerResponse } from 'node:http';
import { bindTools, createToolExecutionContext, type Clock } from '@shipmate/core';
import { describe, expect, it, vi } from 'vitest';
import { startArtifactHub } from '../../test/support/artifact-hub-fixtures.ts';
import { sendJson, type TestServer } from '../testing/start-test-server.ts';
import { TestClock } from '../../test/support/test-clock.ts';
import { createArtifactHubClient } from './artifact-hub/artifact-hub-client.ts';
import { latestSubchartVersion } from './latest-subchart-version.ts';

const redis = { name: 'redis', repository: 'bitnami', version: '20.6.1', verified: true, stars: 400 };
const otherRedis = { name: 'redis', repository: 'acme', version: '1.2.3' };

function askerOf(server: Pick<TestServer, 'url'>, clock: Clock = new TestClock(), answerMs?: number) {
  const timeouts = answerMs === undefined ? {} : { timeouts: { connectMs: 3_000, totalMs: 8_000, answerMs } };
  const retry = { retries: 1, delayMs: 1 };
  const subchartVersions = createArtifactHubClient({ baseUrl: server.url, clock, retry, ...timeouts });
  const [tool] = bindTools([latestSubchartVersion], { subchartVersions });
  return async (input: unknown, signal = new AbortController().signal) => {
    const context = createToolExecutionContext({
      principal: { userId: 'u', organizationId: 'o', via: 'local' },
      signal,
    });
    return tool?.execute(tool.parse(input), context);
  };
}

describe('latestSubchartVersion', () => {
  it('finds a chart with its repository', async () => {
    await using hub = await startArtifactHub([otherRedis, redis]);
    await expect(askerOf(hub)({ chartName: ' redis ' })).resolves.toEqual({
      success: true,
      version: '20.6.1',
      name: 'redis',
      repository: 'bitnami',
      repositoryUrl: 'https://charts.bitnami.example',
      source: 'live',
    });
    const query = new URL(hub.paths[0] ?? '', hub.url).searchParams;
    expect(Object.fromEntries(query)).toMatchObject({
      ts_query_web: 'redis',
      kind: '0',
      deprecated: 'false',
      limit: '60',
    });
  });

  it('returns the address of a registry in the form of Chart.yaml', async () => {
    await using hub = await startArtifactHub([{ ...redis, url: 'oci://registry.example/charts/redis' }]);
    await expect(askerOf(hub)({ chartName: 'redis' })).resolves.toMatchObject({
      repositoryUrl: 'oci://registry.example/charts',
    });
  });

  it('finds the chart in the given repository when a search does not', async () => {
    await using hub = await startArtifactHub([redis, otherRedis]);
    await expect(askerOf(hub)({ chartName: 'redis', repository: 'acme' })).resolves.toMatchObject({ version: '1.2.3' });
    expect(hub.paths).toContain('/api/v1/packages/helm/acme/redis');
  });

  it('says when the given repository has no such chart', async () => {
    await using hub = await startArtifactHub([redis]);
    await expect(askerOf(hub)({ chartName: 'redis', repository: 'acme' })).resolves.toMatchObject({
      repository: 'bitnami',
      message: 'Repository "acme" has no such chart; this is the one of "bitnami".',
    });
  });

  it('skips pre-releases and deprecated charts', async () => {
    await using hub = await startArtifactHub([
      { name: 'app', repository: 'old', version: '9.0.0', stars: 100, deprecated: true },
      { name: 'app', repository: 'only-beta', version: '3.0.0-beta.1', stars: 50 },
      {
        name: 'app',
        repository: 'stable',
        version: 'v2.1.0-rc.1',
        versions: [
          { version: 'v2.1.0-rc.1', prerelease: true },
          { version: 'v1.9.0' },
          { version: 'v2.0.10' },
          { version: 'v2.0.9' },
        ],
      },
    ]);
    await expect(askerOf(hub)({ chartName: 'app' })).resolves.toMatchObject({
      version: 'v2.0.10',
      repository: 'stable',
    });
  });

  it('returns "?" and similar names when no chart has the name', async () => {
    await using hub = await startArtifactHub([{ ...redis, name: 'redis-cluster' }]);
    await expect(askerOf(hub)({ chartName: 'redis' })).resolves.toEqual({
      success: true,
      version: '?',
      name: 'redis',
      source: 'live',
      message: 'No chart is called exactly "redis". Similar: redis-cluster (bitnami).',
    });
  });

  it('sends one request for repeated and for concurrent lookups', async () => {
    await using hub = await startArtifactHub([redis]);
    const ask = askerOf(hub);
    await Promise.all([ask({ chartName: 'redis' }), ask({ chartName: 'Redis' })]);
    await expect(ask({ chartName: 'redis' })).resolves.toMatchObject({ source: 'cached' });
    expect(hub.paths).toHaveLength(1);
  });

  it('returns the cached answer, marked as stale, when ArtifactHub fails', async () => {
    let isDown = false;
    await using hub = await startArtifactHub([redis], (response) => {
      if (isDown) sendJson(response, {}, 503);
      return isDown;
    });
    const clock = new TestClock();
    const ask = askerOf(hub, clock);
    await ask({ chartName: 'redis' });
    isDown = true;
    clock.advance(60 * 60_000);
    await expect(ask({ chartName: 'redis' })).resolves.toMatchObject({
      version: '20.6.1',
      source: 'stale',
      message: 'ArtifactHub does not answer; this is its answer of 2026-01-01T00:00:00.000Z.',
    });
    clock.advance(24 * 60 * 60_000);
    await expect(ask({ chartName: 'redis' })).rejects.toMatchObject({ code: 'EXTERNAL_API_ERROR' });
  });

  it('returns the cached answer, or else an error, when ArtifactHub hangs', async () => {
    let hangs = false;
    const held: ServerResponse[] = [];
    await using hub = await startArtifactHub([redis], (response) => {
      if (hangs) held.push(response);
      return hangs;
    });
    const clock = new TestClock();
    const ask = askerOf(hub, clock, 20);
    await vi.waitFor(() => ask({ chartName: 'redis' }), { timeout: 10_000 });
    hangs = true;
    clock.advance(60 * 60_000);
    await expect(ask({ chartName: 'redis' })).resolves.toMatchObject({ version: '20.6.1', source: 'stale' });
    await expect(ask({ chartName: 'postgresql' })).rejects.toMatchObject({
      code: 'EXTERNAL_API_ERROR',
      message: expect.stringMatching(/^ArtifactHub at .* did not answer within 0\.02 s\. Try again/),
    });
    for (const response of held) response.destroy();
  });

  it('stops waiting when the caller aborts, and continues for other callers', async () => {
    const { promise: asked, resolve } = Promise.withResolvers<void>();
    await using hub = await startArtifactHub([redis], () => {
      resolve();
      return false;
    });
    const ask = askerOf(hub);
    const controller = new AbortController();
    const [first, second] = [ask({ chartName: 'redis' }, controller.signal), ask({ chartName: 'redis' })];
    controller.abort();
    await expect(first).rejects.toMatchObject({ code: 'ABORTED' });
    await asked;
    await expect(second).resolves.toMatchObject({ version: '20.6.1' });
    expect(hub.paths).toHaveLength(1);
  });

  it.each([{}, { chartName: '' }, { chartName: 1 }, { chartName: 'x'.repeat(201) }])('rejects %j', async (input) => {
    await expect(askerOf({ url: 'http://127.0.0.1:1' })(input)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });
});
