import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestFolder } from '../../test/support/test-helm.ts';
import { createBareRepository, git } from '../testing/start-git-server.ts';
import { createGitCli } from './git-cli.ts';

const { signal } = new AbortController();
const root = createTestFolder();
const organizationId = 'acme';
const author = { name: 'Ada', email: 'ada@example.com' };
const cli = createGitCli();
const programs = join(root, 'programs');
/** Git whose files may not exceed 4 KiB: a write beyond them fails, as it does on a full disk. */
const limited = createGitCli({ environment: { PATH: `${programs}:/usr/local/bin:/usr/bin:/bin` } });
const clone = join(root, 'clone');
let remote: string;
let count = 0;

const failure = {
  code: 'UNAVAILABLE',
  message:
    'Git cannot write to the folder of repositories (file too large). Ask the operator to free space on its disk, then try again.',
};

beforeAll(async () => {
  const shared = await createBareRepository(root);
  remote = `file://${shared}`;
  await git(root, 'clone', '--quiet', shared, clone);
  await writeFile(join(clone, 'a.bin'), randomBytes(20_000));
  await git(clone, 'add', '--all');
  await git(clone, 'commit', '--quiet', '--message', 'Begin');
  await git(clone, 'push', '--quiet', 'origin', 'HEAD:main');
  await mkdir(programs);
  const text = `#!/bin/sh\ntrap '' XFSZ\nulimit -f 8\nPATH=/usr/local/bin:/usr/bin:/bin exec git "$@"\n`;
  await writeFile(join(programs, 'git'), text);
  await chmod(join(programs, 'git'), 0o755);
});
afterAll(async () => {
  await cli.close();
  await limited.close();
});
beforeEach(() => {
  count += 1;
});

const cacheOf = () => join(root, 'caches', `${count}.git`);
const update = (by: typeof cli) =>
  by.updateCache({ organizationId, cache: cacheOf(), remote, allowFile: true }, signal);
const folderOf = () => join(root, `tree-${count}`);
const add = (by: typeof cli) =>
  by.addWorkTree(
    { organizationId, cache: cacheOf(), folder: folderOf(), branch: `run/${count}`, base: 'main' },
    signal,
  );

it('updateCache names a disk that is full, and fetches once there is space', async () => {
  await expect(update(limited)).rejects.toMatchObject(failure);
  expect(await readdir(join(root, 'caches'))).toEqual([]);
  await update(cli);
  await add(cli);
  expect(existsSync(join(folderOf(), 'a.bin'))).toBe(true);
});

it('addWorkTree names a disk that is full, and checks out once there is space', async () => {
  await update(cli);
  await expect(add(limited)).rejects.toMatchObject({ code: 'UNAVAILABLE', details: { reason: 'disk' } });
  await add(cli);
  expect(existsSync(join(folderOf(), 'a.bin'))).toBe(true);
});

it('commitAll leaves out no file when the disk is full', async () => {
  await update(cli);
  await add(cli);
  await writeFile(join(folderOf(), 'large.bin'), randomBytes(20_000));
  await writeFile(join(folderOf(), 'small.txt'), 'small\n');
  const commit = (by: typeof cli) =>
    by.commitAll({ organizationId, folder: folderOf(), message: 'Keep', author }, signal);
  await expect(commit(limited)).rejects.toMatchObject(failure);
  expect(await commit(cli)).toEqual([]);
  expect(await git(folderOf(), 'show', '--name-only', '--format=', 'HEAD')).toBe('large.bin\nsmall.txt\n');
});

it('saveCheckpoint keeps no checkpoint without its files when the disk is full', async () => {
  await update(cli);
  await add(cli);
  const place = { organizationId, folder: folderOf(), store: join(root, `store-${count}`), index: 'job' };
  await writeFile(join(folderOf(), 'large.bin'), randomBytes(20_000));
  await expect(limited.saveCheckpoint(place, signal)).rejects.toMatchObject(failure);
  expect((await cli.saveCheckpoint(place, signal)).leftOut).toEqual([]);
});

it('saveCheckpoint names the cause when the system cannot create its folder', async () => {
  await update(cli);
  await add(cli);
  const store = join(root, 'file', `store-${count}`);
  await writeFile(join(root, 'file'), '');
  const place = { organizationId, folder: folderOf(), store, index: 'job' };
  await expect(cli.saveCheckpoint(place, signal)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'The files of the work tree cannot be kept in a checkpoint.',
  });
});
