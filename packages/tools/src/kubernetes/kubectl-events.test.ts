import { estimateTokens } from '@shipmate/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deployment, namespace, podSpec } from '../../test/support/kube-objects.ts';
import { startKubernetes, type TestKubernetes } from '../../test/support/start-kubernetes.ts';

let kubernetes: TestKubernetes;
const events = (input: object) => kubernetes.call('kubectl_events', input);

const event = (name: string, fields: object) => ({
  apiVersion: 'v1',
  kind: 'Event',
  metadata: { name, namespace: 'shop' },
  involvedObject: { kind: 'Pod', namespace: 'shop', name: 'web-0' },
  type: 'Normal',
  reason: 'Pulled',
  message: 'x',
  ...fields,
});

beforeAll(async () => {
  kubernetes = await startKubernetes({
    options: { images: [{ image: 'crash*', run: { exitAfter: 1, exitCode: 1 } }] },
  });
  const { objects } = kubernetes.cluster;
  for (const name of ['shop', 'busy']) objects.apply(namespace(name));
  objects.apply(deployment('crash', podSpec({ image: 'crash:1' })));
  kubernetes.cluster.advance(120_000);
  const at = (minute: number) => `2026-01-01T00:0${minute}:00Z`;
  const probe = (code: number) => ({
    type: 'Warning',
    reason: 'Unhealthy',
    message: `probe failed with status ${code}`,
  });
  objects.apply(event('one', { ...probe(500), count: 3, firstTimestamp: at(0), lastTimestamp: at(1) }));
  objects.apply(event('two', { ...probe(503), count: 2, firstTimestamp: at(1), lastTimestamp: at(2) }));
  for (let index = 0; index < 300; index += 1) {
    const involvedObject = { kind: 'Pod', namespace: 'busy', name: `pod-${index}` };
    objects.apply({
      ...event(`busy-${index}`, {
        involvedObject,
        lastTimestamp: new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString().replace('.000', ''),
      }),
      metadata: { name: `busy-${index}`, namespace: 'busy' },
    });
  }
});

afterAll(async () => {
  await kubernetes[Symbol.asyncDispose]();
});

it('kubectl_events groups repeated events, warnings first', async () => {
  const answer = await events({ namespace: 'shop' });
  expect(answer).toMatch(/Warning Unhealthy pod\/web-0 \(5x since 2m ago, last 0s ago\): probe failed with status 503/);
  const lines = answer.split('\n').filter((line) => /^(?:Warning|Normal) /.test(line));
  const types = lines.map((line) => line.split(' ')[0]);
  expect(types).toEqual(types.toSorted((one = '', other = '') => other.localeCompare(one)));
});

it('kubectl_events shows the events of one object', async () => {
  const answer = await events({ namespace: 'shop', for: 'deploy/crash' });
  expect(answer).toMatch(/1 events about deploy\/crash in namespace "shop"[^]*ScalingReplicaSet/);
});

it('kubectl_events shows the newest events, the newest last, and pages to older ones', async () => {
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const answer: string = await events({ namespace: 'busy', maxTokens: 2_000, ...(cursor && { cursor }) });
    expect(estimateTokens(answer)).toBeLessThanOrEqual(2_000);
    seen.unshift(...(answer.match(/pod-\d+/g) ?? []));
    cursor = /cursor: "([^"]+)"/.exec(answer)?.[1];
  } while (cursor !== undefined);
  expect(seen).toEqual(Array.from({ length: 300 }, (_, index) => `pod-${index}`));
});

it.each([
  { for: 'web-0' },
  { for: 'pod/a,type=x' },
  { for: 'pod/--x=y/z' },
  { for: 'nothing/x' },
  { fieldSelector: 'a=b=c' },
])('kubectl_events rejects %o', async (input) => {
  await expect(events(input)).rejects.toMatchObject({
    code: expect.stringMatching(/^(?:VALIDATION_ERROR|NOT_FOUND)$/),
  });
});
