import type { Message, Principal } from '@shipmate/core';
import { newId, type Stores } from '@shipmate/domain';
import type { ContinuedJob, RepositoryJob } from '@shipmate/domain/repository';
import type { RunOrigin } from '@shipmate/domain/run';
import { beginRun } from '../../run/begin/begin-run.ts';
import { toRepositoryAccess } from './repository-ports.ts';

/** A job for an agent in a repository. */
export interface RepositoryJobRequest {
  /** The id of the run. Default: a new one. */
  readonly taskId?: string | undefined;
  /** A conversation of the caller to continue. Default: a new one. */
  readonly conversationId?: string | undefined;
  /** A stored repository, or the place of one. */
  readonly repository:
    | { readonly id: string }
    /** In-process callers only: the caller has checked that it may be read. */
    | { readonly localPath: string }
    | { readonly remoteUrl: string };
  /** Default: the project of the repository. */
  readonly projectId?: string | undefined;
  /** The branch on which it begins. Default: the repository's. */
  readonly branch?: string | undefined;
  readonly prompt: string;
  /** Messages before the prompt; ignored when the conversation exists. */
  readonly earlier?: readonly Message[] | undefined;
  /** `provider:model`. */
  readonly model: string;
  readonly origin?: RunOrigin | undefined;
  /** The job whose files it begins with, in the same repository. */
  readonly continues?: ContinuedJob | undefined;
}

/**
 * Stores a prompt with the job that carries it out, which any worker with checkouts executes. Call it in a transaction.
 *
 * @throws AppError as `beginRun` does, `NOT_FOUND` for a repository or project that the principal does not see, `CONFLICT` for an uploaded
 * archive.
 */
export async function beginRepositoryJob(
  stores: Stores,
  principal: Principal,
  request: RepositoryJobRequest,
): Promise<RepositoryJob> {
  const {
    taskId: runId = newId(),
    conversationId = newId(),
    prompt,
    earlier,
    model,
    origin = 'job',
    continues,
  } = request;
  const place = await readPlace(stores, principal, request);
  const projectId = await findProject(stores, principal, { asked: request.projectId, own: place.projectId });
  await beginRun(stores, principal, {
    runId,
    conversationId,
    workspaceId: null,
    contextType: 'repository',
    message: prompt,
    ...(earlier && { earlier }),
    model,
    origin,
    kind: 'repository_job',
    lease: undefined,
  });
  return stores.repositoryJobs.create(principal, {
    ...place,
    id: runId,
    projectId,
    baseBranch: request.branch ?? place.baseBranch,
    branch: toBranchName(prompt, runId),
    continues,
  });
}

type Place = Pick<RepositoryJob, 'repositoryId' | 'projectId' | 'remoteUrl' | 'localPath' | 'baseBranch'>;

async function readPlace(
  { repositories }: Stores,
  principal: Principal,
  { repository }: RepositoryJobRequest,
): Promise<Place> {
  if ('id' in repository) {
    const found = await repositories.get(principal, repository.id);
    toRepositoryAccess(found);
    const { id, projectId, remoteUrl, localPath, defaultBranch } = found;
    return { repositoryId: id, projectId, remoteUrl, localPath, baseBranch: defaultBranch };
  }
  const place = { repositoryId: null, projectId: null, baseBranch: null };
  if ('remoteUrl' in repository) return { ...place, remoteUrl: repository.remoteUrl, localPath: null };
  return { ...place, remoteUrl: null, localPath: repository.localPath };
}

/** Returns the project of a job. A repository is visible to colleagues who are no members of its project: their jobs have none. */
async function findProject(
  { projects }: Stores,
  principal: Principal,
  { asked, own }: { readonly asked: string | undefined; readonly own: string | null },
): Promise<string | null> {
  if (asked !== undefined) return (await projects.get(principal, asked)).id;
  const visible = own === null ? [] : await projects.list(principal);
  return visible.find(({ id }) => id === own)?.id ?? null;
}

/** Returns a branch name of the first words of a text and the end of an id, which is its random part. */
export function toBranchName(text: string, id: string): string {
  const words =
    text
      .slice(0, 400)
      .toLowerCase()
      .match(/[a-z0-9]+/gu) ?? [];
  const slug = words.slice(0, 6).join('-').slice(0, 40).replace(/-+$/u, '');
  return `shipmate/${slug === '' ? 'change' : slug}-${id.slice(-8)}`;
}
