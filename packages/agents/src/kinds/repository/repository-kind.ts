import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AppError, type Principal, toAppError } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import type { RepositoryJob } from '@shipmate/domain/repository';
import type { Run } from '@shipmate/domain/run';
import { removeFolder } from '@shipmate/runtime/process';
import { isDamagedCopy } from '@shipmate/tools/git';
import type { RunKind, RunTask, RunWork } from '../../run/execute/run-kind.ts';
import { retryDatabase } from '../../run/log/retry-database.ts';
import type { RunRecorder } from '../../run/log/run-recorder.ts';
import { toRunPrincipal } from '../../run/settle/run-principal.ts';
import type { ToolPlace } from '../answer/answer.ts';
import type { createAnswerKind } from '../answer/answer-kind.ts';
import { createJobCheckpoints } from './job-checkpoints.ts';
import { readJobResult } from './job-result.ts';
import {
  deleteJobFolders,
  deleteUnfinishedCopies,
  toCacheFolder,
  toCheckpointPlace,
  toJobCopy,
  toTreeFolder,
} from './repository-folders.ts';
import { openRepositoryAccess, type RepositoryPorts } from './repository-ports.ts';

/** Resources for {@link createRepositoryKind}. */
interface RepositoryKindOptions {
  readonly unitOfWork: UnitOfWork;
  readonly ports: RepositoryPorts;
  /** Answers with the tools of checkouts. */
  readonly answer: ReturnType<typeof createAnswerKind>;
}

/**
 * Creates the kind of run in which an agent works in a repository: an answer whose tools work in a work tree of its own. The branch and
 * the diff remain, the work tree does not.
 */
export function createRepositoryKind(options: RepositoryKindOptions): RunKind {
  return { name: 'repository_job', open: (work) => openJob(options, work) };
}

function openJob({ unitOfWork, ports, answer }: RepositoryKindOptions, work: RunWork): RunTask {
  const { run, outageLimits } = work;
  const { stores } = unitOfWork;
  const principal = toRunPrincipal(run);
  const folder = toTreeFolder(ports.root, run);
  let job: RepositoryJob | undefined;
  const place = () => toPlace(requireJob(job), folder);
  const checkpoints = createJobCheckpoints({
    workTrees: ports.workTrees,
    principal,
    work,
    place: () => toCheckpointPlace(ports.root, { ...requireJob(job), organizationId: run.organizationId }),
  });
  const task = answer.within({ place, checkpoints }).open(work);
  // A stopped run keeps what its agent has done, so its end is not bound to the stop.
  const ending = AbortSignal.any([work.aborting, outageLimits.signal]);

  /** Stores the result once, then removes the work tree: a takeover in between finds the result. */
  async function finish(recorder: RunRecorder): Promise<void> {
    const open = requireJob(job);
    const copy = toJobCopy(ports.root, run.organizationId, open);
    // Fails if the repository was removed meanwhile, so that `unlessRemoved` ends the job.
    await retryDatabase(outageLimits, () => stores.repositoryJobs.get(principal, run.id));
    if (existsSync(join(folder, '.git')) && open.baseCommit !== null && open.result === null) {
      const author = await readAuthor(unitOfWork, principal, outageLimits);
      const tree = { organizationId: run.organizationId, folder };
      const message = 'Keep uncommitted changes of the job\n';
      const leftOut = await ports.workTrees.commitAll({ ...tree, message, author }, ending).catch((thrown: unknown) => {
        throw ending.aborted ? thrown : toKeptChanges(run, thrown);
      });
      const opened = { ...tree, workTrees: ports.workTrees, signal: ending };
      const result = await readJobResult(opened, { baseCommit: open.baseCommit, leftOut });
      await recorder.store((inside) => inside.repositoryJobs.saveResult(principal, run.id, result));
    }
    await ports.workTrees.removeWorkTree({ ...copy, folder }, ending);
  }

  /** A repository is removed with its jobs. */
  async function isRemoved(): Promise<boolean> {
    try {
      await retryDatabase(outageLimits, () => stores.repositoryJobs.get(principal, run.id));
      return false;
    } catch (thrown) {
      if (AppError.isInstance(thrown) && thrown.code === 'NOT_FOUND') return true;
      throw thrown;
    }
  }

  /** Does a part of the job, also of one that was taken over. Once its repository is removed, the job ends with that reason and leaves nothing. */
  async function unlessRemoved<Result>(part: () => Promise<Result>): Promise<Result> {
    try {
      return await part();
    } catch (thrown) {
      const isKept =
        outageLimits.signal.aborted || toAppError(thrown).code === 'DATABASE_ERROR' || !(await isRemoved());
      if (isKept) throw thrown;
      await removeFolder(folder);
      if (job !== undefined) await deleteJobFolders(ports.root, run.organizationId, job);
      const message = 'The repository was removed during the job, and the changes of the job with it.';
      throw new AppError({ code: 'CONFLICT', message, cause: thrown });
    }
  }

  return {
    get hasUnknownSteps() {
      // The work tree of a stopped job is still to be settled.
      return task.hasUnknownSteps === true || existsSync(folder);
    },

    restore: (recorder) =>
      unlessRemoved(async () => {
        job = await retryDatabase(outageLimits, () => stores.repositoryJobs.get(principal, run.id));
        const ended = await task.restore(recorder);
        if (ended !== undefined) await finish(recorder);
        return ended;
      }),

    execute: (recorder) =>
      unlessRemoved(async () => {
        const cancel = async () => {
          await finish(recorder);
          return task.end({ status: 'cancelled', stopReason: 'aborted' });
        };
        if (run.stopRequestedAt !== null) return cancel();
        try {
          const baseCommit = await openWorkTree({ unitOfWork, ports, work, principal, folder }, requireJob(job));
          job = { ...requireJob(job), baseCommit };
        } catch (thrown) {
          if (work.stopping.aborted) return await cancel();
          throw thrown;
        }
        if (job.continues?.isUndo === true) {
          await finish(recorder);
          return task.end({ status: 'completed', stopReason: 'final' });
        }
        const conclusion = await task.execute(recorder);
        if (typeof conclusion !== 'string' && 'outcome' in conclusion) await finish(recorder);
        return conclusion;
      }),

    settle: (recorder) => unlessRemoved(() => finish(recorder)),
    end: (outcome) => task.end(outcome),
  };
}

interface WorkTreeOptions {
  readonly unitOfWork: UnitOfWork;
  readonly ports: RepositoryPorts;
  readonly work: RunWork;
  readonly principal: Principal;
  readonly folder: string;
}

/** Opens the work tree of a job, or continues in the one that an earlier executor left. Returns the commit on which the job began. */
async function openWorkTree(options: WorkTreeOptions, job: RepositoryJob): Promise<string> {
  const { unitOfWork, ports, work, principal, folder } = options;
  const { organizationId } = principal;
  const { stores } = unitOfWork;
  const copy = toJobCopy(ports.root, organizationId, job);
  const isThere = existsSync(join(folder, '.git'));
  if (!isThere && job.baseCommit !== null) {
    throw new AppError({
      code: 'CONFLICT',
      message:
        'The work tree of this job is not on this machine: its worker has stopped, or the folder was deleted. Start a new job. ' +
        'Workers that share REPOSITORY_FOLDER take over the jobs of each other.',
    });
  }
  const base = isThere || job.continues !== null ? job.baseBranch : await fetchBase(options, job, { isDamaged: false });
  const begin = job.baseCommit === null ? await readBegin(options, job) : undefined;
  const tree = { ...copy, folder, branch: job.branch, base: base ?? job.branch, commit: begin?.commit };
  const { commit } = await ports.workTrees.addWorkTree(tree, work.signal).catch(async (thrown: unknown) => {
    // Only a copy of the remote can be fetched again: nothing else is in one whose job has not begun.
    if (!isDamagedCopy(thrown) || isThere || job.continues !== null) throw thrown;
    await removeFolder(folder);
    await fetchBase(options, job, { isDamaged: true });
    return ports.workTrees.addWorkTree(tree, work.signal);
  });
  if (begin?.tree !== undefined) {
    const place = toCheckpointPlace(ports.root, { ...job, organizationId });
    await ports.workTrees.restoreCheckpoint(place, begin.tree, work.signal);
  }
  const baseCommit = begin?.baseCommit ?? commit;
  return retryDatabase(work.outageLimits, () => stores.repositoryJobs.begin(principal, job.id, baseCommit));
}

/** Fetches the repository, copies it for the job, and returns the branch on which the job begins. */
async function fetchBase(
  { unitOfWork, ports, work, principal }: WorkTreeOptions,
  job: RepositoryJob,
  { isDamaged }: { readonly isDamaged: boolean },
): Promise<string> {
  const { organizationId } = principal;
  const { repositories } = unitOfWork.stores;
  const { repositoryId } = job;
  const token =
    repositoryId === null
      ? undefined
      : await retryDatabase(work.outageLimits, () => repositories.openToken(principal, repositoryId));
  const cache = toCacheFolder(ports.root, organizationId, job);
  const access = { ...(await openRepositoryAccess(job)), ...(token !== undefined && { token }) };
  const update = { organizationId, cache, isDamaged, ...access };
  const head = await ports.workTrees.updateCache(update, work.signal);
  const base = job.baseBranch ?? head?.branch;
  if (base === undefined) {
    throw new AppError({
      code: 'CONFLICT',
      message:
        'The repository is empty, or its HEAD names no branch with a commit. Push a first commit, or name the branch on which the job begins.',
    });
  }
  const place = toJobCopy(ports.root, organizationId, job);
  const { cache: copy } = place;
  await deleteUnfinishedCopies({ organizationId, cache });
  // An executor that has died may have made one of an earlier state.
  await removeFolder(copy);
  await deleteUnfinishedCopies(place);
  await ports.workTrees.copyCache({ organizationId, cache, copy }, work.signal);
  return base;
}

/** The files with which a job begins that continues another one. */
interface JobBegin {
  readonly baseCommit: string;
  readonly commit: string;
  /** Undefined for the files of the commit. */
  readonly tree: string | undefined;
}

async function readBegin(
  { unitOfWork, work, principal }: WorkTreeOptions,
  { id, continues }: RepositoryJob,
): Promise<JobBegin | undefined> {
  if (continues === null) return undefined;
  const { repositoryJobs } = unitOfWork.stores;
  const earlier = await retryDatabase(work.outageLimits, () => repositoryJobs.get(principal, continues.jobId));
  const checkpoints = await retryDatabase(work.outageLimits, () => repositoryJobs.listCheckpoints(principal, id));
  const checkpoint = checkpoints.find(({ turn }) => turn === continues.turn);
  const commit = checkpoint?.headCommit ?? earlier.review?.commit ?? earlier.result?.headCommit;
  if (commit !== undefined && earlier.baseCommit !== null) {
    return { baseCommit: earlier.baseCommit, commit, tree: checkpoint?.tree };
  }
  throw new AppError({ code: 'CONFLICT', message: 'The earlier job left nothing to continue. Start a new job.' });
}

function toPlace({ remoteUrl, localPath, branch, projectId }: RepositoryJob, folder: string): ToolPlace {
  return {
    workspaceDir: folder,
    repositoryUrl: remoteUrl ?? localPath ?? '',
    branch,
    ...(projectId !== null && { projectId }),
  };
}

async function readAuthor(
  { stores }: UnitOfWork,
  { userId }: Principal,
  outageLimits: RunWork['outageLimits'],
): Promise<{ readonly name: string; readonly email: string }> {
  const user = await retryDatabase(outageLimits, () => stores.users.findUser(userId));
  return user ?? { name: 'Shipmate', email: 'shipmate@localhost' };
}

/** Names the place of changes that could not be committed: the work tree stays. */
function toKeptChanges({ id, organizationId }: Run, thrown: unknown): AppError {
  const { code, message, details, recoverable } = toAppError(thrown);
  const place = `The changes of the job stay in the folder "${organizationId}/jobs/${id}" of REPOSITORY_FOLDER.`;
  return new AppError({
    code,
    message: `${message} ${place}`,
    recoverable,
    ...(details !== undefined && { details }),
    cause: thrown,
  });
}

function requireJob(job: RepositoryJob | undefined): RepositoryJob {
  if (job !== undefined) return job;
  throw new AppError({ code: 'INTERNAL_ERROR', message: 'Nothing was restored.' });
}
