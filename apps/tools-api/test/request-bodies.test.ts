import { newId } from '@shipmate/domain';
import { createWorkspaceFromTemplate } from '@shipmate/domain/workspace';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTenant, createToolsApi, type Tenant } from './create-tools-api.ts';

let api: Awaited<ReturnType<typeof createToolsApi>>;
let ada: Tenant;
let other: Tenant;

beforeAll(async () => {
  api = await createToolsApi();
  [ada, other] = [await createTenant(api.database), await createTenant(api.database)];
});
afterAll(() => api.database.close());

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  api.send(`/api/tools/${path}`, { token: ada.token, body, headers });

/** Sends POST without a body and without a content type, as `curl -X POST` does. */
async function postNothing(path: string, headers: Record<string, string> = {}) {
  const response = await api.app.request(`/api/tools/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ada.token}`, ...headers },
  });
  return { status: response.status, body: (await response.json()) as unknown };
}

/** Sends a body to the editor with its length, as a socket does, and returns the status. */
async function postSized(body: unknown): Promise<number> {
  const length = String(Buffer.byteLength(JSON.stringify(body)));
  return (await post('editor', body, { 'content-length': length })).status;
}

/** Source 1 declares `content`, `oldStr` and `newStr` as `omitempty`: an empty string is left out. */
describe('POST /api/tools/editor', () => {
  const edit = (body: object) => post('editor', { workspaceId: ada.workspaceId, ...body });
  const view = (path: string) => edit({ command: 'view', path });

  it.each([
    ['left out', {}],
    ['null', { content: null, oldStr: null, newStr: null }],
  ])('creates an empty file when the content is %s', async (what, fields) => {
    const path = `templates/empty-${what.replace(' ', '-')}.txt`;
    expect(await edit({ command: 'create', path, ...fields })).toMatchObject({
      status: 200,
      body: { success: true, message: 'Created' },
    });
    expect(await view(path)).toMatchObject({ status: 200, body: { success: true } });
  });

  it.each([
    ['left out', {}],
    ['null', { newStr: null }],
  ])('deletes the passage when newStr is %s', async (what, fields) => {
    const path = `templates/passage-${what.replace(' ', '-')}.txt`;
    await edit({ command: 'create', path, content: 'one\ntwo\n' });
    const edited = await edit({ command: 'str_replace', path, oldStr: 'two\n', ...fields });
    expect(edited).toMatchObject({ status: 200, body: { success: true, content: 'one\n' } });
  });

  it('asks for oldStr when it is left out', async () => {
    expect(await edit({ command: 'str_replace', path: 'Chart.yaml', newStr: 'x' })).toMatchObject({
      status: 400,
      body: { details: { issues: [{ path: 'oldStr' }] } },
    });
  });

  it('speaks of a diff only when it returns one', async () => {
    const path = 'templates/inexact.txt';
    await edit({ command: 'create', path, content: 'first:\n    second: 1\n' });
    const edit2 = { command: 'str_replace', path, oldStr: 'first:\n  second: 1', newStr: 'first:\n  second: 2' };
    const { body } = await edit(edit2);
    expect(body).toMatchObject({ success: true, message: expect.stringContaining('not exact') });
    expect(JSON.stringify(body)).not.toMatch(/diff/i);
  });

  it('names the nearest paths when a file does not exist', async () => {
    const message = async (body: object) => ((await edit(body)).body as { message: string }).message;
    expect(await message({ command: 'view', path: 'deployment.yaml' })).toMatch(
      /^Error: File does not exist\. Use create instead\. Nearest paths: templates\/.*deployment\.yaml/,
    );
    expect(await message({ command: 'str_replace', path: 'Values.yml', oldStr: 'a', newStr: 'b' })).toMatch(
      /^Error: File does not exist\. Use create instead\. Nearest paths: values\.yaml/,
    );
    expect(await message({ command: 'view', path: 'zzz' })).toBe(
      'Error: File does not exist. Use create instead. getChartContext lists the files.',
    );
  });

  it.each([
    ['three bytes', '€'],
    ['six bytes of escapes', '\u0001'],
  ])('takes the longest text, each character of which is %s', async (what, character) => {
    const path = `templates/long-${what.length}.txt`;
    const [oldStr, newStr] = [character, 'x'].map((each) => each.repeat(1_000_000));
    const { workspaceId } = ada;
    expect(await postSized({ workspaceId, command: 'create', path, content: oldStr })).toBe(200);
    expect(await postSized({ workspaceId, command: 'str_replace', path, oldStr, newStr })).toBe(200);
  });

  it('keeps requiring the fields of a model that calls the tool', async () => {
    const headers = { 'x-shipmate-workspace': ada.workspaceId };
    for (const [field, input] of [
      ['content', { command: 'create', path: 'new.txt' }],
      ['newStr', { command: 'str_replace', path: 'Chart.yaml', oldStr: 'name' }],
    ] as const) {
      expect(await post('textEditor', input, headers)).toMatchObject({
        status: 400,
        body: { details: { issues: [{ path: field }] } },
      });
    }
  });
});

describe('the Kubernetes version', () => {
  it.each(['', 'beta', 'PATCH', null, 7])('is the full one for semverField %j', async (semverField) => {
    const full = { success: true, version: '1.32.1', field: 'patch' };
    expect(await post('versions/kubernetes', { semverField })).toMatchObject({ status: 200, body: full });
    expect(await post('latestKubernetesVersion', { semverField })).toMatchObject({ status: 200, body: { data: full } });
    const query = `/api/tools/versions/kubernetes?semverField=${semverField ?? ''}`;
    expect(await api.send(query, { token: ada.token })).toMatchObject({ status: 200, body: full });
  });
});

describe('POST without a body', () => {
  it.each(['versions/kubernetes', 'versions/k8s', 'latestKubernetesVersion'])(
    'to %s is an empty input',
    async (path) => {
      expect(await postNothing(path)).toMatchObject({ status: 200, body: { success: true } });
    },
  );

  it('to a tool in a workspace needs the workspace alone', async () => {
    expect(await postNothing('getChartContext', { 'x-shipmate-workspace': ada.workspaceId })).toMatchObject({
      status: 200,
      body: { success: true, data: { workspace: { id: ada.workspaceId } } },
    });
  });

  it('names the fields that are required', async () => {
    expect(await postNothing('versions/subchart')).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_ERROR', details: { issues: [{ path: 'chartName' }] } },
    });
  });
});

describe('workspaceId in the body of POST /api/tools/{name}', () => {
  it('is the workspace of the call', async () => {
    const { workspaceId } = ada;
    expect(await post('getChartContext', { workspaceId })).toMatchObject({
      status: 200,
      body: { success: true, data: { workspace: { id: workspaceId } } },
    });
    expect(await post('textEditor', { workspaceId, command: 'view', path: 'Chart.yaml' })).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect(await post('getChartContext', { workspaceId }, { 'x-shipmate-workspace': workspaceId })).toMatchObject({
      status: 200,
    });
  });

  it.each([
    ["another tenant's", () => other.workspaceId],
    ['unknown', () => newId()],
    ['malformed', () => 'no-id'],
  ])('is not found when it is %s', async (_, workspaceId) => {
    expect(await post('getChartContext', { workspaceId: workspaceId() })).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND' },
    });
  });

  it('is refused outside of the workspace of a tool token', async () => {
    const { workspaces } = api.database.unitOfWork.stores;
    const second = await workspaces.create(ada.principal, createWorkspaceFromTemplate('sample', 'second'));
    const token = await api.toolTokens.sign(ada.principal, { workspaceId: ada.workspaceId });
    const body = { workspaceId: second.id };
    expect(await api.send('/api/tools/getChartContext', { token, body })).toMatchObject({ status: 404 });
  });

  it.each([[{ workspaceId: 7 }], [{ workspaceId: '' }]])('is refused as %j', async (body) => {
    expect(await post('getChartContext', body)).toMatchObject({
      status: 400,
      body: { details: { issues: [{ path: 'workspaceId' }] } },
    });
  });

  it('is refused when the header names another workspace', async () => {
    const headers = { 'x-shipmate-workspace': newId() };
    expect(await post('getChartContext', { workspaceId: ada.workspaceId }, headers)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('X-Shipmate-Workspace') },
    });
  });
});

it('POST /api/tools/{name} refuses no text within its limit for its bytes, for any tool', async () => {
  const { body } = await api.send('/api/tools', { token: ada.token });
  const { tools } = body as {
    tools: readonly { name: string; inputSchema: { properties?: Record<string, object> } }[];
  };
  const refused: string[] = [];
  let longest = 0;
  for (const { name, inputSchema } of tools) {
    const texts = Object.entries(inputSchema.properties ?? {}).flatMap(([field, schema]) =>
      'maxLength' in schema && typeof schema.maxLength === 'number' ? [[field, '\u0001'.repeat(schema.maxLength)]] : [],
    );
    const input = Object.fromEntries(texts) as Record<string, string>;
    // A command of the editor has a content, or an old and a new text.
    if ('oldStr' in input) delete input['content'];
    const bytes = Buffer.byteLength(JSON.stringify(input));
    longest = Math.max(longest, bytes);
    if ((await post(name, input, { 'content-length': String(bytes) })).status === 413) refused.push(name);
  }
  expect(refused).toEqual([]);
  expect(longest).toBeGreaterThan(1_000_000);
});
