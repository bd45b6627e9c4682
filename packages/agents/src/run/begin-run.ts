import { AppError, userMessage, type Message, type Principal } from '@shipmate/core';
import { isId, newId, type ContextType, type Conversation, type Run, type Stores } from '@shipmate/domain';
import { toStorable } from './to-storable.ts';

/** A question that a run shall answer. */
export interface RunRequest {
  readonly conversationId: string;
  readonly workspaceId: string;
  readonly contextType: ContextType;
  /** What the person said. */
  readonly message: string;
  /** `provider:model`. */
  readonly model: string;
}

/** A run that exists and waits to be executed. */
export interface BegunRun {
  readonly conversation: Conversation;
  readonly run: Run;
  /** The conversation so far; it ends with the question. */
  readonly history: readonly Message[];
  /** The sequence of the run's last event. */
  readonly position: number;
}

/**
 * Stores a question and the run that will answer it; the conversation is made when there is none of that id.
 *
 * @throws AppError `NOT_FOUND` when the workspace or the conversation is another's, `CONFLICT` while the conversation has a
 * run that has not ended.
 */
export async function beginRun(stores: Stores, principal: Principal, request: RunRequest): Promise<BegunRun> {
  const { conversations, runs, workspaces } = stores;
  // The lock makes simultaneous questions follow one another, so that the second finds the first's run.
  await workspaces.lock(principal, request.workspaceId);
  const conversation = await findOrCreate(stores, principal, request);
  if (await runs.findActive(principal, conversation.id)) {
    throw new AppError({
      code: 'CONFLICT',
      message: 'This conversation is being answered. Wait for the answer or stop it first.',
    });
  }
  const { workspaceId, model } = request;
  const run = await runs.create(principal, {
    id: newId(),
    conversationId: conversation.id,
    workspaceId,
    model,
    status: 'running',
  });
  const question = toStorable(userMessage(request.message));
  await conversations.appendMessages(principal, conversation.id, [{ id: newId(), runId: run.id, message: question }]);
  const position = await runs.appendEvents(run.id, [{ type: 'run_started', model }]);
  const messages = await conversations.listMessages(principal, conversation.id);
  return { conversation, run, history: messages.map(({ message }) => message), position };
}

async function findOrCreate(
  { conversations }: Stores,
  principal: Principal,
  request: RunRequest,
): Promise<Conversation> {
  const { conversationId, workspaceId, contextType } = request;
  const existing = await conversations.find(principal, conversationId);
  if (existing?.workspaceId === workspaceId && existing.contextType === contextType) return existing;
  if (existing || !isId(conversationId)) throw absent();
  try {
    return await conversations.create(principal, { id: conversationId, workspaceId, contextType });
  } catch (thrown) {
    // Simultaneous questions follow one another, so whoever took the id is not this conversation's owner.
    if (AppError.isInstance(thrown) && thrown.code === 'CONFLICT') throw absent(thrown);
    throw thrown;
  }
}

function absent(cause?: AppError): AppError {
  return new AppError({ code: 'NOT_FOUND', message: 'There is no such conversation in this workspace.', cause });
}
