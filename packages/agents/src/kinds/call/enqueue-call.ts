import { AppError, type ChatModel, type JsonValue, type Principal, type ToolRegistry } from '@shipmate/core';
import { newId, type Run, type UnitOfWork } from '@shipmate/domain';
import { openApprovalSigner } from '../../approval/open-approval-signer.ts';
import { type BegunCall, beginCall, type CallApproval } from './begin-call.ts';

/** What a call is queued with. */
export interface EnqueueCallResources {
  readonly unitOfWork: UnitOfWork;
  readonly models: { get(id?: string): Pick<ChatModel, 'id'> };
  readonly tools: ToolRegistry;
}

/** A call that a person wants made. */
export interface WantedCall {
  readonly tool: string;
  readonly input: JsonValue;
  /** What the person did, in words. */
  readonly message: string;
  /** Whether the person approves the call by asking for it, having seen the very input. */
  readonly isApproved: boolean;
  /** The model that says what came of it; the default model when absent. */
  readonly model?: string | undefined;
}

/**
 * Has any worker make a call for a person, in a conversation of its own with the cluster agent.
 *
 * @throws AppError `UNAVAILABLE` when nothing is configured that the tool works on, `VALIDATION_ERROR` when it does not take the
 * input or there is no such model; as `beginCall` does.
 */
export async function enqueueCall(
  resources: EnqueueCallResources,
  principal: Principal,
  { isApproved, ...wanted }: WantedCall,
): Promise<Run> {
  const approval = isApproved ? { isGiven: true } : undefined;
  return (await begin(resources, principal, { ...wanted, approval })).run;
}

/** The same of a call that a person is asked about first, at once. @throws AppError as {@link enqueueCall} does */
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
  if (!tool) throw new AppError({ code: 'UNAVAILABLE', message: `Nothing is configured here that ${name} works on.` });
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
