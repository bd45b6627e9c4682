import { AppError, type ChatModel, type Principal } from '@shipmate/core';
import { isId, newId } from '@shipmate/domain';
import type { JobMessage, JobPayloads } from '@shipmate/domain/job';

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
  /** The charts to work on; without it, the answer is plain text without tool calls. */
  readonly workspace?: { readonly id: string } | undefined;
}

/**
 * Builds the payload of the job that creates the answer.
 *
 * @throws AppError `VALIDATION_ERROR` when the last message is not a question, an id is no UUID, or the model is
 * unknown.
 */
export function toResponsePayload(
  { userId, organizationId }: Principal,
  job: ResponseJob,
  models: { get(id?: string): Pick<ChatModel, 'id'> },
): JobPayloads['respond'] {
  const { messages, provider, model, workspace, taskId = newId(), conversationId = newId() } = job;
  const { clientConversationId } = job;
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
    workspaceId: workspace?.id ?? null,
    model: models.get(provider === undefined ? model : `${provider}:${model}`).id,
    messages: messages.map(({ role, content }) => ({ role, content })),
  };
}

function invalidJob(field: keyof ResponseJob, rule: string): AppError {
  return new AppError({
    code: 'VALIDATION_ERROR',
    message: `${field}: ${rule}.`,
    details: { issues: [{ path: field, message: rule }] },
  });
}
