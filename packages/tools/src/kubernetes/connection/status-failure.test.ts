import { describe, expect, it } from 'vitest';
import { createRedactor } from '../redaction/redactor.ts';
import { type RequestPurpose, toStatusFailure } from './status-failure.ts';

// Statuses, reasons and texts are those of a Kubernetes 1.34.9 API server; the objects are our own.
const read: RequestPurpose = { verb: 'list', resource: 'pods', namespace: 'shop', context: 'prod' };
const write: RequestPurpose = {
  verb: 'patch',
  resource: 'deployments.apps',
  namespace: 'shop',
  name: 'web',
  context: 'prod',
};

/** Returns the error for a `Status` or a plain text. */
function failureOf(status: number, answer: string | object, purpose = write) {
  const body =
    typeof answer === 'string' ? answer : JSON.stringify({ kind: 'Status', apiVersion: 'v1', metadata: {}, ...answer });
  return toStatusFailure({ status, body }, purpose, createRedactor().text);
}

describe('a 403', () => {
  it.each([
    [
      'pods is forbidden: User "jane" cannot list resource "pods" in API group "" in the namespace "shop"',
      { verb: 'list', resource: 'pods', namespace: 'shop' },
      '"list" on pods in namespace "shop" for user "jane"',
    ],
    [
      'nodes is forbidden: User "jane" cannot list resource "nodes" in API group "" at the cluster scope',
      { verb: 'list', resource: 'nodes' },
      '"list" on nodes for the whole cluster for user "jane"',
    ],
    [
      'deployments.apps "web" is forbidden: User "jane" cannot patch resource "deployments/scale" in API group "apps" in the namespace "shop"',
      { verb: 'patch', resource: 'deployments.apps/scale', namespace: 'shop' },
      '"patch" on deployments.apps/scale in namespace "shop"',
    ],
    [
      'users "bob" is forbidden: User "jane" cannot impersonate resource "users" in API group "" at the cluster scope',
      { verb: 'impersonate', resource: 'users' },
      '"impersonate" on users',
    ],
    [
      'forbidden: User "jane" cannot get path "/metrics"',
      { verb: 'get', resource: '/metrics' },
      '"get" on /metrics for',
    ],
  ])('of RBAC names the missing permission: %s', (message, missing, words) => {
    expect(failureOf(403, { message, reason: 'Forbidden' })).toMatchObject({
      code: 'EXTERNAL_API_ERROR',
      recoverable: false,
      details: { missing, user: 'jane' },
      message: expect.stringContaining(`Not permitted: ${words}`),
    });
  });

  it.each([
    ['a quota', 'pods "a" is forbidden: exceeded quota: q, requested: pods=1, used: pods=2, limited: pods=2'],
    ['a limit range', 'pods "a" is forbidden: maximum memory usage per Container is 64Mi, but limit is 128Mi'],
    [
      'pod security',
      'pods "a" is forbidden: violates PodSecurity "baseline:latest": host namespaces (hostNetwork=true)',
    ],
    [
      'a terminating namespace',
      'configmaps "a" is forbidden: unable to create new content in namespace old because it is being terminated',
    ],
    [
      'escalation',
      'roles.rbac.authorization.k8s.io "a" is forbidden: user "jane" (groups=["system:authenticated"]) is attempting to grant RBAC permissions not currently held:\n{APIGroups:[""], Resources:["pods"], Verbs:["get"]}',
    ],
    ['a protected namespace', 'namespaces "default" is forbidden: this namespace may not be deleted'],
    ['a webhook', 'admission webhook "images.example.com" denied the request: only registry.example.com is allowed'],
    [
      'a webhook that quotes RBAC',
      'admission webhook "a.example.com" denied the request: User "bob" cannot list resource "pods" in API group ""',
    ],
  ])("of %s keeps the server's message and is recoverable", (_name, message) => {
    const failure = failureOf(403, { message, reason: 'Forbidden' });
    expect(failure).toMatchObject({
      code: 'VALIDATION_ERROR',
      recoverable: true,
      message: expect.stringContaining(message),
    });
    expect(failure.message).not.toContain('permission is missing');
  });

  it('of a proxy in front of a read is a failure of the cluster', () => {
    expect(failureOf(403, 'blocked by policy', read)).toMatchObject({
      code: 'EXTERNAL_API_ERROR',
      recoverable: false,
      message: 'The cluster refused: blocked by policy',
    });
    expect(failureOf(403, '<html><body>403</body></html>', read).message).toBe(
      'The cluster refused to list pods in namespace "shop" with status 403.',
    );
  });
});

describe('a message that repeats an object', () => {
  const secret = { kind: 'Secret', data: { token: 'c2VjcmV0LXRva2Vu', 'odd name': 'b3RoZXItdmFsdWU=' } };
  const strict = 'strict decoding error: unknown field "dat"';
  const repeated = JSON.stringify(JSON.stringify(secret));

  it.each([
    ['of a merge or JSON patch', ` "" is invalid: patch: Invalid value: ${repeated}: ${strict}`],
    [
      'of a strategic patch',
      ` "" is invalid: patch: Invalid value: "map[data:map[token:c2VjcmV0LXRva2Vu odd name:b3RoZXItdmFsdWU=]]": ${strict}`,
    ],
  ])("%s is reported without the object's values and names the object", (_name, message) => {
    const purpose = { ...write, resource: 'secrets', name: 'db' };
    const failure = failureOf(422, { message, reason: 'Invalid', details: { causes: [{ message }] } }, purpose);
    expect(failure.code).toBe('VALIDATION_ERROR');
    expect(failure.message).toBe(
      `The cluster answered: secrets "db" is invalid: patch: Invalid value: (value): ${strict}`,
    );
    expect(JSON.stringify(failure)).not.toMatch(/c2Vjcm|b3RoZX/);
  });

  it('of a template that cannot be changed is reported without the template', () => {
    const template = `{"spec":{"containers":[{"name":"main","env":[{"name":"A: b, c","value":"hunter2"}]}],"x":"${'y'.repeat(200)}"}}`;
    const message = `Job.batch "a" is invalid: [spec.template: Invalid value: ${template}: field is immutable, spec.completions: Invalid value: 3: field is immutable]`;
    expect(failureOf(422, { message, reason: 'Invalid' }).message).toBe(
      'The cluster answered: Job.batch "a" is invalid: [spec.template: Invalid value: (value): field is immutable, spec.completions: Invalid value: 3: field is immutable]',
    );
  });

  it.each([
    'failed to create typed patch object (/db; /v1, Kind=Secret): .stringData.token: expected string, got &value.valueUnstructured{Value:"hunter2"}',
    'map: map[name:A value:hunter2] does not contain declared merge key: name',
    'unknown patch type: frob in map: map[$patch:frob value:hunter2]',
  ])('is reported without the value: %s', (message) => {
    expect(failureOf(500, { message }).message).not.toContain('hunter2');
  });

  it('ends when a value is never closed', () => {
    const failure = failureOf(422, { message: `patch: Invalid value: "${'\\"a'.repeat(100_000)}`, reason: 'Invalid' });
    expect(failure.message).toBe('The cluster answered: patch: Invalid value: (value)');
  });
});

describe('a 500', () => {
  it.each([
    'failed to create typed patch object (/web; apps/v1, Kind=Deployment): .spec.nosuch: field not declared in schema',
    'failed to create typed patch object (/web; apps/v1, Kind=Deployment): .spec.replicas: expected numeric (int or float), got string',
    'unknown patch type: frob in map: map[$patch:frob name:main]',
    'Internal error occurred: failed calling webhook "a.example.com": failed to call webhook: service "policy" not found',
  ])('about a rejected change is a rejection: %s', (message) => {
    expect(failureOf(500, { message })).toMatchObject({ code: 'VALIDATION_ERROR', recoverable: true });
  });

  it.each([
    ['a storage that failed', 'etcdserver: request timed out', write],
    ['a node that does not answer', 'Get "https://10.0.0.1:10250/": dial tcp: connect: connection refused', read],
  ])('of %s is a failure of the cluster', (_name, message, purpose) => {
    expect(failureOf(500, { message }, purpose)).toMatchObject({
      code: 'EXTERNAL_API_ERROR',
      message: expect.stringContaining(message),
    });
  });

  it('in plain text keeps its message', () => {
    const text = 'Internal Server Error: "/api/v1/pods": requested impersonation without an Impersonate-User header\n';
    expect(failureOf(500, text, read).message).toContain('requested impersonation without');
  });
});

it.each([
  { status: 404, answer: '404 page not found\n', code: 'NOT_FOUND', message: /does not serve list pods/ },
  { status: 404, answer: { message: 'pods "a" not found', reason: 'NotFound' }, code: 'NOT_FOUND', message: /"a" not/ },
  { status: 503, answer: 'service unavailable\n', code: 'EXTERNAL_API_ERROR', message: /serves pods is not available/ },
  {
    status: 429,
    answer: 'Too many requests, please try again later.\n',
    code: 'EXTERNAL_API_ERROR',
    message: /overloaded/,
  },
  {
    status: 504,
    answer: { message: 'Timeout: Too large resource version: 99, current: 7', reason: 'Timeout' },
    code: 'EXTERNAL_API_ERROR',
    message: /Too large resource version/,
  },
  { status: 410, answer: { message: 'too old', reason: 'Expired' }, code: 'VALIDATION_ERROR', message: /without the/ },
  {
    status: 406,
    answer: { message: 'only the following', reason: 'NotAcceptable' },
    code: 'VALIDATION_ERROR',
    message: /only/,
  },
])('a read that ends with $status and $answer is $code', ({ status, answer, code, message }) => {
  expect(failureOf(status, answer, read)).toMatchObject({ code, message: expect.stringMatching(message) });
});

it.each([
  {
    status: 409,
    answer: { message: 'Apply failed with 1 conflict: conflict with "x": .data.a' },
    code: 'CONFLICT',
    message: /conflict with "x"/,
  },
  {
    status: 415,
    answer: { message: 'the body of the request was in an unknown format' },
    code: 'VALIDATION_ERROR',
    message: /"merge"/,
  },
  { status: 413, answer: { message: 'limit is 3145728' }, code: 'PAYLOAD_TOO_LARGE', message: /3145728/ },
  {
    status: 429,
    answer: {
      message: "Cannot evict pod as it would violate the pod's disruption budget.",
      reason: 'TooManyRequests',
      details: { causes: [{ reason: 'DisruptionBudget', message: 'The budget web needs 2 healthy pods and has 2' }] },
    },
    code: 'CONFLICT',
    message: /disruption budget\. The budget web needs 2/,
  },
])('a change that ends with $status is $code', ({ status, answer, code, message }) => {
  expect(failureOf(status, answer)).toMatchObject({ code, recoverable: true, message: expect.stringMatching(message) });
});

it('an expired list returns the token with which the rest can be read', () => {
  const failure = failureOf(410, { message: 'too old', reason: 'Expired', metadata: { continue: 'next' } }, read);
  expect(failure.details).toEqual({ continueToken: 'next' });
});
