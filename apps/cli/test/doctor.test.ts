import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { expect, it } from 'vitest';
import { createTemporaryFolder, runShipmate } from './shipmate.ts';

it('shipmate doctor reports the version of helm and its isolation', async () => {
  const { exitCode, stdout } = await runShipmate(['doctor'], { PATH: process.env['PATH'] ?? '' });
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/ok +Helm +\d+\.\d+\.\d+\n +\w+ +Isolation +(?:bwrap|unshare|none)\. /);
});

it('shipmate doctor reports no isolation when neither bwrap nor unshare is on PATH', async () => {
  await using folder = await createTemporaryFolder();
  const programs = join(folder.path, 'bin');
  await mkdir(programs);
  await writeFile(join(programs, 'helm'), '#!/bin/sh\necho v4.9.9\n', { mode: 0o755 });
  const { stdout } = await runShipmate(['doctor'], { PATH: programs });
  expect(stdout).toMatch(/Helm +4\.9\.9\n +note +Isolation +none\. /);
});

it('shipmate doctor explains how to install helm when there is none', async () => {
  const { exitCode, stdout } = await runShipmate(['doctor'], { HELM_EXECUTABLE: '/nowhere/helm' });
  expect({ exitCode, stdout }).toEqual({
    exitCode: 0,
    stdout: expect.stringMatching(/note +Helm +not available\. .*Install/),
  });
});

it('shipmate doctor reports each check as JSON, and fails when the database cannot be reached', async () => {
  const DATABASE_URL = 'postgres://shipmate@127.0.0.1:9/shipmate';
  const { exitCode, stdout } = await runShipmate(['doctor', '--json'], { DATABASE_URL });
  expect(exitCode).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    checks: expect.arrayContaining([
      { name: 'Node', state: 'ok', text: process.versions.node },
      expect.objectContaining({ name: 'Database', state: 'problem', fix: expect.stringContaining('DATABASE_URL') }),
      expect.objectContaining({ name: 'Model', state: 'note', fix: expect.stringContaining('ANTHROPIC_API_KEY') }),
    ]),
  });
});

it('shipmate doctor creates no database in an empty data directory', async () => {
  await using folder = await createTemporaryFolder();
  const { stdout } = await runShipmate(['doctor', '--json', '--data-dir', folder.path]);
  expect(JSON.parse(stdout)).toMatchObject({
    checks: expect.arrayContaining([
      { name: 'Database', state: 'ok', text: `The first start creates it in ${folder.path}.` },
    ]),
  });
  expect(await readdir(folder.path)).toEqual([]);
});

it('shipmate doctor says what to do with a data directory that cannot be opened', async () => {
  await using folder = await createTemporaryFolder();
  await writeFile(join(folder.path, 'PG_VERSION'), '9\n');
  const { exitCode, stdout } = await runShipmate(['doctor', '--json', '--data-dir', folder.path]);
  expect(exitCode).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    checks: expect.arrayContaining([
      {
        name: 'Database',
        state: 'problem',
        text: expect.stringContaining('The embedded database did not start'),
        fix: expect.stringContaining('Restore the data directory from a backup'),
      },
    ]),
  });
});
