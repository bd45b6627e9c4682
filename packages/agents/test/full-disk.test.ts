import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ScriptedModel } from '@shipmate/core/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deleteJobFolders } from '../src/index.ts';
import { createRepositoryFixture, type RepositoryFixture } from './repository-fixture.ts';

let opened: RepositoryFixture;
let programs: string;

beforeAll(async () => {
  programs = await mkdtemp(join(tmpdir(), 'shipmate-programs-'));
  // Git whose files may not exceed 4 KiB: a write beyond them fails, as it does on a full disk.
  const text = `#!/bin/sh\ntrap '' XFSZ\nulimit -f 8\nPATH=/usr/local/bin:/usr/bin:/bin exec git "$@"\n`;
  await writeFile(join(programs, 'git'), text);
  await chmod(join(programs, 'git'), 0o755);
  opened = await createRepositoryFixture(
    { 'notes.txt': 'one\n' },
    { environment: { PATH: `${programs}:/usr/local/bin:/usr/bin:/bin` } },
  );
});
afterAll(async () => {
  await opened[Symbol.asyncDispose]();
  await rm(programs, { recursive: true });
});

it('a job whose changes cannot be stored on a full disk fails, and keeps them until its conversation is deleted', async () => {
  const { fixture, begin, work, createProcess, root } = opened;
  const { principal, unitOfWork } = fixture;
  const { organizationId } = principal;
  const content = randomBytes(20_000).toString('hex');
  const steps = [
    { toolCalls: [{ name: 'writeFile', input: { filePath: 'plan.txt', content } }] },
    { text: 'Planned.' },
  ];
  const id = await begin('Plan');
  await work(createProcess(new ScriptedModel(steps)), id);
  const { status, errorCode, errorMessage } = await unitOfWork.stores.runs.get(principal, id);
  expect([status, errorCode]).toEqual(['failed', 'UNAVAILABLE']);
  expect(errorMessage).toBe(
    'Git cannot write to the folder of repositories (file too large). Ask the operator to free space on its disk, then try again. ' +
      `The changes of the job stay in the folder "${organizationId}/jobs/${id}" of REPOSITORY_FOLDER.`,
  );
  const job = await unitOfWork.stores.repositoryJobs.get(principal, id);
  expect(job.result).toBeNull();
  const folder = join(root, organizationId, 'jobs', id);
  expect(await readFile(join(folder, 'plan.txt'), 'utf8')).toBe(content);
  await deleteJobFolders(root, organizationId, job);
  expect(existsSync(folder)).toBe(false);
});
