import { expect, it } from 'vitest';
import type { ClusterHttp, ClusterRequest } from '../connection/cluster-http.ts';
import { toDryRunTransport } from './create-changer.ts';
import { toReadTransport } from './read-transport.ts';

/** Notes requests and answers nothing. */
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

it('a transport that reads makes GET of whatever it is given, and access reviews', async () => {
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

it('a transport that tries says so, whatever it is given', async () => {
  const { http, requests } = createNotingHttp();
  const transport = toDryRunTransport(http);
  await transport.attempt(smuggled);
  expect(requests[0]?.query).toEqual({ dryRun: 'All' });
  expect(Object.keys(transport)).toEqual(['attempt']);
});
