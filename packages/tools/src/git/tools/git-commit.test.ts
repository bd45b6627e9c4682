import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createGitCheckout } from '../../../test/support/create-git-checkout.ts';
import { git } from '../../testing/start-git-server.ts';
import { gitCommit } from './git-commit.ts';

// With core.safecrlf git refuses a file that it could not check out again as it is (git-config).
it('gitCommit names what addAll leaves out', async () => {
  const checkout = await createGitCheckout({ 'a.txt': 'one\r\n' });
  const { context, folder } = checkout;
  await checkout.git('config', 'core.autocrlf', 'true');
  await checkout.git('config', 'core.safecrlf', 'true');
  await git(folder, 'init', '--quiet', 'nested');
  await checkout.put({ 'b.txt': 'new\r\n', 'unix.txt': 'new\n', 'nested/x.txt': 'x\n' });
  const made = await gitCommit.execute({ message: 'Add', addAll: true }, context);
  expect(made).toMatchObject({ committed: true, files: ['b.txt'], leftOut: ['nested/', 'unix.txt'] });
  expect(gitCommit.toModel?.(made)).toMatch(/Not committed.*:\n.*nested\/\nunix\.txt\n/su);
  const none = await gitCommit.execute({ message: 'Add', addAll: true }, context);
  expect(none).toMatchObject({ committed: false, leftOut: ['nested/', 'unix.txt'] });
  expect(gitCommit.toModel?.(none)).toContain('unix.txt');
  await checkout.put({ 'a.txt': 'two\r\n' });
  await checkout.git('add', join(folder, 'a.txt'));
  const staged = await gitCommit.execute({ message: 'Change', addAll: false }, context);
  expect(staged).toMatchObject({ files: ['a.txt'], leftOut: [] });
  expect(gitCommit.toModel?.(staged)).not.toContain('Not committed');
});
