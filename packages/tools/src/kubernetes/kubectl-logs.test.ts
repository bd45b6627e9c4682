import { estimateTokens } from '@shipmate/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { namespace, pod, podSpec } from '../../test/support/kube-objects.ts';
import { startKubernetes, type TestKubernetes } from '../../test/support/start-kubernetes.ts';

let kubernetes: TestKubernetes;
const story = Array.from(
  { length: 150 },
  (_, index) => `chapter ${String(index).replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')}`,
);
const logs = (podName: string, input: object = {}) =>
  kubernetes.call('kubectl_logs', { pod: podName, namespace: 'shop', ...input });

beforeAll(async () => {
  const key = ['-----BEGIN PRIVATE KEY-----', 'c2VjcmV0IGtleSBtYXRlcmlhbA', '-----END PRIVATE KEY-----', 'INFO served'];
  kubernetes = await startKubernetes({
    options: {
      images: [
        {
          image: 'chatty*',
          run: {
            logs: [
              { after: 0, every: 1, text: 'INFO GET /health' },
              { after: 30, text: 'ERROR boom' },
            ],
          },
        },
        {
          image: 'crash*',
          run: { exitAfter: 1, exitCode: 1, logs: [{ text: 'INFO start' }, { text: 'FATAL no DB_PASSWORD=hunter2' }] },
        },
        { image: 'story*', run: { exitAfter: 20, exitCode: 1, logs: story.map((text) => ({ text })) } },
        { image: 'leaky*', run: { logs: key.map((text) => ({ text })) } },
      ],
    },
  });
  const { objects } = kubernetes.cluster;
  objects.apply(namespace('shop'));
  objects.apply(pod('chatty', podSpec({ image: 'chatty:1' })));
  objects.apply(pod('crash', podSpec({ image: 'crash:1' })));
  objects.apply(pod('story', podSpec({ image: 'story:1' })));
  objects.apply(pod('leaky', podSpec({ image: 'leaky:1' })));
  const containers = ['web', 'proxy'].map((name) => ({ name, image: 'chatty:1' }));
  objects.apply(pod('two', { containers }, { annotations: { 'kubectl.kubernetes.io/default-container': 'proxy' } }));
  kubernetes.cluster.advance(120_000);
});

afterAll(async () => {
  await kubernetes[Symbol.asyncDispose]();
});

it('kubectl_logs folds repeated lines and reports what it scanned', async () => {
  const answer = await logs('chatty');
  expect(answer).toMatch(
    /Scanned \d+ lines from 2026-01-01T00:00:0\dZ to 2026-01-01T00:0[12]:\d\dZ\. Levels of the scanned lines: error 1, info \d+\./,
  );
  expect(answer).toMatch(/\n00:00:3\dZ ERROR boom\n\S+Z \(\d+x since \S+\) INFO GET \/health\n/);
});

it('kubectl_logs searches and marks matches among their context lines', async () => {
  expect(await logs('chatty', { grep: 'boom' })).toMatch(
    /1 match, the first at \S+Z\.[^]*>\n\S+Z ERROR boom\n<\/untrusted>/,
  );
  expect(await logs('chatty', { grep: 'boom', around: 1 })).toMatch(/\n {2}\S+Z .*INFO GET \/health\n/);
  expect(await logs('chatty', { exclude: 'health' })).not.toContain('/health');
});

it('kubectl_logs reads only the tail, or since a given time', async () => {
  expect(await logs('chatty', { tail: 5 })).toContain('Scanned 5 lines');
  expect(await logs('chatty', { since: '10s' })).toMatch(/Scanned (?:9|10|11) lines/);
  await expect(logs('chatty', { since: 'yesterday' })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
});

describe('kubectl_logs of a container that crashes', () => {
  it('shows its log from before the last restart, redacted', async () => {
    const answer = await logs('crash', { previous: true });
    expect(answer).toContain('FATAL no DB_PASSWORD=[redacted]');
    expect(answer).not.toContain('hunter2');
  });

  it('shows its logs from before and after the restart, in order', async () => {
    expect(await logs('crash', { previous: 'merged' })).toMatch(
      /# before the last restart\n\S+ INFO start\n\S+ FATAL .*\n# since the last restart\n\S+ INFO start\n/,
    );
  });

  it('that never restarted has one log', async () => {
    expect(await logs('chatty', { previous: 'merged' })).not.toContain('# before');
    await expect(logs('chatty', { previous: true })).rejects.toMatchObject({
      message: expect.stringContaining('previous terminated container "web" in pod "chatty" not found'),
    });
  });
});

it('kubectl_logs redacts a private key that spans several lines', async () => {
  const answer = await logs('leaky');
  expect(answer).not.toContain('c2VjcmV0');
  expect(answer).toContain('INFO served');
});

it("kubectl_logs reads the pod's default container and lists the others", async () => {
  expect(await logs('two')).toContain('Container "proxy" of pod "two". Other containers: web.');
  await expect(logs('two', { container: 'db' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
    message: 'Pod "two" has no container "db". It has: web, proxy.',
  });
});

it.each([false, 'merged'] as const)(
  'kubectl_logs pages to older lines up to the first, with previous: %s',
  async (previous) => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const answer: string = await logs('story', { maxTokens: 1_000, previous, ...(cursor && { cursor }) });
      expect(estimateTokens(answer)).toBeLessThanOrEqual(1_000);
      seen.unshift(...(answer.match(/chapter [a-j]+/g) ?? []));
      cursor = /cursor: "([^"]+)"/.exec(answer)?.[1];
    } while (cursor !== undefined);
    expect(seen).toEqual(previous ? [...story, ...story] : story);
  },
);

it.each([
  ['a flag as a pod', { pod: '--all-containers', namespace: 'shop' }],
  ['a way out', { pod: '../secrets/db', namespace: 'shop' }],
  ['a flag as a container', { pod: 'chatty', namespace: 'shop', container: '--previous' }],
  ['a shell as a namespace', { pod: 'chatty', namespace: '$(id)' }],
  ['no namespace', { pod: 'chatty' }],
])('kubectl_logs rejects %s', async (_name, input) => {
  await expect(kubernetes.call('kubectl_logs', input)).rejects.toMatchObject({
    code: expect.stringMatching(/^(?:VALIDATION_ERROR|NOT_FOUND)$/),
  });
});
