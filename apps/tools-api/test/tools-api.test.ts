import { gunzipSync } from 'node:zlib';
import { errorEnvelopeSchema } from '@shipmate/protocol/error';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTenant, createToolsApi, type Tenant } from './create-tools-api.ts';

let api: Awaited<ReturnType<typeof createToolsApi>>;
let ada: Tenant;

beforeAll(async () => {
  api = await createToolsApi();
  ada = await createTenant(api.database);
});
afterAll(() => api.database.close());

describe('POST /api/tools/editor', () => {
  const edit = (body: Record<string, unknown>, tenant = ada) =>
    api.send('/api/tools/editor', { token: tenant.token, body: { workspaceId: tenant.workspaceId, ...body } });

  it('views, creates and replaces, with flat fields', async () => {
    const path = 'templates/cache.yaml';
    expect(await edit({ command: 'create', path, content: 'kind: ConfigMap\nname: cache\n' })).toMatchObject({
      status: 200,
      body: { success: true, message: 'Created' },
    });
    const replaced = await edit({ command: 'str_replace', path, oldStr: 'name: cache', newStr: 'name: store' });
    expect(replaced).toMatchObject({ status: 200, body: { success: true, content: 'kind: ConfigMap\nname: store\n' } });
    expect(await edit({ command: 'view', path })).toMatchObject({
      status: 200,
      body: { success: true, content: 'kind: ConfigMap\nname: store\n' },
    });
    expect(Object.keys(replaced.body as object).toSorted()).toEqual(['content', 'message', 'success']);
  });

  it.each([
    {
      what: 'a missing file',
      body: { command: 'view', path: 'no.yaml' },
      message: 'Error: File does not exist. Use create instead.',
    },
    {
      what: 'an existing file',
      body: { command: 'create', path: 'Chart.yaml', content: 'x' },
      message: 'Error: File already exists. Use view and str_replace instead.',
    },
    {
      what: 'an absent passage',
      body: { command: 'str_replace', path: 'Chart.yaml', oldStr: 'no such passage', newStr: '' },
      message: 'Error: String to replace not found in file.',
    },
  ])('responds to $what with 200 and success false', async ({ body, message }) => {
    expect(await edit(body)).toMatchObject({
      status: 200,
      body: { success: false, message: expect.stringContaining(message) },
    });
  });

  it.each([
    { what: 'an unknown command', body: { command: 'insert', path: 'Chart.yaml' }, field: 'command' },
    { what: 'a missing field', body: { command: 'str_replace', path: 'new.yaml' }, field: 'oldStr' },
    { what: 'a wrong type', body: { command: 'view', path: 7 }, field: 'path' },
    {
      what: 'no workspace',
      body: { command: 'view', path: 'Chart.yaml', workspaceId: undefined },
      field: 'workspaceId',
    },
  ])('rejects $what and names the field', async ({ body, field }) => {
    expect(await edit(body)).toMatchObject({
      status: 400,
      body: { success: false, code: 'VALIDATION_ERROR', details: { issues: [{ path: field }] } },
    });
  });

  it('rejects a path outside the workspace', async () => {
    const { status, body } = await edit({ command: 'view', path: '../../etc/passwd' });
    expect({ status, body }).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } });
  });
});

describe('version routes', () => {
  it.each([
    ['/api/tools/versions/kubernetes', { success: true, version: '1.32.1', field: 'patch' }],
    ['/api/tools/versions/kubernetes?semverField=minor', { success: true, version: '1.32', field: 'minor' }],
    ['/api/tools/versions/k8s?semverField=major', { success: true, version: '1', field: 'major' }],
    ['/api/tools/versions/subchart?chartName=redis', { success: true, version: '20.6.1', name: 'redis' }],
    ['/api/tools/versions/subchart?chartName=unknown', { success: true, version: '?', name: 'unknown' }],
  ])('respond to GET %s', async (path, body) => {
    expect(await api.send(path, { token: ada.token })).toMatchObject({ status: 200, body });
  });

  it.each([
    ['/api/tools/versions/kubernetes', { semverField: 'minor' }, { success: true, version: '1.32', field: 'minor' }],
    ['/api/tools/versions/k8s', {}, { success: true, version: '1.32.1', field: 'patch' }],
    ['/api/tools/versions/subchart', { chartName: 'redis' }, { success: true, version: '20.6.1', name: 'redis' }],
  ])('respond to POST %s', async (path, input, body) => {
    expect(await api.send(path, { token: ada.token, body: input })).toMatchObject({ status: 200, body });
  });

  it('respond 502 when ArtifactHub is unavailable', async () => {
    const answer = await api.send('/api/tools/versions/subchart?chartName=unreachable', { token: ada.token });
    expect(answer).toMatchObject({ status: 502, body: { success: false, code: 'EXTERNAL_API_ERROR' } });
  });
});

describe('/api/tools', () => {
  it('compresses a long list for a client that accepts it', async () => {
    const headers = { authorization: `Bearer ${ada.token}`, 'accept-encoding': 'gzip' };
    const response = await api.app.request('/api/tools', { headers });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    const list = JSON.parse(gunzipSync(await response.arrayBuffer()).toString()) as unknown;
    expect(list).toEqual((await api.send('/api/tools', { token: ada.token })).body);
  });

  it('lists the tools', async () => {
    const { status, body } = await api.send('/api/tools', { token: ada.token });
    expect(status).toBe(200);
    const names = (body as { tools: { name: string }[] }).tools.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['getChartContext', 'textEditor', 'latestSubchartVersion', 'latestKubernetesVersion']),
    );
  });

  it('runs a tool in the workspace of the header', async () => {
    const headers = { 'x-shipmate-workspace': ada.workspaceId };
    const answer = await api.send('/api/tools/getChartContext', { token: ada.token, body: {}, headers });
    expect(answer).toMatchObject({
      status: 200,
      body: { success: true, data: { workspace: { id: ada.workspaceId } } },
    });
  });

  it('runs a tool in the workspace of a tool token', async () => {
    const token = await api.toolTokens.sign(ada.principal, { workspaceId: ada.workspaceId });
    const answer = await api.send('/api/tools/textEditor', { token, body: { command: 'view', path: 'Chart.yaml' } });
    expect(answer).toMatchObject({
      status: 200,
      body: { success: true, data: { content: expect.stringContaining('name:') } },
    });
  });

  it('returns 200, success false and a code when the tool refuses', async () => {
    const headers = { 'x-shipmate-workspace': ada.workspaceId };
    const answer = await api.send('/api/tools/textEditor', {
      token: ada.token,
      headers,
      body: { command: 'view', path: 'no.yaml' },
    });
    expect(answer).toMatchObject({
      status: 200,
      body: { success: false, metadata: { code: 'NOT_FOUND', recoverable: true } },
    });
  });

  it.each([
    ['throws', 500, { success: false, code: 'INTERNAL_ERROR' }],
    ['hangs', 200, { success: false, metadata: { code: 'TIMEOUT' } }],
    ['counts', 200, { success: true, data: { total: '9007199254740993' } }],
  ])('continues to serve after a tool that %s', async (name, status, body) => {
    const answer = await api.send(`/api/tools/${name}`, { token: ada.token, body: {} });
    expect(answer).toMatchObject({ status, body });
    expect(answer.text).not.toContain('s3cret');
  });
});

describe('errors', () => {
  const cases = [
    { what: 'no token', path: '/api/tools/editor', request: { body: {} }, status: 401, code: 'UNAUTHORIZED' },
    { what: 'a bad token', path: '/api/tools', request: { token: 'shp_bad' }, status: 401, code: 'UNAUTHORIZED' },
    {
      what: 'a forged tool token',
      path: '/api/tools/x',
      request: { token: 'a.b.c', body: {} },
      status: 401,
      code: 'UNAUTHORIZED',
    },
    { what: 'an unknown tool', path: '/api/tools/nothing', request: { body: {} }, status: 404, code: 'NOT_FOUND' },
    { what: 'an unknown path', path: '/nowhere', request: {}, status: 404, code: 'NOT_FOUND' },
    {
      what: 'malformed JSON',
      path: '/api/tools/editor',
      request: { body: '{"command"' },
      status: 400,
      code: 'VALIDATION_ERROR',
    },
    {
      what: 'a body that is no object',
      path: '/api/tools/editor',
      request: { body: '[]' },
      status: 400,
      code: 'VALIDATION_ERROR',
    },
    {
      what: 'another content type',
      path: '/api/tools/textEditor',
      request: { body: 'command=view', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      status: 400,
      code: 'VALIDATION_ERROR',
    },
    {
      what: 'an oversized body',
      path: '/api/tools/editor',
      request: { body: '{}', headers: { 'content-length': String(2 ** 24) } },
      status: 413,
      code: 'PAYLOAD_TOO_LARGE',
    },
  ];

  it.each(cases)('for $what are the envelope, or problem details', async ({ path, request, status, code }) => {
    const authorized = status === 401 ? request : { token: ada.token, ...request };
    const answer = await api.send(path, authorized);
    expect(answer).toMatchObject({ status, body: { success: false, code } });
    expect(errorEnvelopeSchema.parse(answer.body).requestId).toBe(answer.headers.get('x-request-id'));
    expect(answer.headers.has('www-authenticate')).toBe(status === 401);

    const headers = { ...authorized.headers, accept: 'application/problem+json' };
    const problem = await api.send(path, { ...authorized, headers });
    expect(problem.headers.get('content-type')).toBe('application/problem+json');
    expect(problem).toMatchObject({ status, body: { status, code, instance: path } });
  });

  it('ask a client without a token for one, and not to sign in', async () => {
    const { body } = await api.send('/api/tools', {});
    expect(body).toMatchObject({ message: 'Send an API token: Authorization: Bearer <token>.' });
  });

  it('name the field, what is wrong and what is right', async () => {
    const messageOf = async (path: string, input: unknown) =>
      ((await api.send(path, { token: ada.token, body: input })).body as { message: string }).message;
    expect(await messageOf('/api/tools/editor', { workspaceId: ada.workspaceId, command: 'insert', path: 7 })).toBe(
      'Invalid input for textEditor: command: must be one of "view", "create", "str_replace"; ' +
        'path: must be a string, not a number',
    );
    expect(await messageOf('/api/tools/editor', {})).toBe('workspaceId: is missing: send a string');
    expect(await messageOf('/api/tools/editor', [])).toBe('The request must be an object, not an array.');
  });

  it('for a revoked token have status 401', async () => {
    const carol = await createTenant(api.database);
    const { credentials } = api.database.unitOfWork.stores;
    const [token] = await credentials.listExtensionTokens(carol.principal);
    expect(await api.send('/api/tools', { token: carol.token })).toMatchObject({ status: 200 });
    await credentials.revokeExtensionToken(carol.principal, token?.id ?? '', new Date());
    expect(await api.send('/api/tools', { token: carol.token })).toMatchObject({ status: 401 });
  });
});

it('tools-api reports its health without a token, and accepts only names of this machine', async () => {
  expect(await api.send('/healthz', {})).toMatchObject({ status: 200 });
  expect(await api.send('/readyz', {})).toMatchObject({
    status: 200,
    body: { status: 'ready', checks: { database: 'ok' } },
  });
  expect(await api.send('http://evil.example/healthz', {})).toMatchObject({ status: 400 });
});
