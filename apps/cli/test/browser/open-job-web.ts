import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beginRepositoryJob } from '@shipmate/agents';
import type { ScriptedModel } from '@shipmate/core/testing';
import { git } from '@shipmate/tools/testing';
import { onTestFinished } from 'vitest';
import { openRepositoryWeb } from './open-repository-web.ts';

/** Opens the page of a job in a repository with one file, `notes.txt`, that a worker executes with the model. */
export async function openJobWeb(model: ScriptedModel, prompt: string) {
  const folder = await mkdtemp(join(tmpdir(), 'shipmate-job-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const source = join(folder, 'notes');
  await mkdir(source);
  await git(source, 'init', '--quiet');
  await writeFile(join(source, 'notes.txt'), 'one\n');
  await git(source, 'add', '--all');
  await git(source, 'commit', '--quiet', '--message', 'Begin');
  const web = await openRepositoryWeb(model, join(folder, 'clones'));
  const { unitOfWork, principal } = web;
  const { id } = await unitOfWork.transaction(async (stores) => {
    const repository = { id: crypto.randomUUID(), name: 'notes', localPath: source, remoteUrl: null };
    await stores.repositories.add(principal, { ...repository, projectId: null, defaultBranch: 'main' });
    const request = { repository: { id: repository.id }, prompt, model: model.id };
    return beginRepositoryJob(stores, principal, request);
  });
  return { web, page: await web.openTab(`/repositories/jobs/${id}`) };
}
