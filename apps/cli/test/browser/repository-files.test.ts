import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ScriptedModel } from '@shipmate/core/testing';
import { git } from '@shipmate/tools/testing';
import { expect, it, onTestFinished } from 'vitest';
import { expectAccessible } from './expect-accessible.ts';
import { expectToFit } from './expect-to-fit.ts';
import { openRepositoryWeb } from './open-repository-web.ts';

/** Opens the page of a repository with files. */
async function openRepository(files: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(tmpdir(), 'shipmate-files-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const source = join(folder, 'sums');
  await mkdir(source);
  await git(source, 'init', '--quiet');
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(source, path)), { recursive: true });
    await writeFile(join(source, path), content);
  }
  if (Object.keys(files).length > 0) {
    await git(source, 'add', '--all');
    await git(source, 'commit', '--quiet', '--message', 'Begin');
  }
  const model = new ScriptedModel([]);
  const web = await openRepositoryWeb(model, join(folder, 'clones'));
  const { unitOfWork, principal } = web;
  const id = crypto.randomUUID();
  const repository = { id, name: 'sums', localPath: source, remoteUrl: null, projectId: null, defaultBranch: null };
  await unitOfWork.transaction((stores) => stores.repositories.add(principal, repository));
  const page = await web.openTab(`/repositories/${id}`);
  await page.getByRole('button', { name: 'Fetch repository' }).click();
  return { web, page, id };
}

it('folders are opened by keyboard, and the back button leaves them', async () => {
  const { web, page, id } = await openRepository({
    'src/sums/add.ts': 'export const one = 1;\nexport const two = 2;\n',
  });
  const entries = page.getByRole('list', { name: 'Entries' });
  const focused = () => page.evaluate<string>('document.activeElement.textContent');
  await entries.getByRole('button', { name: 'src' }).focus();
  await page.keyboard.press('Enter');
  await entries.getByRole('button', { name: 'sums' }).waitFor();
  await expect.poll(focused).toBe('src');
  await page.getByRole('searchbox', { name: 'Search in files' }).fill('two');
  await page.getByRole('button', { name: 'src/sums/add.ts:2' }).click();
  await page.getByText('export const one').waitFor();
  expect(new URL(page.url()).search).toBe('?file=src%2Fsums%2Fadd.ts&line=2');
  await page.reload();
  await page.getByText('export const one').waitFor();
  await expectAccessible(page);
  await expectToFit(page, 'repository-file', 'as it is');
  await page.goBack();
  await entries.getByRole('button', { name: 'sums' }).waitFor();
  await page.goBack();
  await entries.getByRole('button', { name: 'src' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/repositories/${id}`);
  expect(web.problems.filter((problem) => !problem.includes('409'))).toEqual([]);
});

it('the prompt of a job that is not started yet survives a reload', async () => {
  const { page } = await openRepository({ 'notes.txt': 'one\n' });
  const prompt = page.getByPlaceholder('Describe a change to the code');
  await prompt.fill('Write two lines');
  await page.reload();
  await prompt.waitFor();
  expect(await prompt.inputValue()).toBe('Write two lines');
});

it('a repository without a commit is told apart from one that is not found', async () => {
  const { page } = await openRepository({});
  const alerts = page.getByRole('alert');
  await expect.poll(() => alerts.count()).toBe(2);
  for (const told of await alerts.allTextContents()) {
    expect(told).toBe('The repository has no branch yet. Push a first commit.Try again');
  }
  await expectAccessible(page);
  await expectToFit(page, 'repository-empty', 'as it is');
});

it('a job that failed before it left a branch is prepared again with its prompt', async () => {
  const { web, page, id } = await openRepository({});
  const prompt = page.getByPlaceholder('Describe a change to the code');
  await prompt.fill('Write two lines');
  await page.keyboard.press('Enter');
  const result = page.getByRole('region', { name: 'Result' });
  const reason = page.getByText('Push a first commit, or name the branch on which the job begins.');
  await reason.waitFor();
  await result.getByRole('button', { name: 'Start a new job' }).waitFor();
  expect(await reason.count()).toBe(1);
  expect(await page.getByRole('button', { name: /^(Try again|Edit message)$/u }).count()).toBe(0);
  await expectAccessible(page);
  await expectToFit(page, 'job-failed', 'as it is');
  await result.getByRole('button', { name: 'Start a new job' }).click();
  await page.waitForURL(`**/repositories/${id}`);
  expect(await prompt.inputValue()).toBe('Write two lines');
  expect(web.problems.filter((problem) => !/40[49]/u.test(problem))).toEqual([]);
});
