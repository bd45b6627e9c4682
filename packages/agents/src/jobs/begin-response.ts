import { AppError, userMessage, type Message, type Principal } from '@shipmate/core';
import type { JobMessage, JobPayloads, Run, Stores } from '@shipmate/domain';
import { beginRun } from '../run/begin-run.ts';
import { contextTypeFor } from './context-type-for.ts';

/**
 * Stores the question of a job and queues the run that answers it, within a transaction. Done again, it changes nothing.
 *
 * @throws AppError as `beginRun` does; `CONFLICT` while the conversation is being answered, which is over after a while.
 */
export async function beginResponse(stores: Stores, job: JobPayloads['respond']): Promise<Run> {
  const { userId, organizationId, taskId, conversationId, workspaceId, model, messages } = job;
  const principal: Principal = { userId, organizationId, via: 'job' };
  const begun = await findRun(stores, principal, taskId);
  if (begun) return begun;
  const conversation = await stores.conversations.find(principal, conversationId);
  const { run } = await beginRun(stores, principal, {
    runId: taskId,
    conversationId,
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

async function findRun({ runs }: Stores, principal: Principal, runId: string): Promise<Run | undefined> {
  try {
    return await runs.get(principal, runId);
  } catch (thrown) {
    if (AppError.isInstance(thrown) && thrown.code === 'NOT_FOUND') return undefined;
    throw thrown;
  }
}

function toMessage({ role, content }: JobMessage): Message {
  return role === 'user' ? userMessage(content) : { role, content: [{ type: 'text', text: content }] };
}
