import { repositoryArchiveLimits, uploadLeftReasons } from '@shipmate/domain/archive';
import { jobClaimStatuses, jobOutcomes, mergeMethods } from '@shipmate/domain/repository';
import { runStatuses } from '@shipmate/domain/run';
import { z } from 'zod';
import { pageQuerySchema } from './page.ts';

const nameSchema = z.string().trim().min(1).max(100);
const branchSchema = z.string().trim().min(1).max(200);
const tokenSchema = z.string().trim().min(1).max(4_000);

/** A git repository of the organization. Its token is never returned. */
export const repositorySchema = z.object({
  id: z.string(),
  name: z.string(),
  projectId: z.string().nullable(),
  /** Null for a folder of the machine, and as `localPath` for uploaded archives. */
  remoteUrl: z.string().nullable(),
  localPath: z.string().nullable(),
  /** Null for the branch that the remote names. */
  defaultBranch: z.string().nullable(),
  hasToken: z.boolean(),
  createdAt: z.string(),
});
export type RepositoryView = z.infer<typeof repositorySchema>;

/** `GET /api/repositories`: the repositories of the organization by name, and the caller's projects. */
export const repositoryListResponseSchema = z.object({
  repositories: z.array(repositorySchema),
  projects: z.array(z.object({ id: z.string(), name: z.string() })),
  /** False if the operator did not set REPOSITORY_FOLDER; jobs and files are UNAVAILABLE then. */
  isEnabled: z.boolean(),
  /** True if the caller may add, change and remove repositories. */
  isOwner: z.boolean(),
});
export type RepositoryListResponse = z.infer<typeof repositoryListResponseSchema>;

/**
 * `POST /api/repositories`, for owners: adds a repository with either an address or a folder of the machine under REPOSITORY_ROOTS.
 * CONFLICT if the name is taken.
 */
export const addRepositoryRequestSchema = z.strictObject({
  name: nameSchema,
  remoteUrl: z.string().trim().min(1).max(2_000).nullable().default(null),
  localPath: z.string().min(1).max(4_000).nullable().default(null),
  defaultBranch: branchSchema.nullable().default(null),
  projectId: z.string().nullable().default(null),
  token: tokenSchema.optional(),
});
export type AddRepositoryRequest = z.input<typeof addRepositoryRequestSchema>;

/** Maximum size of the uploaded archive of a repository, in bytes. */
export const maxRepositoryArchiveBytes = repositoryArchiveLimits.maxCompressedBytes;

/**
 * `POST /api/repositories/archive`, for owners, whose body is an unmodified `.tgz`, `.tar` or `.zip`: adds a repository with its files and
 * begins to index them. `POST /api/repositories/{id}/archive` replaces the files by those of another archive, as a new commit. The error for a
 * refused archive has the cause in `details.reason`, and nothing of the archive is kept.
 */
export const uploadRepositoryQuerySchema = z.strictObject({ name: nameSchema, projectId: z.string().optional() });
export const uploadedRepositorySchema = z.object({
  repository: repositorySchema,
  /** The commit of the files. Equal files are no new commit. */
  commit: z.string(),
  /** Files of the archive that the repository does not have. */
  left: z
    .array(
      z.object({
        reason: z.enum(uploadLeftReasons),
        count: z.number(),
        /** At most five paths. */
        examples: z.array(z.string()).readonly(),
      }),
    )
    .readonly(),
});
export type UploadedRepositoryView = z.infer<typeof uploadedRepositorySchema>;

/** `PATCH /api/repositories/{id}`, for owners: changes the given settings. A null token is removed. */
export const changeRepositoryRequestSchema = z.strictObject({
  name: nameSchema.optional(),
  defaultBranch: branchSchema.nullable().optional(),
  projectId: z.string().nullable().optional(),
  token: tokenSchema.nullable().optional(),
});
export type ChangeRepositoryRequest = z.input<typeof changeRepositoryRequestSchema>;

/** `POST /api/repositories/{id}/jobs`: starts a job of an agent on a branch. */
export const startJobRequestSchema = z.strictObject({
  prompt: z.string().trim().min(1).max(20_000),
  /** Default: the repository's branch. */
  branch: branchSchema.optional(),
  /** `provider:model`. Default: the default model. */
  model: z.string().trim().min(1).max(200).optional(),
});
export type StartJobRequest = z.input<typeof startJobRequestSchema>;

/** The run of the job, which has the job's id, and its conversation. */
export const startJobResponseSchema = z.object({ jobId: z.string(), conversationId: z.string() });
export type StartJobResponse = z.infer<typeof startJobResponseSchema>;

const jobHeadSchema = z.object({
  /** The id of its run. */
  id: z.string(),
  conversationId: z.string(),
  repositoryId: z.string().nullable(),
  title: z.string().nullable(),
  status: z.enum(runStatuses),
  /** The branch on which it began; null for the default branch. */
  baseBranch: z.string().nullable(),
  branch: z.string(),
  /** What the agent says about its job; the status does not follow it. */
  claim: z
    .object({ status: z.enum(jobClaimStatuses), progress: z.number().nullable(), message: z.string().nullable() })
    .nullable(),
  outcome: z.enum(jobOutcomes),
  pushedBranch: z.string().nullable(),
  /** Null until the work has ended. */
  changedFiles: z.number().nullable(),
  createdAt: z.string(),
});
export type RepositoryJobHead = z.infer<typeof jobHeadSchema>;

/** `GET /api/repositories/{id}/jobs`: the caller's jobs, newest first, in pages. */
export const jobListQuerySchema = pageQuerySchema;
export const jobListResponseSchema = z.object({ jobs: z.array(jobHeadSchema), next: z.string().nullable() });
export type JobListResponse = z.infer<typeof jobListResponseSchema>;

const jobFileSchema = z.object({
  path: z.string(),
  oldPath: z.string().nullable(),
  status: z.enum(['added', 'modified', 'deleted', 'renamed']),
  additions: z.number().nullable(),
  deletions: z.number().nullable(),
  /** The hunks as unified diff; null for a binary file and for one that is too large to show. */
  patch: z.string().nullable(),
  /** Why there is no patch: the file is binary, has no changed lines, or is too large or one of too many. Absent in results of earlier versions. */
  reason: z.enum(['binary', 'no_lines', 'too_large']).optional(),
});
export type JobFileView = z.infer<typeof jobFileSchema>;

const acceptedFileSchema = z.object({
  path: z.string().max(4_000),
  /** `all`, or the places of hunks in the file's patch, from 0. */
  hunks: z.union([z.literal('all'), z.array(z.number().int().min(0)).max(10_000).readonly()]),
});
const toAcceptedSchema = <File extends z.ZodType>(file: File) =>
  z.union([z.literal('all'), z.array(file).max(2_000).readonly()]);

/**
 * `POST /api/repository-jobs/{id}/review`: sets the branch of the job to the accepted part. Files that are not named are rejected. Commits
 * are kept only if everything is accepted and `squash` is false.
 */
export const reviewJobRequestSchema = z.strictObject({
  accepted: toAcceptedSchema(acceptedFileSchema.strict()),
  squash: z.boolean().default(true),
  /** The message of the one commit. Default: the title of the conversation. */
  message: z.string().trim().min(1).max(5_000).optional(),
});
export type ReviewJobRequest = z.input<typeof reviewJobRequestSchema>;

/** The decision about a job's changes and the commit that it made. */
export const jobReviewSchema = z.object({
  accepted: toAcceptedSchema(acceptedFileSchema),
  isSquashed: z.boolean(),
  commit: z.string(),
});
export type JobReviewView = z.infer<typeof jobReviewSchema>;

/**
 * `POST /api/repository-jobs/{id}/push`: pushes the accepted part with the repository's token, never by force. CONFLICT for the default branch,
 * and for a branch that has other commits.
 */
export const pushJobRequestSchema = z.strictObject({
  /** Default: the branch of the request whose comments the job answers, or the branch of the job. */
  branch: branchSchema.optional(),
});
export type PushJobRequest = z.input<typeof pushJobRequestSchema>;
export const pushJobResponseSchema = z.object({
  branch: z.string(),
  commit: z.string(),
  /** True if the remote did not have the branch. */
  created: z.boolean(),
  /** The page that shows the branch and opens a pull request; null for an unknown host. */
  compareUrl: z.string().nullable(),
});
export type PushJobResponse = z.infer<typeof pushJobResponseSchema>;

/**
 * `POST /api/repository-jobs/{id}/change-request`: opens a pull or merge request for the pushed branch, or returns the open one.
 * `…/change-request/refresh` reads its state.
 */
export const changeRequestRequestSchema = z.strictObject({
  title: z.string().trim().min(1).max(250).optional(),
  body: z.string().max(20_000).optional(),
  /** Default: the one of the request whose comments the job answers, the branch on which the job began, or the default branch. */
  base: branchSchema.optional(),
});
export const changeRequestSchema = z.object({
  number: z.number(),
  url: z.string(),
  state: z.enum(['open', 'merged', 'closed']),
  /** Its merge, as the host reports it; absent until it is merged. */
  merge: z
    .object({
      /** The newest commit of the request that was merged. */
      head: z.string().nullable(),
      /** The commit that the merge left on the branch. */
      commit: z.string().nullable(),
      /** The user of the host who merged it. */
      by: z.string().nullable(),
    })
    .optional(),
});
export type ChangeRequestView = z.infer<typeof changeRequestSchema>;

/** `GET /api/repository-jobs/{id}/change-request/merge`: the request as its host shows it now, and how it can be merged. */
export const mergeOptionsSchema = changeRequestSchema.omit({ merge: true }).extend({
  /** The branch that takes the changes. */
  base: z.string(),
  /** The newest commit of the request. It is merged only while this is the reviewed one. */
  head: z.string().nullable(),
  /** The reviewed commit, which the job pushed. */
  commit: z.string(),
  /** The methods that the host allows: a merge commit, one squashed commit, or the commits on top of the branch. None unless it is open. */
  methods: z.array(z.enum(mergeMethods)).readonly(),
  /** Why it cannot be merged, and what to do; null if it can be. */
  problem: z.string().nullable(),
});
export type MergeOptionsView = z.infer<typeof mergeOptionsSchema>;

/**
 * `POST /api/repository-jobs/{id}/change-request/merge`: merges the request with the repository's token. CONFLICT unless the request is at this commit and
 * goes into this branch, and with the host's reason when it refuses. The merge of a merged request is returned again.
 */
export const mergeJobRequestSchema = z.strictObject({
  /** The reviewed commit. */
  commit: z.string().min(1).max(64),
  /** The branch that takes the changes. */
  base: branchSchema,
  method: z.enum(mergeMethods).default('merge'),
});
export type MergeJobRequest = z.input<typeof mergeJobRequestSchema>;
export const mergedRequestSchema = changeRequestSchema.extend({
  /** True if this request is not known to have made the merge. */
  wasMerged: z.boolean(),
});
export type MergedRequestView = z.infer<typeof mergedRequestSchema>;

/** `POST /api/repository-jobs/{id}/answer-comments`: begins a job that answers the unresolved comments of reviewers. Answers as a started job. */
export const answerCommentsRequestSchema = startJobRequestSchema.pick({ model: true });

/** `GET /api/repository-jobs/{id}/steps`: the turns of the job's model, for an undo. */
export const jobStepsResponseSchema = z.object({
  steps: z
    .array(
      z.object({
        /** From 0. */
        turn: z.number(),
        /** The first characters of the model's text; it ends with `…` if the rest was cut. */
        text: z.string(),
        /** The tools that it called, with the file of each call that has one. */
        calls: z.array(z.object({ name: z.string(), path: z.string().nullable() })).readonly(),
        /** True if the job can go back to the files and messages before this turn. */
        canUndo: z.boolean(),
      }),
    )
    .readonly(),
});
export type JobStepsResponse = z.infer<typeof jobStepsResponseSchema>;

/**
 * `POST /api/repository-jobs/{id}/undo`: starts a job with the files and the messages that this one had before a turn. It asks no model, and this
 * job stays as it is. CONFLICT while the job is active, once it is pushed or discarded, and for a turn without a checkpoint. Answers as a
 * started job.
 */
export const undoJobRequestSchema = z.strictObject({ turn: z.number().int().min(0) });
export type UndoJobRequest = z.input<typeof undoJobRequestSchema>;

/** `POST /api/repository-jobs/{id}/continue`: starts a job with the files and the conversation of this one. Answers as a started job. */
export const continueJobRequestSchema = startJobRequestSchema.omit({ branch: true });
export type ContinueJobRequest = z.input<typeof continueJobRequestSchema>;

/** `GET /api/repository-jobs/{id}`: a job of the caller with its result. */
export const repositoryJobSchema = jobHeadSchema.extend({
  repositoryName: z.string().nullable(),
  baseCommit: z.string().nullable(),
  /** Why the run failed; null if it did not. */
  errorMessage: z.string().nullable(),
  /** Why the work of a completed job is incomplete, such as the limit that it reached; null if it is complete. */
  incomplete: z.string().nullable(),
  /** Null until the work has ended. */
  result: z
    .object({
      headCommit: z.string(),
      commits: z.number(),
      /** At most 2,000; `changedFiles` counts the others, too. A part of a result that does not list every file cannot be accepted. */
      files: z.array(jobFileSchema).readonly(),
      /** Absent in results of earlier versions. */
      changedFiles: z.number().optional(),
      /** Uncommitted changes that the branch does not have, with the reason, such as `config.ts:2 (github-token)`. */
      leftOut: z.array(z.string()).readonly().optional(),
      /** How many files have markers of a conflict that the base had not, and the first 20 of them; absent if none was found, or if the search failed. */
      conflicted: z.object({ files: z.number(), paths: z.array(z.string()).readonly() }).optional(),
    })
    .nullable(),
  /** Null until a part was accepted. */
  review: jobReviewSchema.nullable(),
  /** The pull or merge request, with its state as it was read last. */
  changeRequest: changeRequestSchema.nullable(),
  /** The branch to which it is pushed unless another is named: the one of the request whose comments it answers, or its own. */
  pushBranch: z.string(),
  /** True if requests can be opened on the host of the repository. */
  canPropose: z.boolean(),
  /** True for a repository with an address; a folder of the machine has no requests. */
  hasRemote: z.boolean(),
  /** The job whose files it began with, and the turn before which; a null turn is its end. */
  continues: z.object({ jobId: z.string(), turn: z.number().nullable(), isUndo: z.boolean() }).nullable(),
});
export type RepositoryJobView = z.infer<typeof repositoryJobSchema>;

/** The commit of a request: of a branch, a hash that a branch contains, or the result of the caller's job. Default: the repository's branch. */
const refSchema = z.strictObject({
  branch: branchSchema.optional(),
  commit: z.string().max(64).optional(),
  job: z.string().max(100).optional(),
});

/** `GET /api/repositories/{id}/charts`: the folders with a chart in a commit; `''` is the top. */
export const chartFolderQuerySchema = refSchema;
export const chartFolderResponseSchema = z.object({
  commit: z.string(),
  folders: z.array(z.string()).readonly(),
});
export type ChartFolderResponse = z.infer<typeof chartFolderResponseSchema>;

/**
 * `POST /api/repositories/{id}/charts`: opens a chart as a workspace, which `POST /api/workspaces/{id}/push-back` pushes back as a commit. Answers
 * as an imported archive.
 */
export const openChartRequestSchema = refSchema.pick({ branch: true, commit: true }).extend({
  /** The folder of the chart; `''` is the top. */
  folder: z.string().max(4_000),
});
export type OpenChartRequest = z.input<typeof openChartRequestSchema>;

/** `GET /api/workspaces/{id}/source`: the folder of a repository from which the workspace was opened; null if it was not. */
export const workspaceSourceResponseSchema = z.object({
  source: z
    .object({
      repositoryId: z.string(),
      repositoryName: z.string(),
      folder: z.string(),
      branch: z.string().nullable(),
      commit: z.string(),
      /** The last commit that was pushed, and its branch; null before the first push. */
      pushed: z.object({ commit: z.string(), branch: z.string() }).nullable(),
      /** True if requests can be opened on the host of the repository. */
      canPropose: z.boolean(),
    })
    .nullable(),
});
export type WorkspaceSourceResponse = z.infer<typeof workspaceSourceResponseSchema>;

/**
 * `POST /api/workspaces/{id}/push-back`: commits the changes since the source, and pushes them with the repository's token, never by force. CONFLICT
 * without a source or without changes, for the default branch, and for a branch that has other commits.
 */
export const pushBackRequestSchema = z.strictObject({
  message: z.string().trim().min(1).max(5_000),
  /** Default: the branch of the last push; at first a new one. */
  branch: branchSchema.optional(),
  /** Default: the current revision. */
  revision: z.number().int().nonnegative().optional(),
  /** `true` counts pending changes as accepted. */
  pending: z.boolean().default(false),
});
export type PushBackRequest = z.input<typeof pushBackRequestSchema>;

/** `POST /api/workspaces/{id}/change-request`: opens a pull or merge request for the pushed branch, or returns the open one. */
export const proposeChartRequestSchema = z.strictObject({ title: z.string().trim().min(1).max(250) });

/** `GET /api/repositories/{id}/branches`: the branches as they were fetched, at most 1,000. */
export const branchListResponseSchema = z.object({
  branches: z.array(z.object({ name: z.string(), commit: z.string() })),
});
export type BranchListResponse = z.infer<typeof branchListResponseSchema>;

/** `GET /api/repositories/{id}/tree`: a folder, folders first. `''` is the top. */
export const treeQuerySchema = refSchema.extend({
  path: z.string().max(4_000).default(''),
  /** `next` of the previous page. */
  after: z.string().max(1_000).optional(),
  limit: z.coerce.number().int().min(1).max(1_000).default(500),
});
export const treeResponseSchema = z.object({
  commit: z.string(),
  entries: z
    .array(
      z.object({
        name: z.string(),
        kind: z.enum(['file', 'folder', 'link', 'submodule', 'other']),
        /** In bytes; null for a folder. */
        size: z.number().nullable(),
      }),
    )
    .readonly(),
  next: z.string().nullable(),
  /** True if the folder has more entries than are read. */
  isCut: z.boolean(),
});
export type TreeResponse = z.infer<typeof treeResponseSchema>;

/** `GET /api/repositories/{id}/file`: a text file of up to 1 MB. */
export const repositoryFileQuerySchema = refSchema.extend({ path: z.string().min(1).max(4_000) });
export const repositoryFileResponseSchema = z.object({
  commit: z.string(),
  path: z.string(),
  /** In bytes. */
  size: z.number(),
  /** Null with a reason. */
  content: z.string().nullable(),
  reason: z.enum(['binary', 'too_large']).nullable(),
});
export type RepositoryFileResponse = z.infer<typeof repositoryFileResponseSchema>;

/** `GET /api/repositories/{id}/search`: the lines that contain a text, in any case. */
export const repositorySearchQuerySchema = refSchema.extend({
  q: z.string().min(1).max(200),
  limit: z.coerce.number().int().min(1).max(500).default(200),
});
export const repositorySearchResponseSchema = z.object({
  commit: z.string(),
  lines: z.array(z.object({ path: z.string(), line: z.number(), text: z.string() })).readonly(),
  /** True if there are more. */
  isCut: z.boolean(),
});
export type RepositorySearchResponse = z.infer<typeof repositorySearchResponseSchema>;
