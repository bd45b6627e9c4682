import { AppError, type ChatModel, type Principal } from '@shipmate/core';
import { isId, newId, type JobMessage, type JobPayloads } from '@shipmate/domain';

/** A conversation that is to be answered. */
export interface ResponseJob {
  /** Names the answer: asked for again with the same id, it is not made twice. A new UUID by default. */
  readonly taskId?: string | undefined;
  /** The conversation so far; the last message is the question. A conversation that exists is told of that one only. */
  readonly messages: readonly JobMessage[];
  /** For example `anthropic`; without it, `model` says it, or is the default model. */
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
  /** A UUID; a new conversation by default. */
  readonly conversationId?: string | undefined;
  /** The id or client's id of one of the user's conversations; a new conversation gets it as its client's id. */
  readonly clientConversationId?: string | undefined;
  /** The charts to work on; without it the answer is plain text, and no tool is called. */
  readonly workspace?: { readonly id: string } | undefined;
}

/**
 * What the job is told that makes the answer.
 *
 * @throws AppError `VALIDATION_ERROR` when no question comes last, an id is no UUID, or there is no such model.
 */
export function toResponsePayload(
  { userId, organizationId }: Principal,
  job: ResponseJob,
  models: { get(id?: string): Pick<ChatModel, 'id'> },
): JobPayloads['respond'] {
  const { messages, provider, model, workspace, taskId = newId(), conversationId = newId() } = job;
  const { clientConversationId } = job;
  if (messages.at(-1)?.role !== 'user') throw invalid('messages', 'end with a question of the user');
  if (!isId(taskId)) throw invalid('taskId', 'is a UUID');
  if (!isId(conversationId)) throw invalid('conversationId', 'is a UUID');
  if (provider !== undefined && model === undefined) throw invalid('model', 'is needed beside a provider');
  return {
    userId,
    organizationId,
    taskId,
    conversationId,
    ...(clientConversationId !== undefined && { clientConversationId }),
    workspaceId: workspace?.id ?? null,
    model: models.get(provider === undefined ? model : `${provider}:${model}`).id,
    messages: messages.map(({ role, content }) => ({ role, content })),
  };
}

function invalid(field: keyof ResponseJob, rule: string): AppError {
  return new AppError({
    code: 'VALIDATION_ERROR',
    message: `${field}: ${rule}.`,
    details: { issues: [{ path: field, message: rule }] },
  });
}
