import { newId } from '@shipmate/domain';
import { createTestRun } from '@shipmate/domain/testing';
import { runHeader, workspaceHeader } from '@shipmate/protocol/http';
import { chartTools } from '@shipmate/tools';
import { inspectRoutes } from 'hono/dev';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTenant, createToolsApi, type Tenant } from './create-tools-api.ts';

/** An input for every tool, in an order in which all of them succeed. */
const inputs: Readonly<Record<string, object>> = {
  getChartContext: {},
  textEditor: { command: 'create', path: 'templates/theirs.yaml', content: 'kind: Secret\n' },
  renameFile: { path: 'templates/theirs.yaml', newPath: 'templates/mine.yaml' },
  proposePlan: { summary: 'Take over', actions: [{ path: 'Chart.yaml', action: 'modify', why: 'To own it.' }] },
  renderChart: {},
  validateChart: {},
  deleteFile: { path: 'templates/mine.yaml' },
  latestSubchartVersion: { chartName: 'redis' },
  latestKubernetesVersion: {},
};

const openRoutes = ['GET /healthz', 'GET /readyz', 'GET /openapi.json', 'GET /metrics', 'GET /docs/api'];

/** Routes without tenant data. */
const publicKnowledge = [
  'GET /api/tools',
  ...['versions/subchart', 'versions/kubernetes', 'versions/k8s'].flatMap((path) => [
    `GET /api/tools/${path}`,
    `POST /api/tools/${path}`,
  ]),
];

/** Routes that take a workspace or a run. */
const scopedRoutes = ['POST /api/tools/editor', 'POST /api/tools/:name', 'ALL /mcp'];

let api: Awaited<ReturnType<typeof createToolsApi>>;
let ada: Tenant & { readonly runId: string };
let bob: Tenant;

beforeAll(async () => {
  api = await createToolsApi();
  const { unitOfWork } = api.database;
  const owner = await createTenant(api.database);
  ada = { ...owner, runId: await createTestRun(unitOfWork, owner.principal, owner.workspaceId) };
  bob = await createTenant(api.database);
});
afterAll(() => api.database.close());

it('the tenancy test covers every tool and every route', () => {
  expect(new Set(Object.keys(inputs))).toEqual(new Set(chartTools.map(({ name }) => name)));
  const served = inspectRoutes(api.app).filter(({ isMiddleware }) => !isMiddleware);
  expect(new Set(served.map(({ method, path }) => `${method} ${path}`))).toEqual(
    new Set([...openRoutes, ...publicKnowledge, ...scopedRoutes]),
  );
});

it.each([...publicKnowledge, ...scopedRoutes])('%s is refused without a token', async (route) => {
  const [method, path = ''] = route.replace(':name', 'textEditor').split(' ');
  expect(await api.send(path, { body: method === 'GET' ? undefined : {} })).toMatchObject({ status: 401 });
});

/** Sends a request and returns its status and body, without the request's own id and the ids that it named. */
async function send(
  path: string,
  { token, body, headers = {} }: { token: string; body: object; headers?: Readonly<Record<string, string>> },
) {
  const { status, body: answer } = await api.send(path, { token, body, headers: { ...headers } });
  const { requestId: _, ...rest } = answer as { readonly requestId?: string };
  const named = [...Object.values(headers), ...Object.values(body)].filter((value) => isId(value));
  return { status, answer: JSON.parse(named.reduce((text, id) => text.replaceAll(id, '<id>'), JSON.stringify(rest))) };
}

const isId = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f-]{36}$/.test(value);

/** Calls every tool in turn, in a workspace or a run. */
async function callTools(token: string, headers: Readonly<Record<string, string>>) {
  const answers: object[] = [];
  for (const [name, body] of Object.entries(inputs)) {
    answers.push({ name, ...(await send(`/api/tools/${name}`, { token, body, headers })) });
  }
  return answers;
}

const everyTool = (answer: object) => Object.keys(inputs).map((name) => ({ name, ...answer }));
const absent = { status: 404, answer: { success: false, code: 'NOT_FOUND' } };

/** Reads the stored data of ada. */
async function readPossessions() {
  const { workspaces, stringReplaceLog, plans, runs } = api.database.unitOfWork.stores;
  const { principal, workspaceId, runId } = ada;
  return {
    detail: await workspaces.getDetail(principal, workspaceId),
    edits: await stringReplaceLog.list(principal, workspaceId),
    plans: await plans.list(principal, workspaceId),
    run: await runs.get(principal, runId),
  };
}

describe('two tenants', () => {
  it.each<
    [what: string, foreign: () => Readonly<Record<string, string>>, absent: () => Readonly<Record<string, string>>]
  >([
    ['the workspace', () => ({ [workspaceHeader]: ada.workspaceId }), () => ({ [workspaceHeader]: newId() })],
    ['the run', () => ({ [runHeader]: ada.runId }), () => ({ [runHeader]: newId() })],
    [
      'the workspace and the run',
      () => ({ [workspaceHeader]: ada.workspaceId, [runHeader]: ada.runId }),
      () => ({ [workspaceHeader]: newId(), [runHeader]: newId() }),
    ],
    [
      'the run, in a workspace of their own,',
      () => ({ [workspaceHeader]: bob.workspaceId, [runHeader]: ada.runId }),
      () => ({ [workspaceHeader]: bob.workspaceId, [runHeader]: newId() }),
    ],
  ])(
    'read nothing of %s through any tool, write nothing, and get the answers of absent ids',
    async (_, foreign, missing) => {
      const before = await readPossessions();
      const answers = await callTools(bob.token, foreign());
      expect(answers).toMatchObject(everyTool(absent));
      expect(answers).toEqual(await callTools(bob.token, missing()));
      expect(await readPossessions()).toEqual(before);
    },
  );

  it('get NOT_FOUND from every tool for a workspace id that is no id', async () => {
    expect(await callTools(bob.token, { [workspaceHeader]: 'theirs' })).toMatchObject(everyTool(absent));
  });

  it.each([
    ['reads', { command: 'view', path: 'Chart.yaml' }],
    ['writes', { command: 'create', path: 'evil.yaml', content: '' }],
  ])('get the same answer for foreign and absent ids from the editor that %s', async (_, body) => {
    const before = await readPossessions();
    const edit = (workspaceId: string) =>
      send('/api/tools/editor', { token: bob.token, body: { ...body, workspaceId } });
    const answer = await edit(ada.workspaceId);
    expect(answer).toMatchObject(absent);
    expect(await edit(newId())).toEqual(answer);
    expect(await edit('theirs')).toMatchObject(absent);
    expect(await readPossessions()).toEqual(before);
  });

  it('cannot extend a tool token to another workspace', async () => {
    const before = await readPossessions();
    const token = await api.toolTokens.sign(bob.principal, { workspaceId: ada.workspaceId });
    const own = { workspaceId: bob.workspaceId, command: 'view', path: 'Chart.yaml' };
    expect(await api.send('/api/tools/editor', { token, body: own })).toMatchObject({ status: 404 });
    const answers = await callTools(token, {});
    expect(answers).toMatchObject(everyTool(absent));
    const other = await api.toolTokens.sign(bob.principal, { workspaceId: newId() });
    expect(answers).toEqual(await callTools(other, {}));
    expect(await readPossessions()).toEqual(before);
  });

  it('get the same result for foreign and absent workspaces from every tool over MCP, and write nothing', async () => {
    const before = await readPossessions();
    const client = await api.connect(bob.token);
    const { tools } = await client.listTools();
    const results = async (workspaceId: string) => {
      const made: unknown[] = [];
      for (const { name } of tools.filter(({ name: each }) => each in inputs)) {
        const { isError, content } = await client.callTool({ name, arguments: { ...inputs[name], workspaceId } });
        made.push({ name, isError, content });
      }
      return made;
    };
    const foreign = await results(ada.workspaceId);
    const text = expect.stringContaining('"code":"NOT_FOUND"');
    expect(foreign).toMatchObject(foreign.map(() => ({ isError: true, content: [{ text }] })));
    expect(foreign).toHaveLength(Object.keys(inputs).length);
    expect(await results(newId())).toEqual(foreign);
    expect(await readPossessions()).toEqual(before);
  });

  it('find no resource of another over MCP', async () => {
    const [own, foreign] = [await api.connect(ada.token), await api.connect(bob.token)];
    const uris = (await own.listResources()).resources.map(({ uri }) => uri);
    const chart = `shipmate://charts/${ada.workspaceId}`;
    expect(uris).toEqual(expect.arrayContaining([chart, `shipmate://runs/${ada.runId}`]));
    const theirs = JSON.stringify(await foreign.listResources());
    for (const uri of [chart, `shipmate://runs/${ada.runId}`, `${chart}/files/Chart.yaml`]) {
      expect((await own.readResource({ uri })).contents).toMatchObject([{ uri, text: expect.stringMatching(/./) }]);
      expect(theirs).not.toContain(uri);
      await expect(foreign.readResource({ uri })).rejects.toThrow('not found');
    }
    for (const uri of [`shipmate://remediations/${newId()}`, 'shipmate://charts/none', `${chart}/files/none`]) {
      await expect(own.readResource({ uri })).rejects.toThrow('not found');
    }
  });

  it('can use every tool in a workspace and a run of their own', async () => {
    const headers = { [workspaceHeader]: ada.workspaceId, [runHeader]: ada.runId };
    expect(await callTools(ada.token, headers)).toMatchObject(everyTool({ status: 200, answer: { success: true } }));
  });
});
