import { noUsage, type JsonValue, type Principal, type ToolEffect } from '@shipmate/core';
import { newId, type Stores } from '@shipmate/domain';
import type { BegunToolCall, ConversationRun } from '@shipmate/domain/run';
import type { ApprovalSigner } from '../../approval/approval-signer.ts';
import { beginRun, type RunRequest } from '../../run/begin/begin-run.ts';

/** A tool call for a person, in a run that begins with it. */
export interface CallRequest extends Pick<RunRequest, 'conversationId' | 'workspaceId' | 'contextType' | 'model'> {
  /** A description of the person's action: the question that the run answers. */
  readonly message: string;
  readonly tool: string;
  /** The input of the tool. */
  readonly input: JsonValue;
  readonly effect: ToolEffect;
  readonly approval?: CallApproval;
}

/** The approval of a call; without it, the executor asks according to its profile. */
export interface CallApproval {
  readonly signer: ApprovalSigner;
  /** True when the request itself approves the call; otherwise the person is asked. */
  readonly isGiven: boolean;
  /** A preview of the call's effect. */
  readonly preview?: string | undefined;
}

/** A run that begins with a call, and the id of the call's approval, if any. */
export interface BegunCall {
  readonly run: ConversationRun;
  readonly approvalId: string | undefined;
}

/** How long an approved call may wait for a worker, and an unapproved one for a decision. */
const seconds = { given: 60 * 60, asked: 24 * 60 * 60 };

/**
 * Queues a run that begins with a call: the executor calls the tool, then the model describes the result. The call has
 * everything that a run has: a log to follow, one executor at a time, a stop, and at most one execution. Call it in a
 * transaction.
 *
 * @throws AppError as `beginRun` does.
 */
export async function beginCall(stores: Stores, principal: Principal, request: CallRequest): Promise<BegunCall> {
  const { tool: name, input, effect, approval, ...question } = request;
  const { run } = await beginRun(stores, principal, { ...question, kind: 'call', lease: undefined });
  const { id: runId, model } = run;
  const [turn, toolCallId] = [0, newId()];
  await stores.runs.appendEvents({ runId }, [
    { type: 'turn_started', turn, model },
    { type: 'turn_ended', turn, usage: noUsage },
    { type: 'tool_call', turn, toolCallId, name, input },
  ]);
  const message = { role: 'assistant', content: [{ type: 'tool_call', id: toolCallId, name, input }] } as const;
  const step = {
    turn,
    model,
    finish: 'tool_calls',
    usage: noUsage,
    costUsd: 0,
    messages: [message],
    durationMs: 0,
  } as const;
  await stores.runs.saveStep({ runId }, step);
  if (approval === undefined) return { run, approvalId: undefined };
  const asked = { toolCallId, name, input, effect };
  return { run, approvalId: await noteApproval(stores, principal, { run, call: asked, approval }) };
}

async function noteApproval(
  stores: Stores,
  principal: Principal,
  noted: {
    readonly run: ConversationRun;
    readonly call: Pick<BegunToolCall, 'toolCallId' | 'name' | 'input' | 'effect'>;
    readonly approval: CallApproval;
  },
): Promise<string> {
  const { id: runId, workspaceId } = noted.run;
  const { toolCallId, name, input, effect } = noted.call;
  const { signer, isGiven, preview } = noted.approval;
  const signed = { runId, toolCallId, tool: name, input };
  const expiresInSeconds = isGiven ? seconds.given : seconds.asked;
  const approval = { id: newId(), ...signed, effect, preview, signature: signer.sign(signed), expiresInSeconds };
  await stores.approvals.request(principal, approval);
  if (isGiven) {
    await stores.approvals.decide(principal, approval.id, { decision: 'approve' });
    const details = { tool: name, runId };
    await stores.audit.append(principal, { kind: 'tool_call_approved', subjectId: approval.id, workspaceId, details });
  } else {
    const event = { type: 'approval_required', turn: 0, toolCallId, name, approvalId: approval.id } as const;
    await stores.runs.appendEvents({ runId }, [event]);
  }
  return approval.id;
}
