import type { Principal } from '@shipmate/core';
import type { RunStatus } from '../run/run.ts';

/** The states that an agent can claim about its job. */
export const jobClaimStatuses = ['in_progress', 'completed', 'failed'] as const;

/** What an agent says about its job. It is no evidence, and the status of the run does not follow it. */
export interface JobClaim {
  readonly status: (typeof jobClaimStatuses)[number];
  /** 0 to 100; null if it was not given. */
  readonly progress: number | null;
  readonly message: string | null;
}

/** A file that a job changed. */
export interface JobFileChange {
  readonly path: string;
  /** The path before a rename; null for any other change. */
  readonly oldPath: string | null;
  readonly status: 'added' | 'modified' | 'deleted' | 'renamed';
  /** Null for a binary file, as `deletions`. */
  readonly additions: number | null;
  readonly deletions: number | null;
  /** The hunks as unified diff; null for a binary file and for one that is too large to show. */
  readonly patch: string | null;
  /** Why there is no patch; results of earlier versions do not have it. */
  readonly reason?: 'binary' | 'no_lines' | 'too_large' | undefined;
}

/** The most files of a result. */
export const maxJobFiles = 2_000;

/** The commits that a job left on its branch. */
export interface JobResult {
  readonly headCommit: string;
  /** The number of commits since the base. */
  readonly commits: number;
  /** At most {@link maxJobFiles}, in the order of their paths. */
  readonly files: readonly JobFileChange[];
  /** How many files changed in all; results of earlier versions do not have it. */
  readonly changedFiles?: number | undefined;
  /** Uncommitted changes that the branch does not have, with the reason: they add secrets, or are too large to be searched for them. */
  readonly leftOut?: readonly string[] | undefined;
  /** The files to which the job added markers of a conflict; absent if none was found, if the search failed, and in results of earlier versions. */
  readonly conflicted?: ConflictedFiles | undefined;
}

/** Files that the base of a job had without markers of a conflict, among the first 2,000 changed ones. */
interface ConflictedFiles {
  readonly files: number;
  /** At most 20, in order. */
  readonly paths: readonly string[];
}

/** The accepted part of a changed file: all of it, or hunks by their places from 0. */
export interface AcceptedFile {
  readonly path: string;
  readonly hunks: 'all' | readonly number[];
}

/** The accepted part of a job's changes. Files that are not named are rejected. */
export type AcceptedChanges = 'all' | readonly AcceptedFile[];

/** The decision about a job's changes, and the commit that it made. */
export interface JobReview {
  readonly accepted: AcceptedChanges;
  /** True if one commit holds the accepted part. */
  readonly isSquashed: boolean;
  readonly commit: string;
}

/** The ways in which a request is merged: with a merge commit, as one commit, or as commits on top of the branch. */
export const mergeMethods = ['merge', 'squash', 'rebase'] as const;
export type MergeMethod = (typeof mergeMethods)[number];

/** The merge of a pull or merge request, as its host reports it. */
export interface ChangeRequestMerge {
  /** The newest commit of the request that was merged; null if the host does not name it, as below. */
  readonly head: string | null;
  /** The commit that the merge left on the branch. */
  readonly commit: string | null;
  /** The user of the host who merged it. */
  readonly by: string | null;
}

/** The pull or merge request of a job, with its state as it was read last. */
export interface JobChangeRequest {
  readonly number: number;
  readonly url: string;
  readonly state: 'open' | 'merged' | 'closed';
  /** The branch that takes the changes; undefined for the default branch, and for requests of earlier versions. */
  readonly base?: string | undefined;
  /** Undefined until it is merged, and for merges that earlier versions read. */
  readonly merge?: ChangeRequestMerge | undefined;
}

/** The files of a job before a turn of its model. */
export interface JobCheckpoint {
  /** The number of turns before it. */
  readonly turn: number;
  /** The commit of the job's branch. */
  readonly headCommit: string;
  /** The hash of all files. */
  readonly tree: string;
}

/** The job whose files and messages another one begins with. */
export interface ContinuedJob {
  readonly jobId: string;
  /** The turn before which it begins; null for the end of the job. */
  readonly turn: number | null;
  /** True for a job that asks no model: it only goes back to the turn. */
  readonly isUndo: boolean;
}

/** What became of a job's branch. */
export const jobOutcomes = ['open', 'pushed', 'discarded'] as const;

/** A job of an agent in a repository: a run with a branch of its own. */
export interface RepositoryJob {
  /** The id of its run. */
  readonly id: string;
  readonly conversationId: string;
  /** Null for a repository that is not stored. */
  readonly repositoryId: string | null;
  readonly projectId: string | null;
  /** The address to clone; null for a folder of the machine. */
  readonly remoteUrl: string | null;
  readonly localPath: string | null;
  /** The branch on which it begins; null for the default branch. */
  readonly baseBranch: string | null;
  /** The branch that it leaves. */
  readonly branch: string;
  /** Null until its work tree exists. */
  readonly baseCommit: string | null;
  readonly claim: JobClaim | null;
  /** Null until the work has ended. */
  readonly result: JobResult | null;
  /** Null until a part of the result was accepted. */
  readonly review: JobReview | null;
  readonly outcome: (typeof jobOutcomes)[number];
  /** The name under which the branch was pushed. */
  readonly pushedBranch: string | null;
  /** Null until one was opened. */
  readonly changeRequest: JobChangeRequest | null;
  /** Null for a job that begins on a branch of the repository. */
  readonly continues: ContinuedJob | null;
  /** The name of the store of its checkpoints, which jobs that continue it share. */
  readonly checkpointStore: string;
  readonly createdAt: Date;
}

/** A job to be created for a run that exists. */
export interface NewRepositoryJob
  extends Pick<
    RepositoryJob,
    'id' | 'repositoryId' | 'projectId' | 'remoteUrl' | 'localPath' | 'baseBranch' | 'branch'
  > {
  /** A job of the principal in the same repository; its checkpoints before the turn are copied. */
  readonly continues?: ContinuedJob | undefined;
}

/** A job with the state of its run, for lists. */
export interface RepositoryJobListing extends Omit<RepositoryJob, 'result' | 'review' | 'changeRequest'> {
  readonly title: string | null;
  readonly runStatus: RunStatus;
  readonly changedFiles: number | null;
}

/**
 * Store for jobs in repositories.
 *
 * **Contract.** A user sees their own jobs, as their runs; any other, and all of them to a credential for one workspace, are
 * `NOT_FOUND`.
 */
export interface RepositoryJobStore {
  /** @throws AppError `NOT_FOUND` unless the run is the principal's. */
  create(principal: Principal, job: NewRepositoryJob): Promise<RepositoryJob>;
  get(principal: Principal, jobId: string): Promise<RepositoryJob>;
  /** Lists jobs, newest first; `before` is the id of a job, and only older ones follow. */
  list(
    principal: Principal,
    query: { readonly repositoryId?: string | undefined; readonly before?: string | undefined; readonly limit: number },
  ): Promise<readonly RepositoryJobListing[]>;
  /** Stores the commit on which the job begins. The first one stays; it is returned. */
  begin(principal: Principal, jobId: string, baseCommit: string): Promise<string>;
  /** Stores a checkpoint; a turn that has one keeps it. */
  addCheckpoint(principal: Principal, jobId: string, checkpoint: JobCheckpoint): Promise<void>;
  /** Lists the checkpoints of a job by turn. */
  listCheckpoints(principal: Principal, jobId: string): Promise<readonly JobCheckpoint[]>;
  /** Deletes the checkpoints of a settled job. Returns true once no open job uses their store. */
  dropCheckpoints(principal: Principal, jobId: string): Promise<boolean>;
  setClaim(principal: Principal, jobId: string, claim: JobClaim): Promise<void>;
  saveResult(principal: Principal, jobId: string, result: JobResult): Promise<void>;
  /** Stores the accepted part of a result; it may be stored again. @throws AppError `CONFLICT` unless the job has a result and is open. */
  saveReview(principal: Principal, jobId: string, review: JobReview): Promise<void>;
  /** Stores the pull or merge request of a job. @throws AppError `CONFLICT` unless the job is pushed */
  saveChangeRequest(principal: Principal, jobId: string, request: JobChangeRequest): Promise<void>;
  /** Ends the review of a job. @throws AppError `CONFLICT` unless it has a result and is open. */
  settle(
    principal: Principal,
    jobId: string,
    outcome: { readonly outcome: 'pushed' | 'discarded'; readonly pushedBranch: string | null },
  ): Promise<void>;
}
