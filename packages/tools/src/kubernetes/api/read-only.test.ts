import { expect, it } from 'vitest';
import type { ClusterHttp, ClusterRequest } from '../connection/cluster-http.ts';
import { toDryRunTransport } from './dry-run-transport.ts';
import { toReadTransport } from './read-transport.ts';

/** Creates an HTTP double that records requests and answers nothing. */
function createNotingHttp() {
  const requests: ClusterRequest[] = [];
  const http: ClusterHttp = {
    async readText(request) {
      requests.push(request);
      return '{}';
    },
    async open(request) {
      requests.push(request);
      return (async function* () {})();
    },
    close: async () => undefined,
    destroy: async () => undefined,
  };
  return { http, requests };
}

const { signal } = new AbortController();
const smuggled = {
  path: '/api/v1/pods',
  method: 'DELETE',
  body: { type: 'application/json', text: '{}' },
  query: { dryRun: '' },
  purpose: { verb: 'delete', resource: 'pods' },
  signal,
} as const;

it('a read transport sends every request as GET, and access reviews', async () => {
  const { http, requests } = createNotingHttp();
  const transport = toReadTransport(http);
  await transport.readText(smuggled);
  await transport.open(smuggled);
  await transport.review('{}', signal);
  expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /api/v1/pods',
    'GET /api/v1/pods',
    'POST /apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
  ]);
  expect(Object.keys(transport).sort((one, other) => one.localeCompare(other))).toEqual(['open', 'readText', 'review']);
});

const dryRunOptions = { apiVersion: 'v1', kind: 'DeleteOptions', dryRun: ['All'] };

it.each([
  { given: 'no body', body: undefined, sent: dryRunOptions },
  {
    given: 'options without dryRun',
    body: { ...dryRunOptions, dryRun: undefined, propagationPolicy: 'Background', preconditions: { uid: 'u' } },
    sent: { ...dryRunOptions, propagationPolicy: 'Background', preconditions: { uid: 'u' } },
  },
])('the dry-run transport writes dryRun into query and body of a DELETE with $given', async ({ body, sent }) => {
  const { http, requests } = createNotingHttp();
  const { body: _, ...request } = smuggled;
  const json = body && { body: { type: 'application/json', text: JSON.stringify(body) } };
  await toDryRunTransport(http).attempt({ ...request, ...json });
  const [wire] = requests;
  expect(wire?.query).toEqual({ dryRun: 'All' });
  expect(wire?.body?.type).toBe('application/json');
  expect(JSON.parse(wire?.body?.text ?? '')).toEqual(sent);
});

it.each([
  ['an empty object', 'application/json', '{}'],
  ['a misspelt option', 'application/json', JSON.stringify({ ...dryRunOptions, dry_run: ['All'] })],
  ['another dryRun', 'application/json', JSON.stringify({ ...dryRunOptions, dryRun: ['None'] })],
  ['an empty dryRun', 'application/json', JSON.stringify({ ...dryRunOptions, dryRun: [] })],
  ['another kind', 'application/json', JSON.stringify({ ...dryRunOptions, kind: 'Pod' })],
  ['another media type', 'application/yaml', JSON.stringify(dryRunOptions)],
  ['no JSON', 'application/json', 'dryRun: [All]'],
  ['no text', 'application/json', ''],
])('the dry-run transport does not send a DELETE whose body is %s', async (_name, type, text) => {
  const { http, requests } = createNotingHttp();
  const attempt = toDryRunTransport(http).attempt({ ...smuggled, body: { type, text } });
  await expect(attempt).rejects.toMatchObject({ code: 'INTERNAL_ERROR' });
  expect(requests).toEqual([]);
});

it.each(['POST', 'PATCH'] as const)('the dry-run transport writes dryRun into the query of a %s', async (method) => {
  const { http, requests } = createNotingHttp();
  const body = { type: 'application/json', text: '{"kind":"Pod"}' };
  await toDryRunTransport(http).attempt({ ...smuggled, method, body });
  expect(requests).toMatchObject([{ method, query: { dryRun: 'All' }, body }]);
});

it('the dry-run transport reads with GET for any request', async () => {
  const { http, requests } = createNotingHttp();
  const transport = toDryRunTransport(http);
  await transport.readText(smuggled);
  expect(requests[0]?.method).toBe('GET');
  expect(Object.keys(transport).sort((one, other) => one.localeCompare(other))).toEqual(['attempt', 'readText']);
});
