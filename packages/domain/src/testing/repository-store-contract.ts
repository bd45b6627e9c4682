import type { Principal } from '@shipmate/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../identifier/id.ts';
import type { Stores } from '../persistence/stores.ts';
import type { Project } from '../project/project.ts';
import type { ContinuedJob } from '../repository/repository-job.ts';
import type { RepositoryChange } from '../repository/repository.ts';
import { createProject } from '../use-cases/manage-projects.ts';
import { addRepository, changeRepository, removeRepository } from '../use-cases/manage-repositories.ts';
import { type OpenDatabase, useDatabase } from './contract-database.ts';
import { createTestRun } from './create-test-run.ts';
import { createTestColleague, createTestTenant, type TestTenant } from './create-test-tenant.ts';

const notFound = { code: 'NOT_FOUND' };

/** Runs the contract of every `RepositoryStore` and `RepositoryJobStore`, alone and through the use cases. */
export function repositoryStoreContract(open: OpenDatabase): void {
  describe('RepositoryStore and RepositoryJobStore', () => {
    const database = useDatabase(open);
    let tenant: TestTenant;
    let colleague: Principal;
    let stranger: Principal;

    beforeAll(async () => {
      const { unitOfWork } = database();
      tenant = await createTestTenant(unitOfWork);
      colleague = await createTestColleague(unitOfWork, tenant);
      stranger = (await createTestTenant(unitOfWork)).principal;
    });

    const stores = (): Stores => database().unitOfWork.stores;
    const create = (name: string): Promise<Project> =>
      database().unitOfWork.transaction((inside) =>
        createProject(inside, tenant.principal, { name, description: 'Sells things' }),
      );
    const add = (name: string, more: { readonly token?: string; readonly projectId?: string } = {}, by?: Principal) =>
      database().unitOfWork.transaction((inside) =>
        addRepository(inside, by ?? tenant.principal, {
          name,
          projectId: null,
          remoteUrl: 'https://git.example.test/shop.git',
          localPath: null,
          defaultBranch: null,
          ...more,
        }),
      );

    it('stores the token of a repository encrypted, and shows the repository to its organization only', async () => {
      const { repositories, audit } = stores();
      const project = await create('Code');
      const added = await add('shop', { token: 'secret-token', projectId: project.id });
      expect(added).toMatchObject({ name: 'shop', hasToken: true, projectId: project.id, localPath: null });
      expect(JSON.stringify(await repositories.list(colleague))).not.toContain('secret-token');
      expect(await repositories.openToken(tenant.principal, added.id)).toBe('secret-token');
      expect(await repositories.get(colleague, added.id)).toEqual(added);
      await expect(add('shop')).rejects.toMatchObject({ code: 'CONFLICT' });
      await expect(add('other', {}, colleague)).rejects.toMatchObject(notFound);
      const limited = { ...tenant.principal, scope: { workspaceId: newId() } };
      for (const by of [stranger, limited]) {
        await expect(repositories.get(by, added.id)).rejects.toMatchObject(notFound);
        await expect(repositories.openToken(by, added.id)).rejects.toMatchObject(notFound);
        await expect(repositories.remove(by, added.id)).rejects.toMatchObject(notFound);
      }
      expect(await repositories.list(stranger)).toEqual([]);
      await stores().projects.remove(tenant.principal, project.id);
      expect(await repositories.get(tenant.principal, added.id)).toEqual({ ...added, projectId: null });
      await database().unitOfWork.transaction((inside) => removeRepository(inside, tenant.principal, added.id));
      await expect(repositories.get(tenant.principal, added.id)).rejects.toMatchObject(notFound);
      const kinds = (await audit.list(tenant.principal, { limit: 2 })).map(({ kind }) => kind);
      expect(kinds).toEqual(['repository_removed', 'repository_added']);
    });

    it('changes the settings of a repository for owners, and keeps its place and what is not named', async () => {
      const { repositories, audit } = stores();
      const { principal } = tenant;
      const added = await add('settings', { token: 'first-token' });
      await add('taken');
      const change = (fields: RepositoryChange, by = principal) =>
        database().unitOfWork.transaction((inside) => changeRepository(inside, by, { id: added.id, ...fields }));
      const renamed = { ...added, name: 'renamed', defaultBranch: 'next' };
      expect(await change({ name: 'renamed', defaultBranch: 'next' })).toEqual(renamed);
      expect(await repositories.openToken(principal, added.id)).toBe('first-token');
      await change({ token: 'second-token' });
      expect(await repositories.openToken(principal, added.id)).toBe('second-token');
      expect(await change({ token: null, defaultBranch: null })).toEqual({
        ...renamed,
        defaultBranch: null,
        hasToken: false,
      });
      await expect(change({ name: 'taken' })).rejects.toMatchObject({ code: 'CONFLICT' });
      await expect(change({ projectId: newId() })).rejects.toMatchObject(notFound);
      for (const by of [colleague, stranger]) await expect(change({ name: 'x' }, by)).rejects.toMatchObject(notFound);
      const [entry] = await audit.list(principal, { limit: 1 });
      expect(entry).toMatchObject({ kind: 'repository_changed', details: { fields: ['token', 'defaultBranch'] } });
      expect(JSON.stringify(await audit.list(principal, { limit: 10 }))).not.toContain('-token');
    });

    it('keeps the jobs of a user: where they began, what they claim and what became of their branch', async () => {
      const { repositoryJobs } = stores();
      const { principal } = tenant;
      const repository = await add('jobs');
      const { remoteUrl, localPath } = repository;
      const id = await createTestRun(database().unitOfWork, principal);
      const place = { remoteUrl, localPath, projectId: null, baseBranch: null, repositoryId: repository.id };
      const created = await repositoryJobs.create(principal, { ...place, id, branch: 'shipmate/fix' });
      expect(created).toMatchObject({ ...place, id, claim: null, result: null, baseCommit: null, outcome: 'open' });
      expect(await repositoryJobs.begin(principal, id, 'one')).toBe('one');
      expect(await repositoryJobs.begin(principal, id, 'two')).toBe('one');
      const outcome = { outcome: 'pushed', pushedBranch: 'fix' } as const;
      await expect(repositoryJobs.settle(principal, id, outcome)).rejects.toMatchObject({ code: 'CONFLICT' });
      const review = { accepted: [{ path: 'a', hunks: [0] }], isSquashed: true, commit: 'four' };
      await expect(repositoryJobs.saveReview(principal, id, review)).rejects.toMatchObject({ code: 'CONFLICT' });
      await expect(
        repositoryJobs.saveChangeRequest(principal, id, { number: 1, url: 'https://git.example/1', state: 'open' }),
      ).rejects.toMatchObject({ code: 'CONFLICT' });
      await repositoryJobs.setClaim(principal, id, { status: 'completed', progress: 100, message: 'Done\u0000' });
      const change = {
        path: 'a',
        oldPath: null,
        status: 'added',
        additions: 1,
        deletions: 0,
        patch: '\u0000',
      } as const;
      await repositoryJobs.saveResult(principal, id, { headCommit: 'three', commits: 1, files: [change] });
      const limited = { ...principal, scope: { workspaceId: newId() } };
      for (const by of [stranger, colleague, limited]) {
        await expect(repositoryJobs.get(by, id)).rejects.toMatchObject(notFound);
        await expect(repositoryJobs.begin(by, id, 'x')).rejects.toMatchObject(notFound);
        await expect(repositoryJobs.settle(by, id, outcome)).rejects.toMatchObject(notFound);
        await expect(repositoryJobs.saveReview(by, id, review)).rejects.toMatchObject(notFound);
        await expect(repositoryJobs.create(by, { ...place, id, branch: 'x' })).rejects.toMatchObject(notFound);
      }
      await repositoryJobs.saveReview(principal, id, { ...review, accepted: 'all' });
      await repositoryJobs.saveReview(principal, id, review);
      await repositoryJobs.settle(principal, id, outcome);
      await expect(repositoryJobs.saveReview(principal, id, review)).rejects.toMatchObject({ code: 'CONFLICT' });
      await expect(repositoryJobs.settle(principal, id, outcome)).rejects.toMatchObject({ code: 'CONFLICT' });
      expect(await repositoryJobs.get(principal, id)).toMatchObject({
        ...outcome,
        review,
        result: { files: [change] },
      });
      const request = { number: 7, url: 'https://git.example/7', state: 'open' } as const;
      await repositoryJobs.saveChangeRequest(principal, id, request);
      const merge = { head: 'four', commit: 'five', by: 'ada' };
      await repositoryJobs.saveChangeRequest(principal, id, { ...request, state: 'merged', merge });
      await expect(repositoryJobs.saveChangeRequest(colleague, id, request)).rejects.toMatchObject(notFound);
      expect(await repositoryJobs.get(principal, id)).toMatchObject({
        changeRequest: { ...request, state: 'merged', merge },
      });
      for (const kind of ['repository_job_proposed', 'repository_job_merge_asked', 'repository_job_merged'] as const)
        await stores().audit.append(principal, { kind, subjectId: id });
      const [listed] = await repositoryJobs.list(principal, { repositoryId: repository.id, limit: 5 });
      expect(listed).toMatchObject({ ...outcome, id, runStatus: 'queued', changedFiles: 1 });
      expect(await repositoryJobs.list(principal, { before: id, limit: 5 })).toEqual([]);
      expect(await repositoryJobs.list(colleague, { limit: 5 })).toEqual([]);
    });

    it('keeps the checkpoints of a job, copies them to one that undoes it, and says when none needs them', async () => {
      const { repositoryJobs } = stores();
      const { principal } = tenant;
      const { id: repositoryId, remoteUrl, localPath } = await add('checkpoints');
      const place = { remoteUrl, localPath, projectId: null, baseBranch: null, repositoryId, branch: 'shipmate/fix' };
      const create = async (continues?: ContinuedJob) => {
        const id = await createTestRun(database().unitOfWork, principal);
        return repositoryJobs.create(principal, { ...place, id, continues });
      };
      const first = await create();
      expect(first).toMatchObject({ continues: null, checkpointStore: first.id });
      const checkpoints = [0, 1, 2].map((turn) => ({ turn, headCommit: `head ${turn}`, tree: `tree ${turn}` }));
      for (const each of checkpoints) await repositoryJobs.addCheckpoint(principal, first.id, each);
      await repositoryJobs.addCheckpoint(principal, first.id, { turn: 1, headCommit: 'other', tree: 'other' });
      expect(await repositoryJobs.listCheckpoints(principal, first.id)).toEqual(checkpoints);
      const continues = { jobId: first.id, turn: 1, isUndo: true };
      const second = await create(continues);
      expect(second).toMatchObject({ continues, checkpointStore: first.id });
      expect(await repositoryJobs.listCheckpoints(principal, second.id)).toEqual(checkpoints.slice(0, 2));
      const third = await create({ jobId: second.id, turn: null, isUndo: false });
      expect(await repositoryJobs.listCheckpoints(principal, third.id)).toEqual([]);
      for (const by of [stranger, colleague]) {
        await expect(repositoryJobs.listCheckpoints(by, first.id)).rejects.toMatchObject(notFound);
        await expect(repositoryJobs.dropCheckpoints(by, first.id)).rejects.toMatchObject(notFound);
        const adding = repositoryJobs.addCheckpoint(by, first.id, { turn: 9, headCommit: 'x', tree: 'x' });
        await expect(adding).rejects.toMatchObject(notFound);
      }
      const dropped: boolean[] = [];
      for (const { id } of [first, second, third]) {
        await repositoryJobs.saveResult(principal, id, { headCommit: 'x', commits: 0, files: [] });
        await repositoryJobs.settle(principal, id, { outcome: 'discarded', pushedBranch: null });
        dropped.push(await repositoryJobs.dropCheckpoints(principal, id));
      }
      expect(dropped).toEqual([false, false, true]);
      expect(await repositoryJobs.listCheckpoints(principal, first.id)).toEqual([]);
    });

    it.each(['ftp://a.example/x', 'https://user:secret@a.example/x', '/etc', 'https://a.example', 'file:///etc'])(
      'refuses the remote %s',
      async (remoteUrl) => {
        const adding = add('refused', { remoteUrl } as object);
        await expect(adding).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
      },
    );
  });
}
