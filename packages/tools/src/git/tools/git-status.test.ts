import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createGitCheckout, type GitCheckout } from '../../../test/support/create-git-checkout.ts';
import { git } from '../../testing/start-git-server.ts';
import { gitStatus } from './git-status.ts';

const statusIn = async ({ context }: GitCheckout, workspaceDir: string) => {
  const status = await gitStatus.execute({ porcelain: true }, { ...context, workspaceDir });
  return [status.operation, gitStatus.toModel?.(gitStatus.output.parse(status)).match(/In progress: .*?\./u)?.[0]];
};

/** Creates branches whose last commits change the same line: `main`, and `other` with two commits. */
async function createConflict(): Promise<GitCheckout> {
  const checkout = await createGitCheckout({ 'a.txt': 'one\n' });
  const commit = async (text: string) => {
    await checkout.put({ 'a.txt': text });
    await checkout.git('commit', '--quiet', '--all', '--message', text);
  };
  await checkout.git('branch', 'other');
  await commit('two\n');
  await checkout.git('checkout', '--quiet', 'other');
  await commit('three\n');
  await commit('four\n');
  return checkout;
}

const operations = [
  ['merge', 'merge', ['merge', 'main'], ['merge', '--abort']],
  ['rebase', 'rebase', ['rebase', 'main'], ['rebase', '--abort']],
  ['rebase with --apply', 'rebase', ['rebase', '--apply', 'main'], ['rebase', '--abort']],
  ['rebase that a command stopped', 'rebase', ['rebase', '--exec', 'false', 'HEAD~1'], ['rebase', '--abort']],
  ['cherry-pick', 'cherry_pick', ['cherry-pick', 'main'], ['cherry-pick', '--abort']],
  ['revert', 'revert', ['revert', '--no-edit', 'HEAD~1'], ['revert', '--abort']],
  ['bisect', 'bisect', ['bisect', 'start', 'HEAD', 'HEAD~2'], ['bisect', 'reset']],
] as const;

it.each(operations)('gitStatus says that a %s is in progress', async (_name, operation, ...[begin, abort]) => {
  const checkout = await createConflict();
  expect(await statusIn(checkout, checkout.folder)).toEqual([null, undefined]);
  await checkout.git(...begin).catch(() => undefined);
  expect(await statusIn(checkout, checkout.folder)).toEqual([operation, `In progress: ${operation}.`]);
  await checkout.git(...abort);
  expect(await statusIn(checkout, checkout.folder)).toEqual([null, undefined]);
});

it.each(operations)(
  'gitStatus says that a %s is in progress in a linked work tree',
  async (_name, operation, begin) => {
    const checkout = await createConflict();
    await checkout.git('checkout', '--quiet', 'main');
    const tree = join(await mkdtemp(join(checkout.root, 'trees-')), 'tree');
    await checkout.git('worktree', 'add', '--quiet', tree, 'other');
    await git(tree, ...begin).catch(() => undefined);
    expect(await statusIn(checkout, tree)).toEqual([operation, `In progress: ${operation}.`]);
    expect(await statusIn(checkout, checkout.folder)).toEqual([null, undefined]);
  },
);

// Git removes the head of a pick with its commit. In wt-status.c, `wt_status_get_state` then goes by the first command in
// `sequencer/todo`, which lists the rest until the last commit.
it.each([
  ['Cherry-pick', 'cherry_pick', ['cherry-pick', 'main~1', 'other']],
  ['Revert', 'revert', ['revert', '--no-edit', 'main~1', 'main']],
] as const)('gitStatus says between two commits of a %s that it is in progress', async (said, operation, begin) => {
  const checkout = await createConflict();
  await checkout.git('checkout', '--quiet', 'main');
  for (const text of ['five\n', 'six\n']) {
    await checkout.put({ 'a.txt': text });
    await checkout.git('commit', '--quiet', '--all', '--message', text);
  }
  await checkout.git(...begin).catch(() => undefined);
  expect(await statusIn(checkout, checkout.folder)).toEqual([operation, `In progress: ${operation}.`]);
  await checkout.put({ 'a.txt': 'seven\n' });
  await checkout.git('commit', '--quiet', '--all', '--message', 'seven');
  expect(await checkout.git('status')).toContain(`${said} currently in progress.`);
  expect(await statusIn(checkout, checkout.folder)).toEqual([operation, `In progress: ${operation}.`]);
  await checkout.git(begin[0], '--skip').catch(() => undefined);
  await checkout.git(begin[0], '--quit');
  expect(await statusIn(checkout, checkout.folder)).toEqual([null, undefined]);
});

it('gitStatus says that patches are applied', async () => {
  const checkout = await createConflict();
  const patch = await checkout.git('format-patch', '--stdout', 'main~1..main');
  await checkout.put({ '../x.patch': patch });
  await checkout.git('am', '../x.patch').catch(() => undefined);
  expect(await statusIn(checkout, checkout.folder)).toEqual(['am', 'In progress: am.']);
});

it('gitStatus says that a rebase that was given up is not in progress', async () => {
  const checkout = await createConflict();
  await checkout.git('rebase', '--exec', 'false', 'HEAD~1').catch(() => undefined);
  await checkout.git('rebase', '--quit');
  await checkout.git('update-ref', 'REBASE_HEAD', 'HEAD');
  expect(await statusIn(checkout, checkout.folder)).toEqual([null, undefined]);
});
