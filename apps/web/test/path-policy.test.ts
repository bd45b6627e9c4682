import { execFile } from 'node:child_process';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { createToolExecutionContext } from '@shipmate/core';
import { createToolStorage } from '@shipmate/domain/tool-storage';
import { versionOf } from '@shipmate/domain/workspace';
import { newTestFile, newTestWorkspace, safePaths, unsafePaths, unsafeTrees } from '@shipmate/domain/testing';
import type { ErrorEnvelope } from '@shipmate/protocol/error';
import type { ImportArchiveResponse } from '@shipmate/protocol/web/archive';
import type { WorkspaceListResponse, WorkspaceResponse } from '@shipmate/protocol/web/workspace';
import { createArtifactHubClient, createChartRepository } from '@shipmate/tools';
import { readArchive } from '@shipmate/tools/archive';
import { createGitCli } from '@shipmate/tools/git';
import { openTestTools, rawTar, rawZip, startChartHub } from '@shipmate/tools/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { read } from './read-json.ts';
import { startWeb } from './start-web.ts';

const run = promisify(execFile);
const chartYaml = 'apiVersion: v2\nname: shop\nversion: 1.0.0\n';
const formats = { tar: rawTar, tgz: (entries: Entries) => gzipSync(rawTar(entries)), zip: rawZip };

type Entries = readonly { readonly name: string; readonly content: string }[];
type Started = Awaited<ReturnType<typeof start>>;

let started: Started;
beforeAll(async () => {
  started = await start();
});
afterAll(() => started[Symbol.asyncDispose]());

/** Starts the web app with a repository to push to and a chart hub with one version for each set of paths. */
async function start() {
  await using stack = new AsyncDisposableStack();
  const repository = stack.use(await mkdtempDisposable(join(tmpdir(), 'shipmate-paths-')));
  await run('git', ['init', '--quiet', '--bare'], { cwd: repository.path });
  const cache = stack.use(await mkdtempDisposable(join(tmpdir(), 'shipmate-charts-')));
  const archives = unsafeSets.map((paths, index) => [`1.0.${index}`, pack('tgz', paths)] as const);
  const hub = stack.use(
    await startChartHub([{ name: 'shop', repository: 'acme', archives: Object.fromEntries(archives) }]),
  );
  const chartExchange = {
    chartCatalog: createArtifactHubClient({ baseUrl: hub.url }),
    chartRepository: createChartRepository({ cacheRoot: cache.path, allowPrivate: true }),
    git: createGitCli({ allowFile: true }),
  };
  const web = stack.use(await startWeb({ chartExchange }));
  const browser = await web.signIn();
  const { principal } = browser.tenant;
  const tools = openTestTools(createToolStorage(web.unitOfWork)).registry;
  const owned = stack.move();
  return {
    browser,
    remote: `file://${repository.path}`,
    /** Stores a workspace without checking its paths, like one from before the path policy. */
    store: async (paths: readonly string[]) => {
      const files = ['Chart.yaml', ...paths].map((path) => newTestFile(path, path === 'Chart.yaml' ? chartYaml : 'x'));
      const workspace = newTestWorkspace(files);
      await web.unitOfWork.stores.workspaces.create(principal, workspace);
      return {
        id: workspace.id,
        path: `/api/workspaces/${workspace.id}`,
        versionOf: (index: number) => version(files[index]),
      };
    },
    call: async (workspaceId: string, name: string, input: unknown) => {
      const tool = tools.get(name);
      if (!tool) throw new Error(`There is no tool ${name}.`);
      return tool.execute(tool.parse(input), createToolExecutionContext({ principal, workspaceId }));
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

const version = (file: Parameters<typeof versionOf>[0] | undefined) => (file ? versionOf(file) : '');
const unsafeSets: readonly (readonly string[])[] = [
  ...unsafePaths.map((path) => [path]),
  ...unsafeTrees.map(([, paths]) => paths),
];

function pack(format: keyof typeof formats, paths: readonly string[]): Buffer {
  const entries = paths.map((path) => ({ name: path, content: 'x' }));
  return formats[format]([{ name: 'Chart.yaml', content: chartYaml }, ...entries]);
}

async function sendArchive(archive: Buffer): Promise<Response> {
  const headers = { 'content-type': 'application/octet-stream' };
  return started.browser.fetch('/api/workspaces/archive', { method: 'POST', headers, body: new Uint8Array(archive) });
}

async function countWorkspaces(): Promise<number> {
  return (await read<WorkspaceListResponse>(await started.browser.fetch('/api/workspaces'))).workspaces.length;
}

async function pathsOf(workspacePath: string): Promise<readonly string[]> {
  const { files } = await read<WorkspaceResponse>(await started.browser.fetch(workspacePath));
  return files.map(({ path }) => path).toSorted();
}

it.each(['POST files', 'POST files/rename', 'textEditor create', 'renameFile'])(
  '%s refuses every unsafe path and stores nothing',
  async (entrance) => {
    const workspace = await started.store([]);
    for (const path of unsafePaths) {
      const refused = await enter(entrance, workspace, path).catch((error: unknown) => error);
      expect([path, refused]).toEqual([path, expect.objectContaining({ code: 'VALIDATION_ERROR' })]);
    }
    expect(await pathsOf(workspace.path)).toEqual(['Chart.yaml']);
  },
);

it.each(['POST files', 'POST files/rename', 'textEditor create', 'renameFile'])(
  '%s refuses the path that makes a tree unsafe',
  async (entrance) => {
    for (const [name, paths] of unsafeTrees) {
      const workspace = await started.store(paths.slice(0, -1));
      const before = await pathsOf(workspace.path);
      const refused = await enter(entrance, workspace, paths.at(-1) ?? '').catch((error: unknown) => error);
      const code = expect.stringMatching(/^(?:CONFLICT|VALIDATION_ERROR)$/);
      expect([name, refused]).toEqual([name, expect.objectContaining({ code })]);
      expect(await pathsOf(workspace.path)).toEqual(before);
    }
  },
);

it.each(['POST files', 'textEditor create'])('%s normalizes safe paths', async (entrance) => {
  for (const [path, normalized] of safePaths) {
    const workspace = await started.store([]);
    await enter(entrance, workspace, path);
    expect(await pathsOf(workspace.path)).toEqual(['Chart.yaml', normalized].toSorted());
  }
});

/** Tries to store a file at a path; throws or returns the error. */
async function enter(
  entrance: string,
  workspace: Awaited<ReturnType<Started['store']>>,
  path: string,
): Promise<unknown> {
  const { browser, call } = started;
  const move = { from: 'Chart.yaml', to: path, version: workspace.versionOf(0) };
  switch (entrance) {
    case 'POST files':
      return read<ErrorEnvelope>(await browser.post(`${workspace.path}/files`, { path, content: 'x' }));
    case 'POST files/rename':
      return read<ErrorEnvelope>(await browser.post(`${workspace.path}/files/rename`, { moves: [move] }));
    case 'renameFile':
      return call(workspace.id, 'renameFile', { path: 'Chart.yaml', newPath: path }).catch(toPathError);
    default:
      return call(workspace.id, 'textEditor', { command: 'create', path, content: 'x' }).catch(toPathError);
  }
}

/** A tool call with a refused input fails before the tool runs. */
function toPathError(error: unknown): unknown {
  if (error instanceof Error && error.message.includes('path')) return Object.assign(error, { code: codeOf(error) });
  throw error;
}

const codeOf = (error: Error) => ('code' in error && typeof error.code === 'string' ? error.code : 'VALIDATION_ERROR');

it.each(['tar', 'tgz', 'zip'] as const)('POST archive refuses every unsafe path and tree in a %s', async (format) => {
  const before = await countWorkspaces();
  for (const paths of unsafeSets) {
    const response = await sendArchive(pack(format, paths));
    expect([paths, response.status]).toEqual([paths, 400]);
    expect(await read<ErrorEnvelope>(response)).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { reason: expect.any(String) },
    });
  }
  expect(await countWorkspaces()).toBe(before);
});

it.each(['tar', 'tgz', 'zip'] as const)('POST archive normalizes safe paths in a %s', async (format) => {
  for (const [path, normalized] of safePaths) {
    const response = await sendArchive(pack(format, [path]));
    const { workspaceId } = await read<ImportArchiveResponse>(response);
    expect(await pathsOf(`/api/workspaces/${workspaceId}`)).toEqual(['Chart.yaml', normalized].toSorted());
  }
});

it('POST catalog refuses every unsafe path and tree in a published chart', async () => {
  const before = await countWorkspaces();
  for (const [index, paths] of unsafeSets.entries()) {
    const wanted = { name: 'shop', repository: 'acme', version: `1.0.${index}` };
    const response = await started.browser.post('/api/workspaces/catalog', wanted);
    expect([paths, response.status]).toEqual([paths, 400]);
  }
  expect(await countWorkspaces()).toBe(before);
});

it('POST push refuses every unsafe path and tree and names the file', async () => {
  const { browser, store, remote } = started;
  for (const paths of unsafeSets) {
    const workspace = await store(paths);
    const response = await browser.post(`${workspace.path}/push`, { remote, branch: 'shop', message: 'Add the shop' });
    const { code, details } = await read<ErrorEnvelope>(response);
    expect([paths, response.status, code]).toEqual([paths, 400, 'VALIDATION_ERROR']);
    expect(details).toMatchObject({ left: [{ path: expect.stringMatching(/./) }] });
  }
});

it.each(['tgz', 'zip'])('GET export leaves unsafe paths out of a %s and names them in a header', async (format) => {
  const { browser, store } = started;
  for (const paths of unsafeSets) {
    const workspace = await store(paths);
    const response = await browser.fetch(`${workspace.path}/export?format=${format}`);
    const [count, named = ''] = response.headers.get('x-shipmate-left-out')?.split('; ') ?? [];
    const [, left = ''] = /^[a-z_]+=(.*)$/.exec(named) ?? [];
    expect([paths, count, paths.includes(decodeURIComponent(left))]).toEqual([paths, '1', true]);
    const { files } = await readArchive(new Uint8Array(await response.arrayBuffer()));
    expect(files).toHaveLength(paths.length);
  }
});

it('GET export has no header when nothing is left out', async () => {
  const workspace = await started.store(
    safePaths.map(([, path]) => path).filter((path, index, all) => all.indexOf(path) === index),
  );
  const response = await started.browser.fetch(`${workspace.path}/export`);
  expect(response.headers.has('x-shipmate-left-out')).toBe(false);
});

it('an existing unsafe file can be renamed and deleted', async () => {
  const { browser, call, store } = started;
  const workspace = await store(['.git/config', 'nul', 'CON']);
  await call(workspace.id, 'deleteFile', { path: '.git/config' });
  await call(workspace.id, 'renameFile', { path: 'nul', newPath: 'null.yaml' });
  const moves = [{ from: 'CON', to: 'con-1.yaml', version: workspace.versionOf(3) }];
  expect((await browser.post(`${workspace.path}/files/rename`, { moves })).status).toBe(200);
  await browser.post(`${workspace.path}/changes/accept`, { revisionNumber: 0 });
  expect(await pathsOf(workspace.path)).toEqual(['Chart.yaml', 'con-1.yaml', 'null.yaml']);
});
