import { AppError, userMessage, type Message, type Principal } from '@shipmate/core';
import type { Stores, UnitOfWork } from '@shipmate/domain';
import type { JobMessage, JobPayloads, JobRepository } from '@shipmate/domain/job';
import { requireConversationRun, type ConversationRun } from '@shipmate/domain/run';
import { beginRepositoryJob } from '../kinds/repository/begin-repository-job.ts';
import { beginRun } from '../run/begin/begin-run.ts';
import { contextTypeFor } from './context-type-for.ts';

/**
 * Stores the question of a job and queues the run that answers it, in one transaction. It is idempotent, also when
 * called concurrently.
 *
 * @throws AppError as `beginRun` does; `CONFLICT` while the conversation is being answered, which is temporary.
 */
export async function beginResponse(unitOfWork: UnitOfWork, job: JobPayloads['respond']): Promise<ConversationRun> {
  const { userId, organizationId, taskId } = job;
  const principal: Principal = { userId, organizationId, via: 'job' };
  const find = () => findRun(unitOfWork.stores, principal, taskId);
  try {
    return (await find()) ?? (await unitOfWork.transaction((stores) => begin(stores, principal, job)));
  } catch (thrown) {
    // Another worker with the same job may have begun the run first.
    const begun = await find();
    if (begun) return begun;
    throw thrown;
  }
}

async function begin(stores: Stores, principal: Principal, job: JobPayloads['respond']): Promise<ConversationRun> {
  if (job.repository) return beginInRepository(stores, principal, { ...job, repository: job.repository });
  const { taskId, conversationId, clientConversationId, workspaceId, model, messages } = job;
  const conversation = await stores.conversations.find(principal, clientConversationId ?? conversationId);
  const { run } = await beginRun(stores, principal, {
    runId: taskId,
    conversationId,
    clientConversationId,
    workspaceId,
    contextType: conversation?.contextType ?? contextTypeFor(workspaceId),
    earlier: messages.slice(0, -1).map(toMessage),
    message: messages.at(-1)?.content ?? '',
    model,
    origin: 'job',
    lease: undefined,
  });
  return run;
}

async function beginInRepository(
  stores: Stores,
  principal: Principal,
  job: JobPayloads['respond'] & { readonly repository: JobRepository },
): Promise<ConversationRun> {
  const { taskId, conversationId, clientConversationId, model, messages, projectId, repository } = job;
  const { localPath, remoteUrl, branch } = repository;
  const existing = await stores.conversations.find(principal, clientConversationId ?? conversationId);
  const stored = (await stores.repositories.list(principal)).find(
    (each) => each.remoteUrl === remoteUrl && each.localPath === localPath,
  );
  const place = localPath === null ? { remoteUrl: remoteUrl ?? '' } : { localPath };
  await beginRepositoryJob(stores, principal, {
    taskId,
    conversationId: existing?.id ?? conversationId,
    repository: stored ? { id: stored.id } : place,
    projectId,
    branch: branch ?? undefined,
    prompt: messages.at(-1)?.content ?? '',
    earlier: messages.slice(0, -1).map(toMessage),
    model,
  });
  return requireConversationRun(await stores.runs.get(principal, taskId));
}

async function findRun({ runs }: Stores, principal: Principal, runId: string): Promise<ConversationRun | undefined> {
  try {
    return requireConversationRun(await runs.get(principal, runId));
  } catch (thrown) {
    if (AppError.isInstance(thrown) && thrown.code === 'NOT_FOUND') return undefined;
    throw thrown;
  }
}

function toMessage({ role, content }: JobMessage): Message {
  return role === 'user' ? userMessage(content) : { role, content: [{ type: 'text', text: content }] };
}
