import { rm } from 'node:fs/promises';
import { AppError, type Principal } from '@shipmate/core';
import type { Stores, UnitOfWork } from '@shipmate/domain';
import { type AcceptedChanges, type JobReview, planReview, type RepositoryJob } from '@shipmate/domain/repository';
import { discardRepositoryJob } from '@shipmate/domain/use-cases';
import type { GitReviewPort, PushedCommit } from '@shipmate/tools/git';
import { findAnsweredJob } from './propose-job.ts';
import { openRepositoryAccess, toCacheFolder, toCheckpointFolder } from './repository-ports.ts';

/** Resources for the review of jobs. */
interface JobReviewResources {
  readonly unitOfWork: UnitOfWork;
  readonly review: GitReviewPort;
  /** The absolute path of the folder for clones, which this process shares with the workers. */
  readonly root: string;
}

/** The accepted part of a job. */
interface JobDecision {
  readonly jobId: string;
  readonly accepted: AcceptedChanges;
  /** True makes one commit; the commits of the agent are kept otherwise, if everything is accepted. */
  readonly squash: boolean;
  /** The message of the one commit. Default: the title of the conversation, or the branch. */
  readonly message?: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * Sets the branch of a job to its accepted part. It can be repeated until the job is pushed or discarded.
 *
 * @throws AppError `NOT_FOUND`, `CONFLICT` unless the job has a result, is open and its commits are on this machine, `VALIDATION_ERROR` for a part
 * that does not exist or cannot be accepted alone.
 */
export async function reviewJob(
  { unitOfWork, review, root }: JobReviewResources,
  principal: Principal,
  { jobId, message, signal, ...decision }: JobDecision,
): Promise<JobReview> {
  const { stores } = unitOfWork;
  const { job, result, base } = await openJob(stores, principal, jobId);
  const { accepted, isSquashed } = planReview(result, decision);
  const patches = new Map(result.files.map(({ path, patch }) => [path, patch]));
  const author = await stores.users.findUser(principal.userId);
  if (!author) throw new AppError({ code: 'UNAUTHORIZED', message: 'Sign in again.' });
  const { commit } = await review.commitReview(
    toReviewPlace(root, principal, job),
    {
      base,
      head: result.headCommit,
      accepted:
        accepted === 'all' ? accepted : accepted.map((file) => ({ ...file, patch: patches.get(file.path) ?? null })),
      isSquashed,
      branch: job.branch,
      message: message ?? (await toMessage(stores, principal, job)),
      author,
    },
    signal,
  );
  const made = { accepted, isSquashed, commit };
  await stores.repositoryJobs.saveReview(principal, jobId, made);
  return made;
}

/** The push of a job. */
interface JobPush {
  readonly jobId: string;
  /** Default: the branch of the request whose comments the job answers, or the branch of the job. */
  readonly branch?: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * Pushes the accepted part of a job, all of it without a review, with the token of its repository. A request that is repeated after a
 * crash finds the pushed branch.
 *
 * @throws AppError `NOT_FOUND`, `CONFLICT` unless the job has a result, is open and its commits are on this machine, and as
 * `pushCommit` does.
 */
export async function pushJob(
  { unitOfWork, review, root }: JobReviewResources,
  principal: Principal,
  { jobId, branch: asked, signal }: JobPush,
): Promise<PushedCommit> {
  const { stores } = unitOfWork;
  const { job, result } = await openJob(stores, principal, jobId);
  const branch = asked ?? (await findAnsweredJob(stores, principal, job))?.pushedBranch ?? job.branch;
  const commit = job.review?.commit ?? result.headCommit;
  const { repositoryId } = job;
  const token = repositoryId === null ? undefined : await stores.repositories.openToken(principal, repositoryId);
  const access = { ...(await openRepositoryAccess(job)), token };
  const pushed = await review.pushCommit(toReviewPlace(root, principal, job), { access, commit, branch }, signal);
  await unitOfWork.transaction(async ({ repositoryJobs, audit }) => {
    await repositoryJobs.settle(principal, jobId, { outcome: 'pushed', pushedBranch: branch });
    await audit.append(principal, { kind: 'repository_job_pushed', subjectId: jobId, details: { branch, commit } });
  });
  await dropCheckpoints({ unitOfWork, root }, principal, job);
  return pushed;
}

/**
 * Discards a job: its branch is deleted from the clone of this machine. A crash in between leaves the branch, which nothing shows.
 *
 * @throws AppError `NOT_FOUND`, `CONFLICT` unless the job has a result and is open.
 */
export async function discardJob(
  { unitOfWork, review, root }: { readonly unitOfWork: UnitOfWork } & Partial<JobReviewResources>,
  principal: Principal,
  { jobId, signal }: Pick<JobPush, 'jobId' | 'signal'>,
): Promise<void> {
  const job = await unitOfWork.transaction(async (stores) => {
    await discardRepositoryJob(stores, principal, jobId);
    return stores.repositoryJobs.get(principal, jobId);
  });
  if (root !== undefined) await dropCheckpoints({ unitOfWork, root }, principal, job);
  if (review === undefined || root === undefined || job.result === null) return;
  const branch = { branch: job.branch, head: job.result.headCommit };
  await review.dropBranch(toReviewPlace(root, principal, job), branch, signal).catch((thrown: unknown) => {
    // The clone is not on this machine.
    if (!AppError.isInstance(thrown) || thrown.code !== 'CONFLICT') throw thrown;
  });
}

/** Removes the checkpoints of a settled job, and their content once no open job can go back to them. */
async function dropCheckpoints(
  { unitOfWork, root }: Pick<JobReviewResources, 'unitOfWork' | 'root'>,
  principal: Principal,
  job: RepositoryJob,
): Promise<void> {
  const isUnused = await unitOfWork.transaction(({ repositoryJobs }) =>
    repositoryJobs.dropCheckpoints(principal, job.id),
  );
  if (isUnused) await rm(toCheckpointFolder(root, principal.organizationId, job), { recursive: true, force: true });
}

async function openJob({ repositoryJobs }: Stores, principal: Principal, jobId: string) {
  const job = await repositoryJobs.get(principal, jobId);
  const { result, baseCommit: base, outcome } = job;
  if (result === null || base === null) {
    throw new AppError({ code: 'CONFLICT', message: 'The job has no result yet. Wait until it has ended.' });
  }
  if (outcome !== 'open') throw new AppError({ code: 'CONFLICT', message: `The job was ${outcome} already.` });
  if (result.commits === 0) throw new AppError({ code: 'CONFLICT', message: 'The job changed nothing.' });
  return { job, result, base };
}

function toReviewPlace(root: string, { organizationId }: Principal, job: RepositoryJob) {
  return { organizationId, cache: toCacheFolder(root, organizationId, job) };
}

const maxSubjectLength = 72;

async function toMessage({ conversations }: Stores, principal: Principal, job: RepositoryJob): Promise<string> {
  const { title } = await conversations.get(principal, job.conversationId);
  return (title ?? job.branch).replaceAll(/\s+/gu, ' ').slice(0, maxSubjectLength);
}
