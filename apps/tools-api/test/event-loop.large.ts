import { createTestDatabase } from '@shipmate/db/testing';
import { createWorkspaceFromArchive } from '@shipmate/domain/archive';
import { workspaceHeader } from '@shipmate/protocol/http';
import { createCompute } from '@shipmate/tools';
import { leastLongestTurnOf } from '@shipmate/config/longest-turn';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTenant, createToolsApi, type Tenant } from './create-tools-api.ts';

const compute = createCompute();
let api: Awaited<ReturnType<typeof createToolsApi>>;
let mallory: Tenant;
let hostileWorkspace: string;

const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('');
const manyKeys = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index.toString(36)}`, 'x']));

const hostileRule = { name: 'big', actions: [], canvas_layout: { nodes: Array.from({ length: 12_000 }, () => ({})) } };

/** A chart with 40,000 values, 25,000 references and 20,000 annotations. */
const hostileChart = [
  { path: 'Chart.yaml', content: 'apiVersion: v2\nname: big\nversion: 0.1.0\n' },
  { path: 'values.yaml', content: lines(40_000, (index) => `v${index}: 1\n`) },
  {
    path: 'templates/a.yaml',
    content:
      'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: big\n  annotations:\n' +
      '{{- range until 20000 }}\n    a{{ . }}: "b"\n{{- end }}\ndata:\n' +
      lines(25_000, (index) => `  w${index}: "{{ .Values.w${index} }}"\n`),
  },
];

beforeAll(async () => {
  api = await createToolsApi({ compute, database: await createTestDatabase('embedded') });
  mallory = await createTenant(api.database);
  const { workspaces } = api.database.unitOfWork.stores;
  const archive = createWorkspaceFromArchive({ name: 'big', files: hostileChart, charts: [{ name: 'big', root: '' }] });
  hostileWorkspace = (await workspaces.create(mallory.principal, archive)).id;
  // The first calls load the worker's modules and compile the app's code.
  const { signal } = new AbortController();
  await compute.run('findYamlProblem', ['a: 1\n'.repeat(1_000)], { principal: mallory.principal, signal });
  await post('validateChart', {}, mallory.workspaceId);
  await post('textEditor', { command: 'view', path: 'Chart.yaml' }, mallory.workspaceId);
});
afterAll(async () => {
  await compute.close();
  await api.database.close();
});

const post = (tool: string, body: object, workspaceId: string) =>
  api.send(`/api/tools/${tool}`, { token: mallory.token, body, headers: { [workspaceHeader]: workspaceId } });

/** Each of these calls stays below 12 ms, also on a busy machine. Without worker threads, the check of the chart takes a second. */
const maxTurn = 40;

/** A call whose body is written before it is measured. */
interface HostileCall {
  readonly tool: string;
  readonly body: object;
  readonly workspace: () => string;
  readonly expected: object;
}

const ownWorkspace = (): string => mallory.workspaceId;
const bigWorkspace = (): string => hostileWorkspace;
const refused = { status: 400, body: { code: 'VALIDATION_ERROR' } };
const tooLarge = { status: 413, body: { code: 'PAYLOAD_TOO_LARGE' } };
const succeeded = { status: 200, body: { success: true } };

describe('no turn of the event loop takes long while tools-api answers', () => {
  it.each<readonly [string, HostileCall]>([
    [
      'a body of 60,000 keys',
      { tool: 'textEditor', body: manyKeys(60_000), workspace: ownWorkspace, expected: tooLarge },
    ],
    [
      'a body of 12,000 keys',
      { tool: 'textEditor', body: manyKeys(12_000), workspace: ownWorkspace, expected: refused },
    ],
    [
      'a call with 12,000 keys too many',
      { tool: 'getChartContext', body: manyKeys(12_000), workspace: ownWorkspace, expected: succeeded },
    ],
    [
      'a list of 300,000 objects',
      {
        tool: 'textEditor',
        body: Array.from({ length: 300_000 }, () => ({})),
        workspace: ownWorkspace,
        expected: tooLarge,
      },
    ],
    [
      'a rule with a layout of 12,000 objects',
      { tool: 'validate_workflow', body: { workflow: hostileRule }, workspace: ownWorkspace, expected: succeeded },
    ],
    [
      'a chart of 40,000 values to render',
      { tool: 'renderChart', body: {}, workspace: bigWorkspace, expected: succeeded },
    ],
    [
      'a chart of 40,000 values to check',
      { tool: 'validateChart', body: {}, workspace: bigWorkspace, expected: succeeded },
    ],
    [
      'the context of a chart of 40,000 values',
      { tool: 'getChartContext', body: {}, workspace: bigWorkspace, expected: succeeded },
    ],
    [
      'a new file of 1,000,000 brackets',
      {
        tool: 'textEditor',
        body: { command: 'create', path: 'a.yaml', content: '['.repeat(1_000_000) },
        workspace: ownWorkspace,
        expected: { status: 200 },
      },
    ],
  ])('%s', { timeout: 120_000 }, async (_, { tool, body, workspace, expected }) => {
    const text = JSON.stringify(body);
    const headers = { [workspaceHeader]: workspace() };
    let answer: Awaited<ReturnType<typeof post>> | undefined;
    const longest = await leastLongestTurnOf(maxTurn, async () => {
      answer = await api.send(`/api/tools/${tool}`, { token: mallory.token, body: text, headers });
    });
    expect(answer).toMatchObject(expected);
    expect(longest).toBeLessThan(maxTurn);
  });
});
