import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beginRepositoryJob } from '@shipmate/agents';
import { ScriptedModel } from '@shipmate/core/testing';
import type { JobResult } from '@shipmate/domain/repository';
import { createToolStorage } from '@shipmate/domain/tool-storage';
import { openTestTools } from '@shipmate/tools/testing';
import { expect, it, onTestFinished } from 'vitest';
import { expectAccessible } from './expect-accessible.ts';
import { openWeb } from './open-web.ts';
import { expectToFit } from './expect-to-fit.ts';

const run = promisify(execFile);

const text = (first: string, last: string) => [first, ...Array.from({ length: 20 }, () => 'same'), last, ''].join('\n');

/** Opens the web app with a job that has changed two lines of a file. */
async function openReview({ changedFiles, conflicted }: Partial<JobResult> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'shipmate-review-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const source = join(folder, 'sums');
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'init.defaultBranch=main'];
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: folder, GIT_CONFIG_NOSYSTEM: '1' };
  const git = async (...args: readonly string[]) =>
    (await run('git', [...identity, ...args], { cwd: source, env })).stdout.trim();
  await mkdir(source);
  await git('init', '--quiet');
  await writeFile(join(source, 'sums.txt'), text('one', 'two'));
  await git('add', '--all');
  await git('commit', '--quiet', '--message', 'Begin');
  const baseCommit = await git('rev-parse', 'HEAD');
  await git('checkout', '--quiet', '-b', 'work');
  await writeFile(join(source, 'sums.txt'), text('ONE', 'TWO'));
  await git('commit', '--quiet', '--all', '--message', 'Change both');
  const headCommit = await git('rev-parse', 'HEAD');
  const patch = (await run('git', ['diff', 'main', 'work'], { cwd: source, env })).stdout.replace(/^[^]*?(?=@@ )/u, '');
  await git('checkout', '--quiet', 'main');

  const model = new ScriptedModel([]);
  const choices = [{ id: model.id, label: 'Scripted', isDemo: false, contextTokens: 1_000, price: null }];
  const repositoryFolder = join(folder, 'clones');
  const web = await openWeb(
    ({ unitOfWork }) => ({
      models: { choices, defaultModel: model.id, get: () => model, fallbacksOf: () => [] },
      tools: openTestTools(createToolStorage(unitOfWork)).registry,
    }),
    { repositoryFolder },
  );
  onTestFinished(() => web[Symbol.asyncDispose]());
  const { unitOfWork, principal } = web;
  const { id, branch } = await unitOfWork.transaction(async (stores) => {
    const repository = { id: crypto.randomUUID(), name: 'sums', localPath: source, remoteUrl: null };
    await stores.repositories.add(principal, { ...repository, projectId: null, defaultBranch: 'main' });
    const request = { repository: { id: repository.id }, prompt: 'Write in capitals', model: model.id };
    const job = await beginRepositoryJob(stores, principal, request);
    const copy = join(repositoryFolder, principal.organizationId, 'copies', repository.id, `${job.id}.git`);
    await git('clone', '--quiet', '--bare', source, copy);
    await stores.repositoryJobs.begin(principal, job.id, baseCommit);
    const change = { path: 'sums.txt', oldPath: null, status: 'modified', additions: 2, deletions: 2, patch } as const;
    await stores.repositoryJobs.saveResult(principal, job.id, {
      headCommit,
      commits: 1,
      files: [change],
      changedFiles,
      conflicted,
    });
    return job;
  });
  const page = await web.openTab(`/repositories/jobs/${id}`);
  return { web, page, git, branch, baseCommit };
}

it('a person rejects one hunk of a job and pushes the rest', async () => {
  const { web, page, git, branch, baseCommit } = await openReview();
  await page.getByRole('checkbox', { name: 'Accept hunk 2 of sums.txt' }).uncheck();
  await expectAccessible(page);
  await expectToFit(page, 'job-review', 'as it is');
  await page.getByRole('button', { name: 'Push branch' }).click();
  const dialog = page.getByRole('dialog', { name: 'Push branch' });
  await dialog.getByText('Rejected ones are in no commit').waitFor();
  await expectAccessible(page);
  await dialog.getByRole('textbox', { name: 'Branch' }).fill('main');
  await dialog.getByRole('button', { name: 'Push branch' }).click();
  await dialog.getByText('default branch').waitFor();
  await dialog.getByRole('textbox', { name: 'Branch' }).fill(branch);
  await dialog.getByRole('button', { name: 'Push branch' }).click();
  await page.getByText(`Pushed as ${branch}.`).waitFor();
  await page.getByText('has no pull requests. Merge the branch there with git.').waitFor();
  expect(await git('show', `${branch}:sums.txt`)).toBe(text('ONE', 'two').trim());
  expect(await git('log', '--format=%P', `main..${branch}`)).toBe(baseCommit);
  expect(web.problems.filter((problem) => !problem.includes('409'))).toEqual([]);
});

it('a review that was stored is there after a reload, and is pushed', async () => {
  const { page, git, branch } = await openReview();
  const dialog = page.getByRole('dialog', { name: 'Push branch' });
  const accept = page.getByRole('checkbox', { name: 'Accept hunk 2 of sums.txt' });
  await accept.uncheck();
  await page.getByRole('button', { name: 'Push branch' }).click();
  await dialog.getByRole('textbox', { name: 'Branch' }).fill('main');
  await dialog.getByRole('button', { name: 'Push branch' }).click();
  await dialog.getByText('default branch').waitFor();
  await page.reload();
  await accept.waitFor();
  expect(await accept.isChecked()).toBe(false);
  await page.getByRole('button', { name: 'Push branch' }).click();
  await dialog.getByText('Rejected ones are in no commit').waitFor();
  await dialog.getByRole('button', { name: 'Push branch' }).click();
  await page.getByText(`Pushed as ${branch}.`).waitFor();
  expect(await git('show', `${branch}:sums.txt`)).toBe(text('ONE', 'two').trim());
});

it('a job whose list of files is cut says so, and is accepted as a whole only', async () => {
  const { web, page, git, branch } = await openReview({ changedFiles: 1_235 });
  await page.getByText('1,235 changed files').waitFor();
  await page.getByText('1,234 more changed files are not shown').waitFor();
  expect(await page.getByRole('checkbox', { name: /^Accept/u }).count()).toBe(0);
  await expectAccessible(page);
  await expectToFit(page, 'job-review-cut', 'as it is');
  await page.getByRole('button', { name: 'Push branch' }).click();
  await page.getByRole('dialog', { name: 'Push branch' }).getByRole('button', { name: 'Push branch' }).click();
  await page.getByText(`Pushed as ${branch}.`).waitFor();
  expect(await git('show', `${branch}:sums.txt`)).toBe(text('ONE', 'TWO').trim());
  expect(web.problems).toEqual([]);
});

it('a job that left conflicts names their files', async () => {
  const paths = Array.from({ length: 20 }, (_, place) => `packages/shop-${place}/src/checkout/prices.ts`);
  const { web, page } = await openReview({ conflicted: { files: 1_022, paths } });
  const told = page.getByText('1,022 files contain conflict markers: packages/shop-0/src/checkout/prices.ts, ');
  expect(await told.textContent()).toContain('shop-19/src/checkout/prices.ts and 1,002 more. Continue the job');
  await expectAccessible(page);
  await expectToFit(page, 'job-review-conflicts', 'as it is');
  expect(web.problems).toEqual([]);
});

it('a review that was not sent yet survives a reload', async () => {
  const { web, page } = await openReview();
  const accept = page.getByRole('checkbox', { name: 'Accept hunk 2 of sums.txt' });
  await accept.uncheck();
  await page.reload();
  await accept.waitFor();
  expect(await accept.isChecked()).toBe(false);
  await page.getByRole('checkbox', { name: 'Accept sums.txt' }).uncheck();
  expect(await page.getByRole('button', { name: 'Push branch' }).isDisabled()).toBe(true);
  await page.getByText('Accept a change to push it, or discard the job.').waitFor();
  await expectAccessible(page);
  await expectToFit(page, 'job-review-rejected', 'as it is');
  expect(web.problems).toEqual([]);
});

it.each([
  ['Push branch', 'Push branch', /^Pushed as /u],
  ['Discard', 'Discard job', /^Discarded\.$/u],
])('the end of a review by "%s" has the focus of the button, which is gone', async (opener, confirm, outcome) => {
  const { page } = await openReview();
  await page.getByRole('button', { name: opener }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: confirm }).focus();
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('status').getByText(outcome).waitFor();
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toMatch(outcome);
  await expectAccessible(page);
});
