import { AppError, type Principal } from '@shipmate/core';
import { missingResult, type RepositoryJob, type RepositoryJobStore } from '@shipmate/domain/repository';
import type { Selectable, Updateable } from 'kysely';
import { found, notFound } from '../../error/not-found.ts';
import type { Executor } from '../../executor/executor.ts';
import type { RepositoryJobTable } from '../../schema/project-tables.ts';
import { ownedBy, requireId } from '../../tenancy/tenancy.ts';
import { getRun } from '../run/get-run.ts';

const columns = [
  'repository_job.id',
  'repository_job.repository_id',
  'repository_job.project_id',
  'repository_job.remote_url',
  'repository_job.local_path',
  'repository_job.base_branch',
  'repository_job.branch',
  'repository_job.base_commit',
  'repository_job.claim',
  'repository_job.outcome',
  'repository_job.pushed_branch',
  'repository_job.continued_job_id',
  'repository_job.continued_turn',
  'repository_job.is_undo',
  'repository_job.checkpoint_store',
  'repository_job.created_at',
  'run.conversation_id',
] as const;

/** Creates a {@link RepositoryJobStore} on SQL. */
export function createRepositoryJobStore(executor: Executor): RepositoryJobStore {
  const ownJobs = (principal: Principal) => {
    const { organization_id: organizationId, user_id: userId } = ownUnscoped(principal);
    return executor
      .selectFrom('repository_job')
      .innerJoin('run', 'run.id', 'repository_job.id')
      .where('repository_job.organization_id', '=', organizationId)
      .where('repository_job.user_id', '=', userId);
  };

  const update = (principal: Principal, jobId: string) => {
    requireId(jobId, 'job');
    return executor.updateTable('repository_job').where((eb) => eb.and({ ...ownUnscoped(principal), id: jobId }));
  };

  async function get(principal: Principal, jobId: string): Promise<RepositoryJob> {
    requireId(jobId, 'job');
    const row = await ownJobs(principal)
      .select([...columns, 'repository_job.result', 'repository_job.review', 'repository_job.change_request'])
      .where('repository_job.id', '=', jobId)
      .executeTakeFirst();
    const { result, review, change_request: changeRequest, ...head } = found(row, 'job');
    return { ...toHead(head), result, review, changeRequest };
  }

  /** Changes a job that has a result and is open. */
  async function decide(
    principal: Principal,
    jobId: string,
    change: Pick<Updateable<RepositoryJobTable>, 'review' | 'outcome' | 'pushed_branch'>,
  ): Promise<void> {
    const { numUpdatedRows } = await update(principal, jobId)
      .set(change)
      .where('outcome', '=', 'open')
      .where('result', 'is not', null)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) return;
    const { result, outcome } = await get(principal, jobId);
    if (result !== null) throw new AppError({ code: 'CONFLICT', message: `The job was ${outcome} already.` });
    const row = await ownJobs(principal).select('run.status').where('repository_job.id', '=', jobId).executeTakeFirst();
    throw missingResult(found(row, 'job').status);
  }

  /** The turns that a job keeps can be undone, too. */
  async function copyCheckpoints(jobId: string, from: string, turn: number): Promise<void> {
    await executor
      .insertInto('repository_checkpoint')
      .columns(['job_id', 'turn', 'head_commit', 'tree'])
      .expression((eb) =>
        eb
          .selectFrom('repository_checkpoint')
          .select((each) => [each.cast<string>(each.val(jobId), 'uuid').as('job_id'), 'turn', 'head_commit', 'tree'])
          .where('job_id', '=', from)
          .where('turn', '<=', turn),
      )
      .execute();
  }

  return {
    async create(principal, job) {
      await getRun(executor, principal, job.id);
      const { continues } = job;
      const continued = continues && (await get(principal, continues.jobId));
      await executor
        .insertInto('repository_job')
        .values({
          ...ownUnscoped(principal),
          id: job.id,
          repository_id: job.repositoryId,
          project_id: job.projectId,
          remote_url: job.remoteUrl,
          local_path: job.localPath,
          base_branch: job.baseBranch,
          branch: job.branch,
          continued_job_id: continues?.jobId ?? null,
          continued_turn: continues?.turn ?? null,
          is_undo: continues?.isUndo ?? false,
          checkpoint_store: continued?.checkpointStore ?? job.id,
        })
        .execute();
      if (continues && continues.turn !== null) await copyCheckpoints(job.id, continues.jobId, continues.turn);
      return get(principal, job.id);
    },

    get,

    async list(principal, { repositoryId, before, limit }) {
      if (repositoryId !== undefined) requireId(repositoryId, 'repository');
      if (before !== undefined) requireId(before, 'job');
      let query = ownJobs(principal)
        .leftJoin('conversation', 'conversation.id', 'run.conversation_id')
        .select([...columns, 'repository_job.changed_files', 'run.status as run_status', 'conversation.title']);
      if (repositoryId !== undefined) query = query.where('repository_job.repository_id', '=', repositoryId);
      if (before !== undefined) query = query.where('repository_job.id', '<', before);
      const rows = await query.orderBy('repository_job.id', 'desc').limit(limit).execute();
      return rows.map(({ changed_files: changedFiles, run_status: runStatus, title, ...head }) => ({
        ...toHead(head),
        title,
        runStatus,
        changedFiles,
      }));
    },

    async begin(principal, jobId, baseCommit) {
      const row = await update(principal, jobId)
        .set((eb) => ({ base_commit: eb.fn.coalesce('base_commit', eb.val(baseCommit)) }))
        .returning('base_commit')
        .executeTakeFirst();
      return found(row, 'job').base_commit ?? baseCommit;
    },

    async addCheckpoint(principal, jobId, { turn, headCommit, tree }) {
      await get(principal, jobId);
      await executor
        .insertInto('repository_checkpoint')
        .values({ job_id: jobId, turn, head_commit: headCommit, tree })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    async listCheckpoints(principal, jobId) {
      requireId(jobId, 'job');
      const rows = await ownJobs(principal)
        .leftJoin('repository_checkpoint', 'repository_checkpoint.job_id', 'repository_job.id')
        .select(['turn', 'head_commit', 'tree'])
        .where('repository_job.id', '=', jobId)
        .orderBy('turn')
        .execute();
      found(rows[0], 'job');
      return rows.flatMap(({ turn, head_commit: headCommit, tree }) =>
        turn === null || headCommit === null || tree === null ? [] : [{ turn, headCommit, tree }],
      );
    },

    async dropCheckpoints(principal, jobId) {
      const { checkpointStore } = await get(principal, jobId);
      await executor.deleteFrom('repository_checkpoint').where('job_id', '=', jobId).execute();
      const used = await executor
        .selectFrom('repository_job')
        .select('id')
        .where((eb) => eb.and({ ...ownUnscoped(principal), checkpoint_store: checkpointStore, outcome: 'open' }))
        .limit(1)
        .executeTakeFirst();
      return used === undefined;
    },

    async setClaim(principal, jobId, claim) {
      const { numUpdatedRows } = await update(principal, jobId)
        .set({ claim: JSON.stringify(claim) })
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw notFound('job');
    },

    async saveResult(principal, jobId, result) {
      const { numUpdatedRows } = await update(principal, jobId)
        .set({ result: JSON.stringify(result), changed_files: result.changedFiles ?? result.files.length })
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw notFound('job');
    },

    async saveChangeRequest(principal, jobId, request) {
      const { numUpdatedRows } = await update(principal, jobId)
        .set({ change_request: JSON.stringify(request) })
        .where('outcome', '=', 'pushed')
        .executeTakeFirst();
      if (numUpdatedRows > 0n) return;
      await get(principal, jobId);
      throw new AppError({ code: 'CONFLICT', message: 'The job has no pushed branch. Push it first.' });
    },

    saveReview: (principal, jobId, review) => decide(principal, jobId, { review: JSON.stringify(review) }),

    settle: (principal, jobId, { outcome, pushedBranch }) =>
      decide(principal, jobId, { outcome, pushed_branch: pushedBranch }),
  };
}

/** A credential for one workspace or run sees no jobs. */
function ownUnscoped(principal: Principal) {
  if (principal.scope) throw notFound('job');
  return ownedBy(principal);
}

type HeadRow = Omit<
  Selectable<RepositoryJobTable>,
  'result' | 'review' | 'change_request' | 'changed_files' | 'organization_id' | 'user_id'
> & {
  readonly conversation_id: string | null;
};

function toHead(row: HeadRow): Omit<RepositoryJob, 'result' | 'review' | 'changeRequest'> {
  return {
    id: row.id,
    conversationId: row.conversation_id ?? '',
    repositoryId: row.repository_id,
    projectId: row.project_id,
    remoteUrl: row.remote_url,
    localPath: row.local_path,
    baseBranch: row.base_branch,
    branch: row.branch,
    baseCommit: row.base_commit,
    claim: row.claim,
    outcome: row.outcome,
    pushedBranch: row.pushed_branch,
    continues:
      row.continued_job_id === null
        ? null
        : { jobId: row.continued_job_id, turn: row.continued_turn, isUndo: row.is_undo },
    checkpointStore: row.checkpoint_store ?? row.id,
    createdAt: row.created_at,
  };
}
