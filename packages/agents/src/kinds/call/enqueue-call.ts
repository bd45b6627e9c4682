import { AppError, type ChatModel, type JsonValue, type Principal, type ToolRegistry } from '@shipmate/core';
import { newId, type UnitOfWork } from '@shipmate/domain';
import type { ConversationRun } from '@shipmate/domain/run';
import { openApprovalSigner } from '../../approval/open-approval-signer.ts';
import { type BegunCall, beginCall, type CallApproval } from './begin-call.ts';

/** Resources for {@link enqueueCall} and {@link askForCall}. */
export interface EnqueueCallResources {
  readonly unitOfWork: UnitOfWork;
  readonly models: { get(id?: string): Pick<ChatModel, 'id'> };
  readonly tools: ToolRegistry;
}

/** A call to queue for a person. */
export interface WantedCall {
  readonly tool: string;
  readonly input: JsonValue;
  /** A description of the person's action. */
  readonly message: string;
  /** True when the request itself approves the call, because the person has seen exactly this input. */
  readonly isApproved: boolean;
  /** The model that describes the result; the default model when absent. */
  readonly model?: string | undefined;
}

/**
 * Queues a call for a person, in a new conversation with the cluster agent, for any worker.
 *
 * @throws AppError `UNAVAILABLE` when the tool's resources are not configured, `VALIDATION_ERROR` when the tool rejects
 * the input or the model is unknown; as `beginCall` does.
 */
export async function enqueueCall(
  resources: EnqueueCallResources,
  principal: Principal,
  { isApproved, ...wanted }: WantedCall,
): Promise<ConversationRun> {
  const approval = isApproved ? { isGiven: true } : undefined;
  return (await begin(resources, principal, { ...wanted, approval })).run;
}

/** Queues a call that waits for the person's approval. @throws AppError as {@link enqueueCall} does */
export async function askForCall(
  resources: EnqueueCallResources,
  principal: Principal,
  { preview, ...wanted }: Omit<WantedCall, 'isApproved'> & Pick<CallApproval, 'preview'>,
): Promise<{ readonly runId: string; readonly approvalId: string }> {
  const { run, approvalId = '' } = await begin(resources, principal, {
    ...wanted,
    approval: { isGiven: false, preview },
  });
  return { runId: run.id, approvalId };
}

async function begin(
  { unitOfWork, models, tools }: EnqueueCallResources,
  principal: Principal,
  wanted: Omit<WantedCall, 'isApproved'> & { readonly approval: Omit<CallApproval, 'signer'> | undefined },
): Promise<BegunCall> {
  const { tool: name, input, message, model, approval } = wanted;
  const tool = tools.get(name);
  if (!tool)
    throw new AppError({
      code: 'UNAVAILABLE',
      message: `The tool "${name}" is not available: its resources are not configured.`,
    });
  const parsed = tool.parse(input) as JsonValue;
  const request = {
    conversationId: newId(),
    workspaceId: null,
    contextType: 'cluster',
    model: models.get(model).id,
    message,
    tool: name,
    input: parsed,
    effect: tool.effect(parsed),
    ...(approval && { approval: { ...approval, signer: await openApprovalSigner(unitOfWork) } }),
  } as const;
  return unitOfWork.transaction((stores) => beginCall(stores, principal, request));
}
