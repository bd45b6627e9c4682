import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beginRepositoryJob, createRunExecutor, createRunLog, createRunWorker } from '@shipmate/agents';
import { type ModelRequest, silentLogger } from '@shipmate/core';
import { ScriptedModel, type ScriptedStep } from '@shipmate/core/testing';
import { createToolStorage } from '@shipmate/domain/tool-storage';
import { openTestTools } from '@shipmate/tools/testing';
import { expect, it, onTestFinished } from 'vitest';
import { expectAccessible } from './expect-accessible.ts';
import { openWeb } from './open-web.ts';
import { expectToFit } from './expect-to-fit.ts';

const run = promisify(execFile);

const write = (content: string) => ({ name: 'writeFile', input: { filePath: 'notes.txt', content } });
const resultsIn = ({ messages }: ModelRequest) => messages.filter(({ role }) => role === 'tool').length;
const after = (results: number, step: ScriptedStep): ScriptedStep => ({
  ...step,
  when: (request) => resultsIn(request) === results,
});

it('a person undoes the second step of a job, and continues from there', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'shipmate-undo-'));
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

  const model = new ScriptedModel([
    after(0, { text: 'First the second line.', toolCalls: [write('one\ntwo\n')] }),
    after(1, { toolCalls: [write('something else\n')] }),
    after(2, { text: 'Wrote something else.' }),
    { toolCalls: [write('one\ntwo\nthree\n')] },
    { text: 'Wrote three lines.' },
  ]);
  const choices = [{ id: model.id, label: 'Scripted', isDemo: false, contextTokens: 1_000, price: null }];
  const models = { choices, defaultModel: model.id, get: () => model, fallbacksOf: () => [] };
  const root = join(folder, 'clones');
  await using web = await openWeb(
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
  const { unitOfWork, principal } = web;
  const { id } = await unitOfWork.transaction(async (stores) => {
    const repository = { id: crypto.randomUUID(), name: 'notes', localPath: source, remoteUrl: null };
    await stores.repositories.add(principal, { ...repository, projectId: null, defaultBranch: 'main' });
    const request = { repository: { id: repository.id }, prompt: 'Write two lines', model: model.id };
    return beginRepositoryJob(stores, principal, request);
  });
  const page = await web.openTab(`/repositories/jobs/${id}`);
  const steps = page.getByText('Steps (3)');
  await steps.waitFor({ timeout: 120_000 });
  await steps.click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Undo from step 2' }).click();
  const dialog = page.getByRole('dialog', { name: 'Undo from step 2' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Undo steps' }).click();
  await page.getByText('Undone from step 2 of').waitFor({ timeout: 120_000 });
  await page.getByText('Steps (1)').waitFor({ timeout: 120_000 });
  expect(await page.getByText('Wrote something else.').count()).toBe(0);
  await page.getByText('First the second line.').first().waitFor();
  await page.getByText('Steps (1)').click();
  await expectAccessible(page);
  await expectToFit(page, 'job-undo', 'as it is');
  const next = page.getByRole('textbox', { name: 'Continue with these files' });
  await next.fill('Write the third line');
  await page.reload();
  await next.waitFor();
  expect(await next.inputValue()).toBe('Write the third line');
  expect(await page.getByRole('button', { name: 'Edit message' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Continue job' }).click();
  await page.getByText('Wrote three lines.').first().waitFor({ timeout: 120_000 });
  const last = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await expect
    .poll(async () => (await unitOfWork.stores.repositoryJobs.get(principal, last)).result?.files[0]?.patch, {
      timeout: 120_000,
    })
    .toBe('@@ -1 +1,3 @@\n one\n+two\n+three\n');
  const asked = model.requests.at(-2)?.messages.filter(({ role }) => role === 'user');
  expect(asked).toHaveLength(2);
  expect(JSON.stringify(model.requests.at(-2)?.messages)).not.toContain('something else');
  expect(web.problems).toEqual([]);
});
