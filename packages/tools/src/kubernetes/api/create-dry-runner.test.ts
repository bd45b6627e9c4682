import { AppError } from '@shipmate/core';
import { expect, it } from 'vitest';
import type { ClusterRequest } from '../connection/cluster-http.ts';
import { createInlineCompute } from '../../compute/create-inline-compute.ts';
import type { ApiResource } from './api-resource.ts';
import { createAnswerReader } from './create-answer-reader.ts';
import { createDryRunner } from './create-dry-runner.ts';
import { createWriter } from './create-changer.ts';
import { toDryRunTransport } from './dry-run-transport.ts';

const resource: ApiResource = {
  group: '',
  version: 'v1',
  plural: 'configmaps',
  singular: 'configmap',
  kind: 'ConfigMap',
  shortNames: [],
  namespaced: true,
  verbs: [],
};
const { signal } = new AbortController();
const place = { namespace: 'shop', name: 'settings' };
const stored = { kind: 'ConfigMap', apiVersion: 'v1', metadata: { ...place, uid: 'u1', resourceVersion: '7' } };
type Answer = object | AppError;

/** Starts a server that answers each GET with the next of `reads` and records the requests it receives. */
function createServer(reads: readonly Answer[] = [stored, stored]) {
  const requests: ClusterRequest[] = [];
  const left = [...reads];
  const http = {
    async readText(request: ClusterRequest): Promise<string> {
      requests.push(request);
      const answer = request.method === 'GET' ? left.shift() : stored;
      if (AppError.isInstance(answer)) throw answer;
      return JSON.stringify(answer);
    },
    open: async () => (async function* () {})(),
    close: async () => undefined,
    destroy: async () => undefined,
  };
  const answers = createAnswerReader({ compute: createInlineCompute(), principal: { organizationId: 'acme' } });
  return {
    runner: createDryRunner(toDryRunTransport(http), answers),
    writer: createWriter(http, answers),
    sent: () => requests.filter(({ method }) => method !== 'GET'),
  };
}

const metadata = (change: object) => ({ ...stored, metadata: { ...stored.metadata, ...change } });
const notFound = new AppError({ code: 'NOT_FOUND', message: 'configmaps "settings" not found' });
const forbidden = new AppError({ code: 'EXTERNAL_API_ERROR', message: 'Not permitted: "get".', recoverable: false });

it('a dry runner sends dryRun where a server reads it for every verb', async () => {
  const { runner, sent } = createServer();
  await runner.apply(resource, stored, signal);
  for (const type of ['strategic', 'merge', 'json'] as const) {
    await runner.patch(resource, { ...place, type, patch: type === 'json' ? [] : {} }, signal);
  }
  await runner.delete(resource, place, signal);
  expect(sent().map(({ method, query }) => [method, query?.['dryRun']])).toEqual([
    ...Array.from({ length: 4 }, () => ['PATCH', 'All']),
    ['DELETE', 'All'],
  ]);
  expect(JSON.parse(sent().at(-1)?.body?.text ?? '')).toEqual({
    apiVersion: 'v1',
    kind: 'DeleteOptions',
    propagationPolicy: 'Background',
    preconditions: { uid: 'u1' },
    dryRun: ['All'],
  });
});

it('a writer never sends dryRun and deletes only the given object', async () => {
  const { writer, sent } = createServer();
  await writer.delete(resource, { ...place, uid: 'u1', resourceVersion: '7' }, signal);
  await writer.patch(resource, { ...place, type: 'merge', patch: {} }, signal);
  const [deletion] = sent();
  expect(JSON.parse(deletion?.body?.text ?? '')).toEqual({
    apiVersion: 'v1',
    kind: 'DeleteOptions',
    propagationPolicy: 'Background',
    preconditions: { uid: 'u1', resourceVersion: '7' },
  });
  expect(JSON.stringify(sent())).not.toContain('dryRun');
});

const terminating = metadata({ deletionTimestamp: '2026-01-01T00:00:00Z' });

it.each([
  ['the object is the same', [stored, stored]],
  ['its status changed meanwhile', [stored, metadata({ resourceVersion: '8' })]],
  ['it was being deleted before', [terminating, terminating]],
])('the dry run of a deletion passes when %s', async (_name, reads) => {
  const { runner } = createServer(reads);
  await expect(runner.delete(resource, place, signal)).resolves.toBeUndefined();
});

it.each<[string, Answer, RegExp]>([
  ['the object is gone', notFound, /is not valid: the object does not exist any more/],
  ['the object is being deleted', terminating, /is not valid: the object is being deleted/],
  ['the object has another uid', metadata({ uid: 'u2' }), /is not valid: the object was replaced/],
  ['the object cannot be read again', forbidden, /could not be verified: it is unknown whether/],
  ['the answer is not an object', [], /could not be verified: it is unknown whether/],
])('the dry run of a deletion fails when %s', async (_name, after, message) => {
  const { runner } = createServer([stored, after]);
  await expect(runner.delete(resource, place, signal)).rejects.toMatchObject({
    code: 'EXTERNAL_API_ERROR',
    recoverable: false,
    message: expect.stringMatching(message),
  });
});

it.each<[string, AppError, string]>([
  ['may not be read', forbidden, 'EXTERNAL_API_ERROR'],
  ['does not exist', notFound, 'NOT_FOUND'],
])('the dry run of a deletion is not sent when the object %s', async (_name, before, code) => {
  const { runner, sent } = createServer([before]);
  await expect(runner.delete(resource, place, signal)).rejects.toMatchObject({ code });
  expect(sent()).toEqual([]);
});
