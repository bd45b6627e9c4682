import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTestFolder } from '../../test/support/test-helm.ts';
import { git } from '../testing/start-git-server.ts';
import { createGitCli } from './git-cli.ts';
import { toGitError } from './git-failure.ts';

it('a repository whose objects are named by SHA-256 is refused with that reason', async () => {
  const root = createTestFolder();
  const folder = join(root, 'source');
  await git(root, 'init', '--quiet', '--object-format=sha256', folder);
  await git(folder, 'commit', '--quiet', '--allow-empty', '--message', 'Begin');
  const cli = createGitCli();
  const update = { organizationId: 'o1', cache: join(root, 'cache.git'), remote: `file://${folder}`, allowFile: true };
  await expect(cli.updateCache(update, new AbortController().signal)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    message:
      'The folder of the repository names its objects by SHA-256. Shipmate works in repositories with SHA-1, the format that git creates by default.',
  });
  await cli.close();
});

// What git 2.39 prints, from die_upon_dubious_ownership in its setup.c.
const ownership = `fatal: detected dubious ownership in repository at '/srv/code/shop/.git'
To add an exception for this directory, call:

\tgit config --global --add safe.directory /srv/code/shop/.git
fatal: Could not read from remote repository.

Please make sure you have the correct access rights
and the repository exists.
`;

it.each([
  [ownership, 'VALIDATION_ERROR', /belongs to another user of this machine, .* Make the user that runs Shipmate its/],
  ['fatal: something new\n', 'EXTERNAL_API_ERROR', /cannot be used with git\. Check it with "git fsck"/],
])('a folder with the failure %j is refused with what to do', (stderr, code, message) => {
  expect(toGitError('', { stderr })).toMatchObject({ code, message: expect.stringMatching(message) });
});
