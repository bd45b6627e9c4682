import { isAbsolute } from 'node:path';
import { AppError, type ChatModel, type Principal } from '@shipmate/core';
import { isId, newId } from '@shipmate/domain';
import type { JobMessage, JobPayloads, JobRepository } from '@shipmate/domain/job';
import { parseRemoteUrl, type RemoteSchemes } from '@shipmate/domain/repository';

/** A conversation to answer. */
export interface ResponseJob {
  /**
   * Id of the answer and key for deduplication: a repeated request with the same id is not answered twice. Default: a
   * new UUID.
   */
  readonly taskId?: string | undefined;
  /**
   * The conversation so far; the last message is the question. Only the question is added to an existing conversation.
   */
  readonly messages: readonly JobMessage[];
  /** For example `anthropic`; without it, `model` includes the provider or is the default model. */
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
  /** A UUID; a new conversation by default. */
  readonly conversationId?: string | undefined;
  /** The id or client's id of one of the user's conversations; a new conversation gets it as its client's id. */
  readonly clientConversationId?: string | undefined;
  /** A project of the user, for a job in a repository. Default: the one of the stored repository. */
  readonly projectId?: string | undefined;
  /** The charts or the repository to work on; without it, the answer is plain text without tool calls. */
  readonly workspace?: { readonly id: string } | RepositoryWorkspace | undefined;
}

/**
 * The repository of a job. The job works in a checkout of its own and leaves a branch: uncommitted changes of `workingDirectory` are neither
 * seen nor changed.
 */
export interface RepositoryWorkspace {
  /**
   * The absolute path of a repository of this machine. It comes before `repoUrl`. The caller has checked that the user may read it: never
   * pass one from a request.
   */
  readonly workingDirectory?: string | undefined;
  /** `https://`, `ssh://` or `http://`, as far as the workers reach it. A stored repository of the organization with this address lends its token. */
  readonly repoUrl?: string | undefined;
  /** The branch on which the job begins. Default: the repository's. */
  readonly branch?: string | undefined;
}

/** Options for {@link toResponsePayload}. */
export interface ResponsePayloadOptions {
  readonly models: { get(id?: string): Pick<ChatModel, 'id'> };
  /**
   * The schemes of remotes that the workers reach: http with ALLOW_PRIVATE_NETWORKS, ssh with GIT_SSH_KEY_FILE. A job for another one is refused here,
   * and not only by its worker. Default: all.
   */
  readonly remoteSchemes?: RemoteSchemes | undefined;
}

/**
 * Builds the payload of the job that creates the answer.
 *
 * @throws AppError `VALIDATION_ERROR` when the last message is not a question, an id is no UUID, the model is unknown,
 * or the address of the repository cannot be reached.
 */
export function toResponsePayload(
  { userId, organizationId }: Principal,
  job: ResponseJob,
  { models, remoteSchemes }: ResponsePayloadOptions,
): JobPayloads['respond'] {
  const { messages, provider, model, workspace, taskId = newId(), conversationId = newId() } = job;
  const { clientConversationId, projectId } = job;
  if (messages.at(-1)?.role !== 'user') throw invalidJob('messages', 'end with a question of the user');
  if (!isId(taskId)) throw invalidJob('taskId', 'is a UUID');
  if (!isId(conversationId)) throw invalidJob('conversationId', 'is a UUID');
  if (provider !== undefined && model === undefined) throw invalidJob('model', 'is needed beside a provider');
  return {
    userId,
    organizationId,
    taskId,
    conversationId,
    ...(clientConversationId !== undefined && { clientConversationId }),
    ...toPlace(workspace, remoteSchemes),
    ...(projectId !== undefined && { projectId }),
    model: models.get(provider === undefined ? model : `${provider}:${model}`).id,
    messages: messages.map(({ role, content }) => ({ role, content })),
  };
}

function toPlace(
  workspace: ResponseJob['workspace'],
  schemes: RemoteSchemes | undefined,
): Pick<JobPayloads['respond'], 'workspaceId' | 'repository'> {
  if (workspace === undefined) return { workspaceId: null };
  if ('id' in workspace) return { workspaceId: workspace.id };
  return { workspaceId: null, repository: toJobRepository(workspace, schemes) };
}

function toJobRepository(
  { workingDirectory, repoUrl, ...given }: RepositoryWorkspace,
  schemes: RemoteSchemes | undefined,
): JobRepository {
  const branch = given.branch ?? null;
  if (workingDirectory !== undefined) {
    if (isAbsolute(workingDirectory)) return { localPath: workingDirectory, remoteUrl: null, branch };
    throw invalidJob('workspace', 'has an absolute path as workingDirectory');
  }
  if (repoUrl === undefined) throw invalidJob('workspace', 'names workingDirectory or repoUrl');
  return { localPath: null, remoteUrl: parseRemoteUrl(repoUrl, { schemes, field: 'workspace.repoUrl' }), branch };
}

function invalidJob(field: keyof ResponseJob, rule: string): AppError {
  return new AppError({
    code: 'VALIDATION_ERROR',
    message: `${field}: ${rule}.`,
    details: { issues: [{ path: field, message: rule }] },
  });
}
