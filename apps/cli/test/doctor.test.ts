import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { expect, it } from 'vitest';
import { createTemporaryFolder, runShipmate } from './shipmate.ts';

it('shipmate doctor reports the version of helm and its isolation', async () => {
  const { exitCode, stdout } = await runShipmate(['doctor'], { PATH: process.env['PATH'] ?? '' });
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^Helm: \d+\.\d+\.\d+\.\nIsolation: (?:bwrap|unshare|none)\. /);
});

it('shipmate doctor reports no isolation when neither bwrap nor unshare is on PATH', async () => {
  await using folder = await createTemporaryFolder();
  const programs = join(folder.path, 'bin');
  await mkdir(programs);
  await writeFile(join(programs, 'helm'), '#!/bin/sh\necho v4.9.9\n', { mode: 0o755 });
  const { stdout } = await runShipmate(['doctor'], { PATH: programs });
  expect(stdout).toContain('Helm: 4.9.9.\nIsolation: none. ');
});

it('shipmate doctor explains how to install helm when there is none', async () => {
  const { exitCode, stdout } = await runShipmate(['doctor'], { HELM_EXECUTABLE: '/nowhere/helm' });
  expect({ exitCode, stdout }).toEqual({
    exitCode: 0,
    stdout: expect.stringMatching(/^Helm: not available\. .*Install/),
  });
});
