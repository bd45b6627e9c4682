import { AppError, type Principal } from '@shipmate/core';
import {
  findMergeProblem,
  type JobChangeRequest,
  type MergeMethod,
  type RepositoryJob,
} from '@shipmate/domain/repository';
import { openPushed, type ProposalResources, requireProposal, toProposal } from './propose-job.ts';

/** The request of a job as its host shows it, and the ways in which it can be merged. */
export interface JobMergeOptions {
  readonly number: number;
  readonly url: string;
  readonly state: JobChangeRequest['state'];
  /** The branch that takes the changes. */
  readonly base: string;
  /** The newest commit of the request; null if the host does not name it. */
  readonly head: string | null;
  /** The reviewed commit, which the job pushed. Only this one is merged. */
  readonly commit: string;
  /** The default first. */
  readonly methods: readonly MergeMethod[];
  /** Why it cannot be merged, and what to do; null if it can be. */
  readonly problem: string | null;
}

/** Reads how the request of a job can be merged. @throws AppError as `refreshProposal` */
export async function readMergeOptions(
  { unitOfWork, changeRequests }: ProposalResources,
  principal: Principal,
  { jobId, signal }: Pick<JobMerge, 'jobId' | 'signal'>,
): Promise<JobMergeOptions> {
  const { job, repository } = await openPushed(unitOfWork.stores, principal, jobId);
  const known = requireProposal(job);
  const { number, url, state, base, head } = await changeRequests.read(repository, known.number, signal);
  const methods = state === 'open' ? await changeRequests.listMergeMethods(repository, signal) : [];
  const commit = reviewedCommitOf(job);
  const problem = findMergeProblem({ state, head, base, methods }, { number, head: commit, base }) ?? null;
  return { number, url, state, base, head, commit, methods, problem };
}

/** The merge of a job's request, as a person confirmed it. */
interface JobMerge {
  readonly jobId: string;
  /** The reviewed commit. */
  readonly commit: string;
  /** The branch that takes the changes. */
  readonly base: string;
  readonly method: MergeMethod;
  readonly signal: AbortSignal;
}

/**
 * Merges the pull or merge request of a job at the reviewed commit. A request that is merged already is returned with `wasMerged`.
 *
 * @throws AppError `NOT_FOUND`, `CONFLICT` unless the job has a request at this commit into this branch, and as `merge` of the change requests.
 */
export async function mergeJob(
  { unitOfWork, changeRequests }: ProposalResources,
  principal: Principal,
  { jobId, commit, base, method, signal }: JobMerge,
): Promise<JobChangeRequest & { readonly wasMerged: boolean }> {
  const { stores } = unitOfWork;
  const { job, repository } = await openPushed(stores, principal, jobId);
  const { number, url, base: into } = requireProposal(job);
  const reviewed = reviewedCommitOf(job);
  if (commit !== reviewed) {
    throw new AppError({
      code: 'CONFLICT',
      message: `"commit" is ${commit}, and the job pushed ${reviewed}. Only the reviewed commit is merged: send that one.`,
    });
  }
  const details = { url, commit, base, method };
  // A merge is not transactional: the request is recorded before it, the outcome after it.
  await stores.audit.append(principal, { kind: 'repository_job_merge_asked', subjectId: jobId, details });
  const order = { number, head: commit, base, method };
  const { wasMerged, ...request } = await changeRequests.merge(repository, order, signal);
  const merged = toProposal(request);
  await unitOfWork.transaction(async ({ repositoryJobs, audit }) => {
    await repositoryJobs.saveChangeRequest(principal, jobId, { ...merged, base: into });
    if (wasMerged) return;
    const outcome = { ...details, mergeCommit: request.merge?.commit ?? null };
    await audit.append(principal, { kind: 'repository_job_merged', subjectId: jobId, details: outcome });
  });
  return { ...merged, wasMerged };
}

function reviewedCommitOf({ review, result }: RepositoryJob): string {
  const commit = review?.commit ?? result?.headCommit;
  if (commit !== undefined) return commit;
  throw new AppError({ code: 'CONFLICT', message: 'The job has no result yet. Wait until it has ended.' });
}
