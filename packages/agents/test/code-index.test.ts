import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { AppError, type Embedder } from '@shipmate/core';
import { ScriptedModel } from '@shipmate/core/testing';
import { newId, type UnitOfWork } from '@shipmate/domain';
import { type CodeMapFile, type FileAnalysis, toAnalysisKey } from '@shipmate/domain/code-map';
import type { Repository } from '@shipmate/domain/repository';
import { isEnded } from '@shipmate/domain/run';
import { createToolStorage } from '@shipmate/domain/tool-storage';
import { addRepository, beginCodeIndex } from '@shipmate/domain/use-cases';
import type { OpenedTools } from '@shipmate/tools';
import type { CodeIndexerPort } from '@shipmate/tools/code-map';
import { git, openTestTools } from '@shipmate/tools/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunExecutor } from '../src/index.ts';
import { type AgentFixture, closeAgentDatabase, createAgentFixture } from './agent-fixture.ts';
import { crashAtEveryWrite, type Kill, toKillable } from './killable-database.ts';

const files = {
  'README.md': 'Sums.\n',
  'src/add.ts': 'export function add(a: number, b: number): number {\n  return a + b;\n}\n',
  'src/scale.ts': 'export function scale(a: number, by: number): number {\n  return a * by;\n}\n',
};

let fixture: AgentFixture;
let folder: string;
let tools: OpenedTools;
let repository: Repository;

const source = () => join(folder, 'sums');

async function commit(path: string, content: string): Promise<string> {
  await mkdir(dirname(join(source(), path)), { recursive: true });
  await writeFile(join(source(), path), content);
  await git(source(), 'add', '--all');
  await git(source(), 'commit', '--quiet', '--message', `Change ${path}`);
  return (await git(source(), 'rev-parse', 'HEAD')).trim();
}

beforeAll(async () => {
  fixture = await createAgentFixture();
  folder = await mkdtemp(join(tmpdir(), 'shipmate-index-'));
  await mkdir(source());
  await git(source(), 'init', '--quiet');
  for (const [path, content] of Object.entries(files)) await commit(path, content);
  const { unitOfWork, principal } = fixture;
  tools = openTestTools(createToolStorage(unitOfWork));
  repository = await unitOfWork.transaction((stores) =>
    addRepository(stores, principal, {
      name: 'sums',
      projectId: null,
      remoteUrl: null,
      localPath: source(),
      defaultBranch: null,
    }),
  );
});

afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
  await tools.close();
  await closeAgentDatabase();
  await rm(folder, { recursive: true, force: true });
});

/** Counts the contents that were read. */
interface TestIndexer extends CodeIndexerPort {
  readonly read: string[];
  /** Resolves when the analysis of the content that was read last is stored. */
  readonly lastRead: () => Promise<void>;
}

/** Indexes a commit with git alone: the names of functions, without imports. It stands for the indexer of the tools. */
function createGitIndexer(): TestIndexer {
  const read: string[] = [];
  let reading: Promise<void> | undefined;
  return {
    read,
    lastRead: async () => reading,
    async index({ place: { cache }, commit: hash, analyses, onProgress }, signal) {
      const listed = (await git(cache, 'ls-tree', '-r', '-l', hash)).trim().split('\n');
      const treeId = (await git(cache, 'rev-parse', `${hash}^{tree}`)).trim();
      const found: CodeMapFile[] = [];
      for (const [place, line] of listed.entries()) {
        signal.throwIfAborted();
        onProgress?.({ phase: 'analysis', done: place, total: listed.length });
        const [, blobId = '', size = '0', path = ''] = /^\d+ blob (\w+) +(\d+)\t(.+)$/u.exec(line) ?? [];
        const analysisKey = toAnalysisKey({ blobId, path });
        const known = await analyses.find([analysisKey]);
        if (!known.has(analysisKey)) {
          read.push(path);
          reading = git(cache, 'cat-file', 'blob', blobId).then((text) =>
            analyses.save([toAnalysis(analysisKey, text)]),
          );
          await reading;
        }
        const language = path.endsWith('.ts') ? 'typescript' : 'markdown';
        const rest = { language, lines: 1, recentChanges: 0, imports: [], facts: [] };
        found.push({ path, size: Number(size), blobId, analysisKey, ...rest });
      }
      return { commit: hash, treeId, files: found, leftOut: [] };
    },
  };
}

function toAnalysis(key: string, content: string): FileAnalysis {
  const symbols = [...content.matchAll(/function (\w+)/gu)].map(([, name = '']) => ({
    name,
    kind: 'function',
    container: null,
    startLine: 1,
    endLine: 3,
    exported: true,
    doc: null,
  }));
  return { key, lines: 3, symbols, imports: [], facts: [], words: content };
}

const target = { branch: null, commit: null };

function begin(ref: { readonly branch?: string; readonly commit?: string } = {}): Promise<string> {
  const { unitOfWork, principal } = fixture;
  const request = { repositoryId: repository.id, ...target, ...ref };
  return unitOfWork.transaction(async (stores) => (await beginCodeIndex(stores, principal, request)).id);
}

interface Process {
  readonly indexer?: CodeIndexerPort;
  readonly embedder?: Embedder;
  readonly unitOfWork?: UnitOfWork;
  readonly isKillable?: boolean;
}

function createProcess({
  indexer = createGitIndexer(),
  embedder,
  unitOfWork,
  isKillable = false,
}: Process): RunExecutor {
  return fixture.createExecutor(new ScriptedModel([]), {
    unitOfWork: unitOfWork ?? fixture.unitOfWork,
    isKillable,
    repositories: {
      workTrees: tools.ports.workTrees,
      objects: tools.ports.gitObjects,
      tools: tools.checkoutRegistry,
      indexer,
      embedder,
      root: join(folder, 'shipmate'),
    },
  });
}

/** Executes a run to its end, as its worker does. */
async function work(executor: RunExecutor, id: string): Promise<void> {
  while (!isEnded((await fixture.unitOfWork.stores.runs.get(fixture.principal, id)).status)) {
    await (await executor.resume(id))?.finished;
  }
}

const stores = () => fixture.unitOfWork.stores;
const maps = () => stores().codeMaps.list(fixture.principal, repository.id);

it('an index stores the map of the default branch, and reports its progress', async () => {
  const head = (await git(source(), 'rev-parse', 'main')).trim();
  const id = await begin();
  expect(await begin()).toBe(id);
  await work(createProcess({}), id);
  expect(await stores().runs.get(fixture.principal, id)).toMatchObject({
    kind: 'code_index',
    status: 'completed',
    conversationId: null,
    costUsd: 0,
  });
  const [map] = await maps();
  expect(map).toMatchObject({ id, commit: head, branch: 'main', fileCount: 3 });
  const snapshot = await stores().codeMaps.readSnapshot(fixture.principal, id);
  expect(snapshot.files.map(({ path }) => path)).toEqual(Object.keys(files));
  expect(snapshot.label).toEqual({ owner: 'local', repo: 'sums' });
  const events = (await fixture.events(id)).map(({ event }) => event);
  expect(events.map(({ type }) => type)).toEqual([
    'run_started',
    ...Array.from({ length: 5 }, () => 'index_progress'),
    'run_ended',
  ]);
  expect(events.slice(1, 3)).toMatchObject([
    { phase: 'fetch', done: 0, total: 0 },
    { phase: 'analysis', done: 0, total: 3 },
  ]);
  expect(await stores().codeIndexes.get(fixture.principal, id)).toMatchObject({
    progress: { phase: 'save', total: 3 },
    status: 'completed',
  });
  expect(await begin()).not.toBe(id);
});

it('an index of a branch or commit reads only contents that no index has read', async () => {
  const [first] = await maps();
  const changed = await commit('src/divide.ts', 'export function divide(): void {}\n');
  const indexer = createGitIndexer();
  const id = await begin({ branch: 'main' });
  await work(createProcess({ indexer }), id);
  expect(indexer.read).toEqual(['src/divide.ts']);
  expect(await stores().codeMaps.find(fixture.principal, repository.id)).toMatchObject({ commit: changed, id });
  const again = await begin({ commit: first?.commit ?? '' });
  await work(createProcess({ indexer }), again);
  expect(indexer.read).toEqual(['src/divide.ts']);
  expect((await maps()).map(({ branch }) => branch)).toEqual([null, 'main']);
});

it.each([
  ['an unknown branch', { branch: 'absent' }, 'NOT_FOUND'],
  ['an unknown commit', { commit: 'a'.repeat(40) }, 'NOT_FOUND'],
  ['a name that is no branch name', { branch: '--output=x' }, 'VALIDATION_ERROR'],
])('an index of %s fails with the reason', async (_, ref, code) => {
  const id = await begin(ref);
  await work(createProcess({}), id);
  expect(await stores().runs.get(fixture.principal, id)).toMatchObject({ status: 'failed', errorCode: code });
});

it('an index that is stopped stores no map', async () => {
  const id = await begin();
  const before = await maps();
  const indexer: CodeIndexerPort = {
    async index(_request, signal) {
      await stores().runs.requestStop(fixture.principal, id);
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      throw new AppError({ code: 'ABORTED', message: 'The index was aborted.' });
    },
  };
  await work(createProcess({ indexer }), id);
  expect(await stores().runs.get(fixture.principal, id)).toMatchObject({ status: 'cancelled', stopReason: 'aborted' });
  expect(await maps()).toEqual(before);
});

/** Counts letters: it shows that vectors are stored and not repeated, not that they have a meaning. */
function createLetterEmbedder(): Embedder & { readonly texts: string[] } {
  const texts: string[] = [];
  return {
    id: `test:${newId()}`,
    texts,
    async embed(batch) {
      texts.push(...batch);
      return batch.map((text) => Float32Array.from('abcdefgh', (letter) => text.split(letter).length));
    },
  };
}

it('an index computes a vector for each file once, and continues without a model that does not answer', async () => {
  const { principal } = fixture;
  const embedder = createLetterEmbedder();
  const id = await begin();
  await work(createProcess({ embedder }), id);
  const page = { embedder: embedder.id, limit: 10 };
  const vectors = await stores().codeMaps.listVectors(principal, id, page);
  expect(vectors.map(({ path }) => path)).toEqual(['README.md', 'src/add.ts', 'src/divide.ts', 'src/scale.ts']);
  expect(embedder.texts.toSorted()[2]).toBe('src divide ts. divide. export function divide(): void {}\n');
  await work(createProcess({ embedder }), await begin());
  expect(embedder.texts).toHaveLength(4);
  const failing: Embedder = {
    id: 'test:failing',
    embed: () => Promise.reject(new AppError({ code: 'EXTERNAL_API_ERROR', message: 'The model is down.' })),
  };
  const last = await begin();
  await work(createProcess({ embedder: failing }), last);
  expect(await stores().runs.get(principal, last)).toMatchObject({ status: 'completed' });
});

it('an index is stored once when its process dies at any write, and a takeover reads no content again', async () => {
  const { principal, unitOfWork } = fixture;
  let number = 0;
  async function createScene() {
    const branch = `scene-${number++}`;
    await git(source(), 'checkout', '--quiet', '-b', branch);
    await commit('scene.ts', `export function scene${number}(): void {}\n`);
    await git(source(), 'checkout', '--quiet', 'main');
    const indexer = createGitIndexer();
    const embedder = createLetterEmbedder();
    const id = await begin({ branch });
    return {
      async live(kill?: Kill) {
        const database = toKillable(unitOfWork, kill);
        let isDead = false;
        void database.died.then(() => (isDead = true));
        const stoppable: CodeIndexerPort = {
          index: ({ analyses, ...request }, signal) => {
            // A dead process reads no further file; what it is reading is stored before the takeover looks for it.
            const find: typeof analyses.find = async (keys) => {
              const found = await analyses.find(keys);
              return isDead ? new Promise(() => undefined) : found;
            };
            return indexer.index({ ...request, analyses: { ...analyses, find } }, signal);
          },
        };
        const executor = createProcess({
          indexer: stoppable,
          embedder,
          unitOfWork: database.unitOfWork,
          isKillable: true,
        });
        await Promise.race([work(executor, id), database.died]);
        await indexer.lastRead();
        await database.expireLeases();
        return database.writes();
      },
      async expectDoneOnce() {
        expect(await stores().runs.get(principal, id)).toMatchObject({ status: 'completed', errorMessage: null });
        const [newest, ...others] = await maps();
        expect(newest).toMatchObject({ id, branch });
        expect(others.map((map) => map.id)).not.toContain(id);
        expect(indexer.read).toEqual(['scene.ts']);
        expect(new Set(embedder.texts).size).toBe(embedder.texts.length);
        const log = await stores().runs.listEvents(id, { after: 0, limit: 100 });
        expect(log.map(({ sequence }) => sequence)).toEqual(log.map((_, index) => index + 1));
        expect(log.filter(({ event }) => event.type === 'run_ended')).toHaveLength(1);
      },
    };
  }
  await expect(crashAtEveryWrite(createScene, 3)).resolves.toBeUndefined();
});
