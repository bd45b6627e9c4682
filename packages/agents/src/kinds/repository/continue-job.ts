import { AppError, type Principal, textOf } from '@shipmate/core';
import type { Stores } from '@shipmate/domain';
import type { RepositoryJob } from '@shipmate/domain/repository';
import { isEnded } from '@shipmate/domain/run';
import { beginRetry } from '../../run/begin/retry-run.ts';
import { beginRepositoryJob, toBranchName } from './begin-repository-job.ts';

/**
 * Stores a job that takes another one back to a turn: its conversation has the messages before the turn, and its branch the files, both
 * at once. No model is asked. The other job is left unchanged, so an undo can be undone. Call it in a transaction.
 *
 * @throws AppError `NOT_FOUND`, `CONFLICT` while the job is active, once it is pushed or discarded, and when the turn has no checkpoint,
 * `VALIDATION_ERROR` for a turn that the job did not take.
 */
export async function undoJob(
  stores: Stores,
  principal: Principal,
  { jobId, turn }: { readonly jobId: string; readonly turn: number },
): Promise<RepositoryJob> {
  const { repositoryJobs, conversations } = stores;
  const job = await openJob(stores, principal, jobId);
  const checkpoints = await repositoryJobs.listCheckpoints(principal, jobId);
  if (!checkpoints.some((checkpoint) => checkpoint.turn === turn)) {
    throw new AppError({
      code: 'CONFLICT',
      message: `Step ${turn + 1} of the job has no checkpoint: the job did not take it, or its files were too large to keep. Choose another step.`,
      details: { field: 'turn' },
    });
  }
  const run = await beginRetry(stores, principal, { runId: jobId, keptTurns: turn, kind: 'repository_job' });
  const existing = await repositoryJobs.get(principal, run.id).catch((thrown: unknown) => {
    if (AppError.isInstance(thrown) && thrown.code === 'NOT_FOUND') return undefined;
    throw thrown;
  });
  if (existing !== undefined) return existing;
  const messages = await conversations.listMessages(principal, run.conversationId);
  const question = messages.findLast(({ message }) => message.role === 'user');
  return repositoryJobs.create(principal, {
    ...toPlace(job),
    id: run.id,
    branch: toBranchName(question ? textOf(question.message) : '', run.id),
    continues: { jobId, turn, isUndo: true },
  });
}

/**
 * Stores a prompt with a job that continues with the files and the conversation of another one. Call it in a transaction.
 *
 * @throws AppError as `beginRepositoryJob` does, `CONFLICT` while the job is active, without a result, and once it is pushed or discarded.
 */
export async function continueJob(
  stores: Stores,
  principal: Principal,
  { jobId, prompt, model }: { readonly jobId: string; readonly prompt: string; readonly model: string },
): Promise<RepositoryJob> {
  const job = await openJob(stores, principal, jobId);
  if (job.result === null) {
    throw new AppError({ code: 'CONFLICT', message: 'The job has no result to continue. Undo it to a step first.' });
  }
  const { repositoryId, remoteUrl, localPath, conversationId, projectId, baseBranch } = job;
  const ofConversation = await stores.runs.listForConversation(principal, conversationId);
  const newest = ofConversation.findLast(({ kind }) => kind === 'repository_job');
  if (newest?.id !== jobId) {
    throw new AppError({
      code: 'CONFLICT',
      message: 'The conversation has a newer job than this one. Continue that one, or undo this job to a step first.',
    });
  }
  const repository =
    repositoryId !== null ? { id: repositoryId } : remoteUrl !== null ? { remoteUrl } : { localPath: localPath ?? '' };
  return beginRepositoryJob(stores, principal, {
    conversationId,
    repository,
    ...(projectId !== null && { projectId }),
    ...(baseBranch !== null && { branch: baseBranch }),
    prompt,
    model,
    continues: { jobId, turn: null, isUndo: false },
  });
}

async function openJob({ repositoryJobs, runs }: Stores, principal: Principal, jobId: string): Promise<RepositoryJob> {
  const job = await repositoryJobs.get(principal, jobId);
  const { status } = await runs.get(principal, jobId);
  if (!isEnded(status)) {
    throw new AppError({
      code: 'CONFLICT',
      message: 'The job is still active. Stop it first, or wait until it has ended.',
    });
  }
  if (job.outcome === 'open') return job;
  throw new AppError({ code: 'CONFLICT', message: `The job was ${job.outcome} already.` });
}

function toPlace({ repositoryId, projectId, remoteUrl, localPath, baseBranch }: RepositoryJob) {
  return { repositoryId, projectId, remoteUrl, localPath, baseBranch };
}
