import type { Logger } from '@shipmate/core';
import { expect, it } from 'vitest';
import { createCheckout } from '../../test/support/create-checkout.ts';
import { createGitCheckout } from '../../test/support/create-git-checkout.ts';
import { createGitCli } from '../git/git-cli.ts';
import { removeFile } from './remove-file.ts';

it('removeFile asks git through the port, which logs the call', async () => {
  const checkout = await createGitCheckout({ '*a.ts': 'a\n', 'ba.ts': 'b\n' });
  const { context } = checkout;
  const logged: unknown[] = [];
  const info: Logger['info'] = (message, fields) => void logged.push([message, fields?.['args'], fields?.['exitCode']]);
  const logger = { ...context.logger, info } as Logger;
  expect(await removeFile.execute({ filePath: './*a.ts' }, { ...context, logger })).toMatchObject({ wasTracked: true });
  expect(logged).toEqual([['git', ['ls-files', '-z', '--cached', '--', '*a.ts'], 0]]);
  expect(await checkout.git('status', '--porcelain')).toBe(' D *a.ts\n');
});

it('removeFile deletes nothing without git, or after git was closed', async () => {
  const checkout = await createGitCheckout({ 'a.ts': 'a\n' });
  const { context } = checkout;
  const closed = createGitCli();
  await closed.close();
  for (const [workTrees, code] of [
    [createGitCli({ environment: { PATH: '/nowhere' } }), 'UNAVAILABLE'],
    [closed, 'ABORTED'],
  ] as const) {
    const call = { ...context, ports: { ...context.ports, workTrees } };
    await expect(removeFile.execute({ filePath: 'a.ts' }, call)).rejects.toMatchObject({ code });
  }
  expect(await checkout.git('status', '--porcelain')).toBe('');
});

it('removeFile deletes a file of a folder without a repository with unversioned', async () => {
  await using checkout = await createCheckout({ 'a.txt': 'a\n' });
  const context = { ...checkout.context, ports: { ...checkout.context.ports, workTrees: createGitCli() } };
  await expect(removeFile.execute({ filePath: 'a.txt' }, context)).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(await removeFile.execute({ filePath: 'a.txt', unversioned: true }, context)).toMatchObject({
    wasTracked: false,
  });
  await expect(checkout.read('a.txt')).rejects.toThrow('ENOENT');
});
