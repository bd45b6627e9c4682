import { chmod, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { AppError, createToolExecutionContext } from '@shipmate/core';
import type { ToolStorage } from '@shipmate/domain/tool-storage';
import { describe, expect, it } from 'vitest';
import { sendJson, startTestServer } from './testing/start-test-server.ts';
import { openTools } from './open-tools.ts';
import { watchHandles } from '@shipmate/config/watch-handles';

const principal = { userId: 'ada', organizationId: 'acme', via: 'local' } as const;
const { signal } = new AbortController();

const unused = () => Promise.reject(new Error('The test stores nothing.'));
const storage: ToolStorage = {
  chartFiles: { getDetail: unused, findFile: unused, edit: unused },
  planNotes: { propose: unused },
  patterns: { search: unused, listPassages: unused },
  operationProposals: { get: unused, move: unused },
  projectNotes: {
    get: unused,
    listChannels: unused,
    listMembers: unused,
    getChannel: unused,
    appendMessage: unused,
    setClaim: unused,
    listRepositories: unused,
  },
  codeMaps: {
    find: unused,
    get: unused,
    readSnapshot: unused,
    listSymbols: unused,
    search: unused,
    findDeclarations: unused,
    listVectors: unused,
    listRepositories: unused,
  },
  diagrams: { create: unused, get: unused, list: unused, change: unused, remove: unused },
  ruleAlerts: { get: unused, listForMe: unused, listForRule: unused },
  entityRows: { listEntities: unused, query: unused, aggregate: unused },
  workflowRules: {
    get: unused,
    findByName: unused,
    list: unused,
    listPage: unused,
    listNames: unused,
    listRevisions: unused,
    listEntities: unused,
    listMembers: unused,
    listTests: unused,
    hasPreview: unused,
    start: unused,
    change: unused,
  },
  capabilities: {
    findIndex: async () => ({ fingerprints: new Map(), ageMs: 0 }),
    search: async () => [],
    listVectors: async () => [],
    save: unused,
  },
};

/** Answers as an API server without kinds, an embedding model, and an ArtifactHub and a repository without charts. */
function answer({ url = '' }: IncomingMessage, response: ServerResponse): void {
  if (url.startsWith('/api/v1/packages/search')) sendJson(response, { packages: [] });
  else if (url.startsWith('/embeddings')) sendJson(response, { data: [{ index: 0, embedding: [1, 0] }] });
  else if (url === '/index.yaml') response.end('entries: {}\n');
  else sendJson(response, { items: [] });
}

const kubeconfigOf = (server: string): string =>
  JSON.stringify({
    'current-context': 'test',
    clusters: [{ name: 'test', cluster: { server } }],
    users: [{ name: 'user', user: {} }],
    contexts: [{ name: 'test', context: { cluster: 'test', user: 'user' } }],
  });

/** A program that writes its process id and runs until it is killed. */
const endlessProgram = (pidFile: string): string => `#!/bin/sh\necho $$ > '${pidFile}'\nexec sleep 600\n`;

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const code = (thrown: unknown): unknown => (AppError.isInstance(thrown) ? thrown.code : thrown);

describe('openTools', () => {
  it('closes every connection, thread and program, and ends calls in flight, when it is closed', async () => {
    await using server = await startTestServer(answer);
    await using folder = await mkdtempDisposable(join(tmpdir(), 'open-tools-'));
    const [kubeconfig, commands, pidFile] = [join(folder.path, 'kubeconfig'), folder.path, join(folder.path, 'pid')];
    await writeFile(kubeconfig, kubeconfigOf(server.url));
    await writeFile(join(commands, 'endless'), endlessProgram(pidFile));
    await chmod(join(commands, 'endless'), 0o755);
    const listNewHandles = watchHandles();

    const tools = openTools(
      {
        KUBECONFIG: kubeconfig,
        PLATFORM_COMMANDS: commands,
        PATH: '/usr/bin:/bin',
        ARTIFACT_HUB_URL: server.url,
        EMBEDDINGS_URL: server.url,
        EMBEDDINGS_MODEL: 'test',
        ALLOW_PRIVATE_NETWORKS: true,
      },
      { storage },
    );
    const { ports } = tools;
    const reader = await ports.kubernetes?.reader({ principal });
    await reader?.catalog(signal);
    await ports.capabilityIndex?.search({ principal }, { query: 'database', limit: 1 }, signal);
    await ports.subchartVersions.findLatest({ name: 'redis' }, signal);
    const chart = { name: 'redis', version: '1.0.0', repository: server.url };
    await expect(ports.chartRepository.fetchArchive(chart, signal)).rejects.toMatchObject({ name: 'AppError' });
    await ports.compute.run('findYamlProblem', [`key: ${'x'.repeat(100_000)}`], { principal, signal });
    const listing = ports.operations?.list({ principal, signal }).catch(code);
    await expect.poll(() => readFile(pidFile, 'utf8').catch(() => ''), { timeout: 20_000 }).toMatch(/\d/);
    const pid = Number(await readFile(pidFile, 'utf8'));
    const context = createToolExecutionContext({ principal, workspaceDir: folder.path });
    const checkout = await ports.checkouts?.open(context);
    const search = () => checkout?.ripgrep({ args: ['--files'], globs: [], maxOutputBytes: 1_000, signal });
    expect(await search()).toMatchObject({ truncated: false });
    expect(isRunning(pid)).toBe(true);
    expect(server.count()).toBeGreaterThanOrEqual(4);

    await tools.close();
    expect(await listing).toBe('ABORTED');
    expect(isRunning(pid)).toBe(false);
    await expect.poll(() => server.count(), { timeout: 10_000 }).toBe(0);
    await expect.poll(listNewHandles, { timeout: 10_000 }).toEqual([]);
    await expect(search()).rejects.toMatchObject({ code: 'ABORTED' });
    await expect(reader?.catalog(signal, { maxAgeMs: 0 })).rejects.toMatchObject({ code: 'ABORTED' });
    await expect(ports.kubernetes?.reader({ principal })).rejects.toMatchObject({ code: 'ABORTED' });
    await expect(ports.operations?.list({ principal, signal })).rejects.toMatchObject({ code: 'ABORTED' });
  });

  it('closes what it created once, and no port that it was given', async () => {
    let closed = 0;
    const compute = { run: unused, close: async () => void (closed += 1) };
    const tools = openTools({}, { storage, ports: { compute } });
    expect(tools.ports.compute).toBe(compute);
    const first = tools.close();
    expect(tools.close()).toBe(first);
    await first;
    expect(closed).toBe(0);
  });

  it('gives getProjectInfo the lists that an earlier call has read', async () => {
    let listed = 0;
    const projectNotes = {
      ...storage.projectNotes,
      get: async () => ({ id: 'p1', name: 'Shop', description: '', createdAt: new Date(0) }),
      listRepositories: async () => {
        listed += 1;
        return [];
      },
    };
    await using tools = openTools({}, { storage: { ...storage, projectNotes } });
    const context = { ...createToolExecutionContext({ principal }), projectId: 'p1' };
    const call = () => tools.checkoutRegistry.get('getProjectInfo')?.execute({}, context);
    expect([await call(), await call()]).toMatchObject([{ repositories: [] }, { repositories: [] }]);
    expect(listed).toBe(1);
  });

  it('omits the tools of a cluster and of platform programs when none are configured', () => {
    const { ports, registry } = openTools({}, { storage });
    expect(ports).toMatchObject({ kubernetes: undefined, capabilityIndex: undefined, operations: undefined });
    expect(registry.getByCategory('chart').length).toBeGreaterThan(0);
    expect([...registry.getByCategory('cluster'), ...registry.getByCategory('operations')]).toEqual([]);
  });

  it('rejects an environment that names an embedding service without a model', () => {
    expect(() => openTools({ EMBEDDINGS_URL: 'http://127.0.0.1:9' }, { storage })).toThrow(/EMBEDDINGS_MODEL/);
  });
});
