import { expect, it } from 'vitest';
import { createGitCheckout } from '../../../test/support/create-git-checkout.ts';
import { gitCommand } from './git-command.ts';
import { gitCommit } from './git-commit.ts';
import { gitLog } from './git-log.ts';

it('gitCommand shows no more than the options ask for', async () => {
  const checkout = await createGitCheckout({ 'a.txt': 'one\n' });
  await checkout.put({ 'a.txt': 'two\n' });
  await gitCommit.execute({ message: 'Two\n\nThe reason', addAll: true }, checkout.context);
  const run = async (command: string) => (await gitCommand.execute({ command }, checkout.context)).output;
  for (const flag of ['--stat', '--name-only', '--name-status']) {
    for (const command of [`diff HEAD~1 HEAD ${flag}`, `show ${flag}`]) {
      const output = await run(command);
      expect(output).toContain('modified a.txt (+1 -1)');
      expect(output).not.toContain('@@');
    }
  }
  expect(await run('show --stat -p')).toContain('@@');
  expect(await run('log')).toContain('The reason');
  expect(await run('log --oneline')).not.toContain('The reason');
  for (const count of ['-1', '-n1', '-n 1']) {
    expect(await run(`log ${count}`)).toContain('1 commits. There are more');
  }
  expect(await run('branch --show-current')).toContain('branch main');
  for (const flag of ['-p', '--patch', '--stat', '--name-only', '--name-status']) {
    await expect(run(`log ${flag}`)).rejects.toMatchObject({
      message: `args have the option "${flag}", which is not accepted. Use gitShow with the ref of a commit, or gitDiff with two.`,
    });
  }
});

it('gitCommand takes all files out of the next commit with "reset", and names them', async () => {
  const checkout = await createGitCheckout({ 'a.txt': 'one\n' });
  const run = async (command: string) => (await gitCommand.execute({ command }, checkout.context)).output;
  await checkout.put({ 'a.txt': 'two\n', 'b.txt': 'b\n', 'c.txt': 'c\n' });
  await run('add a.txt b.txt');
  for (const [command, unstaged] of [
    ['reset -- b.txt c.txt', ['b.txt']],
    ['reset HEAD', ['a.txt']],
    ['reset', []],
  ] as const) {
    expect(JSON.parse(await run(command))).toMatchObject({ staged: [], unstaged });
  }
  expect(await checkout.git('diff', '--staged', '--name-only')).toBe('');
  await expect(run('reset HEAD~1')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
});

it('gitCommand lists only branches of the remote with "branch -r"', async () => {
  const checkout = await createGitCheckout({ 'a.txt': 'one\n' });
  const run = async (command: string) => (await gitCommand.execute({ command }, checkout.context)).output;
  expect(await run('branch --remotes')).toBe('No branch was found.');
  await checkout.git('update-ref', 'refs/remotes/origin/topic', 'HEAD');
  expect(await run('branch -r')).toMatch(/^1 branches\.[^]+ origin\/topic \(remote\)/u);
  expect(await run('branch')).toContain('2 branches');
  await expect(run('branch -r topic')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
});

it('gitLog takes the dates that git understands, and refuses others', async () => {
  const checkout = await createGitCheckout({ 'a.txt': 'one\n' });
  const log = (since: string) => gitLog.execute(gitLog.input.parse({ since }), checkout.context);
  for (const since of ['2020-01-31', 'yesterday', '2 weeks ago', '2020-01-31T10:00:00+02:00', '1600000000']) {
    expect((await log(since)).commits).toHaveLength(1);
  }
  await expect(log('banana')).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    message:
      'since "banana" is no date that git understands. Give one such as "2026-01-31", "yesterday" or "2 weeks ago".',
    details: { issues: [{ path: 'since' }] },
  });
});

it('gitLog refuses an author with a NUL character', () => {
  expect(gitLog.input.safeParse({ author: 'a\0b' }).success).toBe(false);
});

it('gitCommand lists the commits of a range as git does', async () => {
  const checkout = await createGitCheckout({ 'a.txt': 'one\n' });
  await checkout.git('checkout', '--quiet', '-b', 'topic');
  await checkout.put({ 'a.txt': 'two\n' });
  await gitCommit.execute({ message: 'Two', addAll: true }, checkout.context);
  await checkout.put({ 'a.txt': 'three\n' });
  await gitCommit.execute({ message: 'Three', addAll: true }, checkout.context);
  const run = async (command: string) => (await gitCommand.execute({ command }, checkout.context)).output;
  for (const range of ['main..topic', 'main..', 'HEAD~2..HEAD', 'main..topic~1', 'topic..main']) {
    const subjects = (await checkout.git('log', '--format=%s', range)).split('\n').filter(Boolean);
    const output = await run(`log --oneline ${range}`);
    expect(output).toContain(subjects.length === 0 ? 'No commits.' : `${subjects.length} commits.`);
    for (const subject of subjects) expect(output).toContain(`\n    ${subject}`);
  }
  expect((await checkout.git('diff', '--name-only', 'main..')).trim()).toBe('a.txt');
  expect(await run('diff --stat main..')).toContain('modified a.txt (+1 -1)');
  for (const range of ['main...topic', 'none..topic', '..topic', 'main..topic..main']) {
    await expect(run(`log ${range}`)).rejects.toMatchObject({
      code: range === 'none..topic' ? 'NOT_FOUND' : 'VALIDATION_ERROR',
    });
  }
});

it('gitCommand limits "status" to the paths after "--"', async () => {
  const checkout = await createGitCheckout({ 'a.txt': 'one\n', 'b/c.txt': 'one\n' });
  await checkout.put({ 'a.txt': 'two\n', 'b/c.txt': 'two\n', 'b/d.txt': 'new\n' });
  const run = async (...args: readonly string[]) =>
    (await gitCommand.execute({ command: 'status', args: [...args] }, checkout.context)).output;
  expect(await run('--', 'b')).toContain('\n M b/c.txt\n?? b/d.txt\n');
  expect(await run('--', 'b')).not.toContain('a.txt');
  expect(await run('--', 'a.txt', 'none')).toContain('\n M a.txt\n');
  expect(await run('--', 'none')).toContain('Nothing is changed in these paths.');
  expect(await run('--', '.')).toContain('0 staged, 2 unstaged, 1 untracked');
});
