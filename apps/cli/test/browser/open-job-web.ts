import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beginRepositoryJob, createRunExecutor, createRunLog, createRunWorker } from '@shipmate/agents';
import { silentLogger } from '@shipmate/core';
import type { ScriptedModel } from '@shipmate/core/testing';
import { createToolStorage } from '@shipmate/domain/tool-storage';
import { openTestTools } from '@shipmate/tools/testing';
import { onTestFinished } from 'vitest';
import { openWeb } from './open-web.ts';

const run = promisify(execFile);

/** Opens the page of a job in a repository with one file, `notes.txt`, that a worker executes with the model. */
export async function openJobWeb(model: ScriptedModel, prompt: string) {
  const folder = await mkdtemp(join(tmpdir(), 'shipmate-job-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const source = join(folder, 'notes');
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'init.defaultBranch=main'];
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: folder, GIT_CONFIG_NOSYSTEM: '1' };
  const git = (...args: readonly string[]) => run('git', [...identity, ...args], { cwd: source, env });
  await mkdir(source);
  await git('init', '--quiet');
  await writeFile(join(source, 'notes.txt'), 'one\n');
  await git('add', '--all');
  await git('commit', '--quiet', '--message', 'Begin');

  const choices = [{ id: model.id, label: 'Scripted', isDemo: false, contextTokens: 1_000, price: null }];
  const models = { choices, defaultModel: model.id, get: () => model, fallbacksOf: () => [] };
  const root = join(folder, 'clones');
  const web = await openWeb(
    ({ unitOfWork, notifications, defer }) => {
      const tools = openTestTools(createToolStorage(unitOfWork));
      const { registry, checkoutRegistry, ports } = tools;
      const executor = createRunExecutor({
        unitOfWork,
        notifications,
        runLog: createRunLog({ unitOfWork, notifications }),
        models,
        tools: registry,
        repositories: { workTrees: ports.workTrees, tools: checkoutRegistry, root },
        approvalSecret: 'a secret of the test',
        logger: silentLogger,
      });
      const draining = new AbortController().signal;
      const worker = createRunWorker({ executor, notifications, logger: silentLogger, draining });
      defer(async () => {
        await worker.close();
        await executor.close();
        await tools.close();
      });
      return { models, tools: registry };
    },
    { repositoryFolder: root },
  );
  onTestFinished(() => web[Symbol.asyncDispose]());
  const { unitOfWork, principal } = web;
  const { id } = await unitOfWork.transaction(async (stores) => {
    const repository = { id: crypto.randomUUID(), name: 'notes', localPath: source, remoteUrl: null };
    await stores.repositories.add(principal, { ...repository, projectId: null, defaultBranch: 'main' });
    const request = { repository: { id: repository.id }, prompt, model: model.id };
    return beginRepositoryJob(stores, principal, request);
  });
  return { web, page: await web.openTab(`/repositories/jobs/${id}`) };
}
