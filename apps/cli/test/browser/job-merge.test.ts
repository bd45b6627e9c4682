import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beginRepositoryJob } from '@shipmate/agents';
import { ScriptedModel } from '@shipmate/core/testing';
import { createToolStorage } from '@shipmate/domain/tool-storage';
import { createBareRepository, git, openTestTools, startGitServer } from '@shipmate/tools/testing';
import { expect, it, onTestFinished } from 'vitest';
import { expectAccessible } from './expect-accessible.ts';
import { expectToFit } from './expect-to-fit.ts';
import { openWeb } from './open-web.ts';
import { startGitea } from './start-gitea.ts';

/** Opens the page of a job whose branch a person has pushed to a Gitea host and proposed there. */
async function openProposedJob(...merges: Promise<string | undefined>[]) {
  const folder = await mkdtemp(join(tmpdir(), 'shipmate-merge-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = 'acme/sums.git';
  const bare = await createBareRepository(folder, path);
  const gitServer = await startGitServer(folder, 'a-secret-token');
  onTestFinished(() => gitServer[Symbol.asyncDispose]());
  const source = join(folder, 'source');
  await git(folder, 'clone', '--quiet', bare, source);
  await writeFile(join(source, 'sums.txt'), 'one\n');
  await git(source, 'add', '--all');
  await git(source, 'commit', '--quiet', '--message', 'Begin');
  await git(source, 'push', '--quiet', 'origin', 'HEAD:main');
  const baseCommit = (await git(source, 'rev-parse', 'HEAD')).trim();
  await writeFile(join(source, 'sums.txt'), 'ONE\n');
  await git(source, 'commit', '--quiet', '--all', '--message', 'Change it');
  const headCommit = (await git(source, 'rev-parse', 'HEAD')).trim();

  const gitea = await startGitea({ path: 'acme/sums', bare, folder }, merges);
  onTestFinished(() => gitea[Symbol.asyncDispose]());
  const model = new ScriptedModel([]);
  const choices = [{ id: model.id, label: 'Scripted', isDemo: false, contextTokens: 1_000, price: null }];
  const repositoryFolder = join(folder, 'clones');
  const web = await openWeb(
    ({ unitOfWork }) => ({
      models: { choices, defaultModel: model.id, get: () => model, fallbacksOf: () => [] },
      tools: openTestTools(createToolStorage(unitOfWork)).registry,
    }),
    {
      repositoryFolder,
      toolEnvironment: {
        ALLOW_PRIVATE_NETWORKS: true,
        GIT_HOSTS: [{ host: new URL(gitServer.url).host, kind: 'gitea', base: `${gitea.url}/api/v1` }],
      },
    },
  );
  onTestFinished(() => web[Symbol.asyncDispose]());
  const { unitOfWork, principal } = web;
  const job = await unitOfWork.transaction(async (stores) => {
    const repository = { id: crypto.randomUUID(), name: 'sums', localPath: null, projectId: null };
    const remote = { remoteUrl: `${gitServer.url}/${path}`, token: 'a-secret-token', defaultBranch: 'main' };
    await stores.repositories.add(principal, { ...repository, ...remote });
    const request = { repository: { id: repository.id }, prompt: 'Write in capitals', model: model.id };
    const begun = await beginRepositoryJob(stores, principal, request);
    const copy = join(repositoryFolder, principal.organizationId, 'copies', repository.id, `${begun.id}.git`);
    await git(folder, 'clone', '--quiet', '--bare', source, copy);
    await stores.repositoryJobs.begin(principal, begun.id, baseCommit);
    const patch = '@@ -1 +1 @@\n-one\n+ONE\n';
    const change = { path: 'sums.txt', oldPath: null, status: 'modified', additions: 1, deletions: 1, patch } as const;
    await stores.repositoryJobs.saveResult(principal, begun.id, { headCommit, commits: 1, files: [change] });
    return begun;
  });
  const page = await web.openTab(`/repositories/jobs/${job.id}`);
  await page.getByRole('button', { name: 'Push branch' }).click();
  await page.getByRole('dialog', { name: 'Push branch' }).getByRole('button', { name: 'Push branch' }).click();
  await page.getByText(`Pushed as ${job.branch}.`).waitFor();
  await page.getByRole('button', { name: 'Open pull request' }).click();
  await page.getByText('Request 7 is open.').waitFor();
  return { web, page, job, bare, source, headCommit, gitea };
}

it('a person merges the request of a job by keyboard, and the page keeps who merged it as which commit', async () => {
  const approved = Promise.withResolvers<undefined>();
  const refusal = Promise.resolve('Does not have enough approvals');
  const { web, page, job, bare, headCommit, gitea } = await openProposedJob(refusal, approved.promise);
  const opener = page.getByRole('button', { name: 'Merge request 7' });
  const dialog = page.getByRole('dialog', { name: 'Merge request 7' });
  const confirm = dialog.getByRole('button', { name: 'Merge request 7' });
  await opener.focus();
  await page.keyboard.press('Enter');
  await dialog.getByText(headCommit).waitFor();
  expect(await dialog.getByRole('definition').allTextContents()).toEqual(['Request 7', 'main', headCommit]);
  const methods = dialog.getByRole('group', { name: 'Method' }).getByRole('radio');
  expect(await methods.count()).toBe(2);
  expect(await dialog.getByRole('radio', { name: /^Merge commit/u }).isChecked()).toBe(true);
  await expectAccessible(page);
  await expectToFit(page, 'job-merge-dialog', 'as it is');
  await dialog.getByRole('radio', { name: /^Merge commit/u }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await dialog
    .getByRole('alert')
    .getByText('Does not have enough approvals. Resolve this there, then merge again.')
    .waitFor();
  await expectToFit(page, 'job-merge-refused', 'as it is');
  expect(await dialog.getByRole('radio', { name: /^Squash/u }).isChecked()).toBe(true);

  await confirm.focus();
  await page.keyboard.press('Enter');
  await dialog.getByRole('status').getByText('Merging into main…').waitFor();
  await expectAccessible(page);
  approved.resolve(undefined);
  const merged = page.getByRole('status').getByText(/^Request 7 is merged as commit [0-9a-f]{12} by ada\.$/u);
  await merged.waitFor();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Request 7');
  expect(gitea.asked).toEqual([1, 2].map(() => ({ Do: 'squash', head_commit_id: headCommit })));
  const commit = (await git(bare, 'rev-parse', 'main')).trim();
  expect(await git(bare, 'show', 'main:sums.txt')).toBe('ONE\n');
  expect(await merged.textContent()).toContain(commit.slice(0, 12));
  await page.reload();
  await merged.waitFor();
  expect(await opener.count()).toBe(0);
  await expectAccessible(page);
  await expectToFit(page, 'job-merged', 'as it is');
  const { changeRequest } = await web.unitOfWork.stores.repositoryJobs.get(web.principal, job.id);
  expect(changeRequest).toMatchObject({ state: 'merged', merge: { head: headCommit, commit, by: 'ada' } });
  expect(web.problems.filter((problem) => !problem.includes('409'))).toEqual([]);
});

it('a request whose branch has moved since the review cannot be merged from the job', async () => {
  const { page, job, bare, source, gitea } = await openProposedJob();
  await writeFile(join(source, 'sums.txt'), 'two\n');
  await git(source, 'commit', '--quiet', '--all', '--message', 'Change it again');
  await git(source, 'push', '--quiet', 'origin', `HEAD:${job.branch}`);
  await page.getByRole('button', { name: 'Merge request 7' }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge request 7' });
  const moved = (await git(bare, 'rev-parse', job.branch)).trim();
  await dialog.getByRole('note').getByText(`has moved since the review: its newest commit is ${moved}`).waitFor();
  expect(await dialog.getByRole('button').allTextContents()).toEqual(['', 'Close']);
  await expectAccessible(page);
  await expectToFit(page, 'job-merge-moved', 'as it is');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Merge request 7');
  expect(gitea.asked).toEqual([]);
});
