import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { ChatModel, ModelRequest, Principal } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import type { Repository } from '@shipmate/domain/repository';
import { isEnded } from '@shipmate/domain/run';
import { createToolStorage } from '@shipmate/domain/tool-storage';
import { addRepository } from '@shipmate/domain/use-cases';
import type { OpenedTools } from '@shipmate/tools';
import { git, openTestTools } from '@shipmate/tools/testing';
import { beginRepositoryJob, type RunExecutor } from '../src/index.ts';
import { closeAgentDatabase, createAgentFixture, type AgentFixture } from './agent-fixture.ts';

/** A repository of this machine, and executors of jobs in it. */
export interface RepositoryFixture extends AsyncDisposable {
  readonly fixture: AgentFixture;
  readonly repository: Repository;
  readonly tools: OpenedTools;
  /** The folder of clones and work trees. */
  readonly root: string;
  /** The folder of the repository. */
  readonly source: string;
  readonly git: (cwd: string, ...args: readonly string[]) => Promise<string>;
  /** Begins a job, of the fixture's user by default; the conversation has the prompt. */
  readonly begin: (prompt: string, principal?: Principal) => Promise<string>;
  readonly createProcess: (model: ChatModel, more?: { unitOfWork?: UnitOfWork; isKillable?: boolean }) => RunExecutor;
  /** Executes a job until it has ended, and repeats calls of unknown outcome. */
  readonly work: (executor: RunExecutor, id: string, principal?: Principal) => Promise<void>;
  /** The folder of the bare repository in which a job and those that continue it commit. */
  readonly copyOf: (id: string) => string;
}

/** Creates a repository with one commit. */
export async function createRepositoryFixture(
  files: Readonly<Record<string, string>>,
  environment: Parameters<typeof openTestTools>[1] = {},
): Promise<RepositoryFixture> {
  const fixture = await createAgentFixture();
  const folder = await mkdtemp(join(tmpdir(), 'shipmate-repository-'));
  const source = join(folder, 'source');
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(source, path)), { recursive: true });
    await writeFile(join(source, path), content);
  }
  await git(source, 'init', '--quiet');
  await git(source, 'add', '--all');
  await git(source, 'commit', '--quiet', '--message', 'Begin');
  const { unitOfWork, principal } = fixture;
  const tools = openTestTools(createToolStorage(unitOfWork), environment);
  const root = join(folder, 'shipmate');
  const place = { projectId: null, remoteUrl: null, localPath: source, defaultBranch: null };
  const repository = await unitOfWork.transaction((stores) =>
    addRepository(stores, principal, { ...place, name: 'sample' }),
  );

  return {
    fixture,
    repository,
    tools,
    root,
    source,
    git,
    copyOf: (id) => join(root, principal.organizationId, 'copies', repository.id, `${id}.git`),
    async begin(prompt, asker = principal) {
      const request = { repository: { id: repository.id }, prompt, model: 'test:model' };
      return (await unitOfWork.transaction((stores) => beginRepositoryJob(stores, asker, request))).id;
    },
    createProcess: (model, { unitOfWork: ownUnitOfWork = unitOfWork, isKillable = false } = {}) =>
      fixture.createExecutor(model, {
        unitOfWork: ownUnitOfWork,
        leaseSeconds: 3_600,
        isKillable,
        repositories: { workTrees: tools.ports.workTrees, tools: tools.checkoutRegistry, root },
      }),
    async work(executor, id, asker = principal) {
      for (;;) {
        const job = await unitOfWork.stores.runs.get(asker, id);
        if (isEnded(job.status)) return;
        for (const { toolCallId, status } of await unitOfWork.stores.runs.listToolCalls(id)) {
          if (job.status !== 'waiting' || status !== 'unknown') continue;
          await executor.decide(asker, job.conversationId ?? '', { toolCallId, choice: 'again' });
        }
        const execution = await executor.resume(id);
        await (execution ? execution.finished : setTimeout(5));
      }
    },
    async [Symbol.asyncDispose]() {
      await fixture[Symbol.asyncDispose]();
      await tools.close();
      await closeAgentDatabase();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the tool results that the model has seen. */
export function resultsIn(messages: ModelRequest['messages']) {
  return messages.flatMap((message) => (message.role === 'tool' ? message.content : []));
}
