import { AppError, type Principal } from '@shipmate/core';
import type { Stores, UnitOfWork } from '@shipmate/domain';
import {
  type AcceptedChanges,
  type JobReview,
  missingResult,
  planReview,
  type RepositoryJob,
} from '@shipmate/domain/repository';
import { discardRepositoryJob } from '@shipmate/domain/use-cases';
import { removeFolder } from '@shipmate/runtime/process';
import type { GitReviewPort, PushedCommit } from '@shipmate/tools/git';
import { findAnsweredJob } from './propose-job.ts';
import { deleteJobFolders, toCheckpointFolder, toJobCopy } from './repository-folders.ts';
import { openRepositoryAccess, requireOwnBranch } from './repository-ports.ts';

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
    toJobCopy(root, principal.organizationId, job),
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
  const accepted: JobReview = job.review ?? { accepted: 'all', isSquashed: false, commit: result.headCommit };
  const { commit } = accepted;
  const { repositoryId } = job;
  if (repositoryId !== null) requireOwnBranch(await stores.repositories.get(principal, repositoryId), branch);
  const token = repositoryId === null ? undefined : await stores.repositories.openToken(principal, repositoryId);
  const access = { ...(await openRepositoryAccess(job)), token };
  const pushed = await review.pushCommit(
    toJobCopy(root, principal.organizationId, job),
    { access, commit, branch },
    signal,
  );
  await unitOfWork.transaction(async ({ repositoryJobs, audit }) => {
    // Another review can have been stored since, whose changes are not on the branch.
    await repositoryJobs.saveReview(principal, jobId, accepted);
    await repositoryJobs.settle(principal, jobId, { outcome: 'pushed', pushedBranch: branch });
    await audit.append(principal, { kind: 'repository_job_pushed', subjectId: jobId, details: { branch, commit } });
  });
  const isLast = await unitOfWork.transaction(({ repositoryJobs }) => repositoryJobs.dropCheckpoints(principal, jobId));
  // The copy stays, so that the files of the job can be read.
  if (isLast) await removeFolder(toCheckpointFolder(root, principal.organizationId, job));
  return pushed;
}

/**
 * Discards a job: its branch is deleted from the copy of the repository, and the copy once no other job continues there. A crash in between leaves
 * them until the conversation is deleted; nothing shows them.
 *
 * @throws AppError `NOT_FOUND`, `CONFLICT` unless the job has a result and is open.
 */
export async function discardJob(
  { unitOfWork, review, root }: { readonly unitOfWork: UnitOfWork } & Partial<JobReviewResources>,
  principal: Principal,
  { jobId, signal }: Pick<JobPush, 'jobId' | 'signal'>,
): Promise<void> {
  const { job, isLast } = await unitOfWork.transaction(async (stores) => {
    await discardRepositoryJob(stores, principal, jobId);
    const isUnused = await stores.repositoryJobs.dropCheckpoints(principal, jobId);
    return { job: await stores.repositoryJobs.get(principal, jobId), isLast: isUnused };
  });
  if (root === undefined) return;
  if (isLast) return deleteJobFolders(root, principal.organizationId, job);
  if (review === undefined || job.result === null) return;
  const branch = { branch: job.branch, head: job.result.headCommit };
  await review.dropBranch(toJobCopy(root, principal.organizationId, job), branch, signal).catch((thrown: unknown) => {
    // The copy is not on this machine.
    if (!AppError.isInstance(thrown) || thrown.code !== 'CONFLICT') throw thrown;
  });
}

async function openJob({ repositoryJobs, runs }: Stores, principal: Principal, jobId: string) {
  const job = await repositoryJobs.get(principal, jobId);
  const { result, baseCommit: base, outcome } = job;
  if (result === null || base === null) throw missingResult((await runs.get(principal, jobId)).status);
  if (outcome !== 'open') throw new AppError({ code: 'CONFLICT', message: `The job was ${outcome} already.` });
  if (result.commits === 0) throw new AppError({ code: 'CONFLICT', message: 'The job changed nothing.' });
  return { job, result, base };
}

const maxSubjectLength = 72;

async function toMessage({ conversations }: Stores, principal: Principal, job: RepositoryJob): Promise<string> {
  const { title } = await conversations.get(principal, job.conversationId);
  return (title ?? job.branch).replaceAll(/\s+/gu, ' ').slice(0, maxSubjectLength);
}
