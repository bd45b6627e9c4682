import { AppError } from '@shipmate/core';
import { repositoryArchiveLimits } from '@shipmate/domain/archive';
import { importArchiveResponseSchema } from '@shipmate/protocol/web/archive';
import {
  type AddRepositoryRequest,
  branchListResponseSchema,
  type ChangeRepositoryRequest,
  changeRequestSchema,
  chartFolderResponseSchema,
  type ContinueJobRequest,
  jobListResponseSchema,
  jobReviewSchema,
  jobStepsResponseSchema,
  mergedRequestSchema,
  type MergeJobRequest,
  mergeOptionsSchema,
  maxRepositoryArchiveBytes,
  type OpenChartRequest,
  type PushJobRequest,
  pushJobResponseSchema,
  repositoryFileResponseSchema,
  type RepositoryJobHead,
  repositoryJobSchema,
  type RepositoryJobView,
  repositoryListResponseSchema,
  repositorySchema,
  repositorySearchResponseSchema,
  type ReviewJobRequest,
  startJobResponseSchema,
  type StartJobRequest,
  treeResponseSchema,
  type UndoJobRequest,
  uploadedRepositorySchema,
} from '@shipmate/protocol/web/repositories';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { deleteResource, postCommand, requestJson } from '../api/request.ts';

const key = ['repositories'] as const;

/** Refresh interval while a job runs, because workers change it. */
const refreshMs = 3_000;

/** A commit: the newest of a branch, the result of a job, or one by its hash. */
export type ShownRef =
  | { readonly branch?: string | undefined }
  | { readonly job: string }
  | { readonly commit: string };

/** Returns true until the run of a job has ended. */
export function isWorking({ status }: Pick<RepositoryJobHead, 'status'>): boolean {
  return status === 'queued' || status === 'running' || status === 'waiting';
}

/** Returns true if another job can begin with the files of a job. */
export function canContinue(job: Pick<RepositoryJobView, 'status' | 'outcome' | 'result'>): boolean {
  return job.outcome === 'open' && job.result !== null && !isWorking(job);
}

/** The repositories of the organization and the person's projects. */
export function useRepositories() {
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => requestJson('/api/repositories', { schema: repositoryListResponseSchema, signal }),
  });
}

/** Adds a repository, or changes the one with the given id. */
export function useSaveRepository(id?: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: AddRepositoryRequest & ChangeRepositoryRequest) =>
      id === undefined
        ? requestJson('/api/repositories', { schema: repositorySchema, body })
        : requestJson(`/api/repositories/${id}`, { schema: repositorySchema, body, method: 'PATCH' }),
    onSuccess: () => client.invalidateQueries({ queryKey: key }),
  });
}

/** Adds a repository with the files of an archive, or replaces the files of the uploaded repository with the given id. */
export function useUploadRepository(id?: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ archive, name = '', projectId }: RepositoryUpload) => {
      if (archive.size > maxRepositoryArchiveBytes) throw tooLarge(archive);
      const query = new URLSearchParams({ name, ...(projectId !== undefined && { projectId }) });
      const path = id === undefined ? `/api/repositories/archive?${query}` : `/api/repositories/${id}/archive`;
      return requestJson(path, { schema: uploadedRepositorySchema, body: archive });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: key }),
  });
}

/** An archive, with the settings of a new repository. */
interface RepositoryUpload {
  readonly archive: File;
  readonly name?: string;
  readonly projectId?: string | undefined;
}

/** Returns the error that the server would return after the upload. */
function tooLarge({ name }: File): AppError {
  return new AppError({
    code: 'PAYLOAD_TOO_LARGE',
    message: `"${name}" is larger than ${maxRepositoryArchiveBytes / 1_000_000} MB. ${repositoryArchiveLimits.remedy}`,
  });
}

/** Removes a repository with the results of its jobs. */
export function useRemoveRepository(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => deleteResource(`/api/repositories/${id}`),
    onSuccess: () => client.invalidateQueries({ queryKey: key }),
  });
}

/** Fetches the branches of a repository. */
export function useFetchRepository(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => postCommand(`/api/repositories/${id}/fetch`),
    onSuccess: () => client.invalidateQueries({ queryKey: [...key, id] }),
  });
}

/** Starts a job. */
export function useStartJob(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: StartJobRequest) =>
      requestJson(`/api/repositories/${id}/jobs`, { schema: startJobResponseSchema, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: [...key, id] }),
  });
}

/** The folders on the default branch of a repository that hold a chart. */
export function useChartFolders(id: string) {
  return useQuery({
    queryKey: [...key, id, 'charts'],
    queryFn: ({ signal }) =>
      requestJson(`/api/repositories/${id}/charts`, { schema: chartFolderResponseSchema, signal }),
    select: ({ folders }) => folders,
    retry: false,
  });
}

/** Opens a chart of a repository as a workspace. */
export function useOpenChart(id: string) {
  return useMutation({
    mutationFn: (body: OpenChartRequest) =>
      requestJson(`/api/repositories/${id}/charts`, { schema: importArchiveResponseSchema, body }),
  });
}

/** The person's jobs in a repository, newest first. */
export function useJobs(id: string) {
  return useInfiniteQuery({
    queryKey: [...key, id, 'jobs'],
    queryFn: ({ pageParam, signal }) => {
      const before = pageParam === null ? '' : `?before=${pageParam}`;
      return requestJson(`/api/repositories/${id}/jobs${before}`, { schema: jobListResponseSchema, signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) => {
      const jobs = state.data?.pages.flatMap((page) => page.jobs) ?? [];
      return jobs.some(isWorking) && refreshMs;
    },
  });
}

/** A job with its result. */
export function useJob(jobId: string) {
  return useQuery({
    queryKey: [...key, 'job', jobId],
    queryFn: ({ signal }) => requestJson(`/api/repository-jobs/${jobId}`, { schema: repositoryJobSchema, signal }),
    refetchInterval: ({ state: { data, error } }) =>
      (data === undefined ? error?.code !== 'NOT_FOUND' : isWorking(data)) && refreshMs,
  });
}

/** The turns of a job that has ended. */
export function useJobSteps(jobId: string) {
  return useQuery({
    queryKey: [...key, 'jobs', jobId, 'steps'],
    queryFn: ({ signal }) =>
      requestJson(`/api/repository-jobs/${jobId}/steps`, { schema: jobStepsResponseSchema, signal }),
    select: ({ steps }) => steps,
  });
}

/** Starts a job with the files and messages before a turn of this one. */
export function useUndoJob(jobId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: UndoJobRequest) =>
      requestJson(`/api/repository-jobs/${jobId}/undo`, { schema: startJobResponseSchema, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: key }),
  });
}

/** Starts a job with the files and the conversation of this one. */
export function useContinueJob(jobId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ContinueJobRequest) =>
      requestJson(`/api/repository-jobs/${jobId}/continue`, { schema: startJobResponseSchema, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: key }),
  });
}

/** Ends the review of a job without keeping its work. */
export function useDiscardJob(jobId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => postCommand(`/api/repository-jobs/${jobId}/discard`),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}

/** A push of the accepted part of a job; without a review the branch is pushed as the agent left it. */
interface JobPush {
  readonly review: ReviewJobRequest | undefined;
  readonly branch: string;
}

/** Accepts a part of a job's changes and pushes it. */
export function usePushJob(jobId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ review, branch }: JobPush) => {
      const path = `/api/repository-jobs/${jobId}`;
      if (review) await requestJson(`${path}/review`, { schema: jobReviewSchema, body: review });
      const body = { branch } satisfies PushJobRequest;
      return requestJson(`${path}/push`, { schema: pushJobResponseSchema, body });
    },
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}

/** Opens the pull or merge request of a pushed job, or reads the state of the open one. */
export function useChangeRequest(jobId: string, isOpened: boolean) {
  const client = useQueryClient();
  const path = `/api/repository-jobs/${jobId}/change-request`;
  return useMutation({
    mutationFn: () => requestJson(isOpened ? `${path}/refresh` : path, { schema: changeRequestSchema, body: {} }),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}

/** The request of a job as its host shows it, and how it can be merged; read while `isShown`. */
export function useMergeOptions(jobId: string, isShown: boolean) {
  return useQuery({
    queryKey: ['merge-options', jobId],
    enabled: isShown,
    queryFn: ({ signal }) =>
      requestJson(`/api/repository-jobs/${jobId}/change-request/merge`, { schema: mergeOptionsSchema, signal }),
    gcTime: 0,
    retry: false,
  });
}

/** Merges the request of a job. */
export function useMergeJob(jobId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: MergeJobRequest) =>
      requestJson(`/api/repository-jobs/${jobId}/change-request/merge`, { schema: mergedRequestSchema, body }),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}

/** Starts a job that answers the comments of reviewers. */
export function useAnswerComments(jobId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      requestJson(`/api/repository-jobs/${jobId}/answer-comments`, { schema: startJobResponseSchema, body: {} }),
    onSuccess: () => client.invalidateQueries({ queryKey: key }),
  });
}

/** The branches of a repository, as they were fetched. */
export function useBranches(id: string) {
  return useQuery({
    queryKey: [...key, id, 'branches'],
    queryFn: ({ signal }) =>
      requestJson(`/api/repositories/${id}/branches`, { schema: branchListResponseSchema, signal }),
    select: ({ branches }) => branches,
    retry: false,
  });
}

/** A folder of a commit. */
export function useFolder(id: string, ref: ShownRef, path: string) {
  return useInfiniteQuery({
    queryKey: [...key, id, 'tree', ref, path],
    queryFn: ({ pageParam, signal }) => {
      const query = toQuery(ref, { path, ...(pageParam !== null && { after: pageParam }) });
      return requestJson(`/api/repositories/${id}/tree?${query}`, { schema: treeResponseSchema, signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    retry: false,
  });
}

/** A file of a commit. */
export function useRepositoryFile(id: string, ref: ShownRef, path: string) {
  return useQuery({
    queryKey: [...key, id, 'file', ref, path],
    queryFn: ({ signal }) =>
      requestJson(`/api/repositories/${id}/file?${toQuery(ref, { path })}`, {
        schema: repositoryFileResponseSchema,
        signal,
      }),
  });
}

/** The lines of a commit that contain a text; none before two characters. */
export function useRepositorySearch(id: string, ref: ShownRef, text: string) {
  return useQuery({
    queryKey: [...key, id, 'search', ref, text],
    enabled: text.length > 1,
    queryFn: ({ signal }) =>
      requestJson(`/api/repositories/${id}/search?${toQuery(ref, { q: text })}`, {
        schema: repositorySearchResponseSchema,
        signal,
      }),
  });
}

function toQuery(ref: ShownRef, more: Readonly<Record<string, string>>): string {
  const named = Object.entries({ ...ref, ...more }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return new URLSearchParams(named).toString();
}
