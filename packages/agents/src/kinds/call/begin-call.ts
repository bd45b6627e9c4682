import { noUsage, type JsonValue, type Principal, type ToolEffect } from '@shipmate/core';
import { newId, type BegunToolCall, type Run, type Stores } from '@shipmate/domain';
import type { ApprovalSigner } from '../../approval/approval-signer.ts';
import { beginRun, type RunRequest } from '../../run/begin/begin-run.ts';

/** A call that a person wants made, in a run that begins with it. */
export interface CallRequest extends Pick<RunRequest, 'conversationId' | 'workspaceId' | 'contextType' | 'model'> {
  /** What the person did, in words: the question that the run answers. */
  readonly message: string;
  readonly tool: string;
  /** As the tool will be given it. */
  readonly input: JsonValue;
  readonly effect: ToolEffect;
  readonly approval?: CallApproval;
}

/** What is known of the approval of a call; without it, whoever takes the run up asks as its profile says. */
export interface CallApproval {
  readonly signer: ApprovalSigner;
  /** Whether the person approves the call by asking for it; they are asked otherwise. */
  readonly isGiven: boolean;
  /** What the call would do. */
  readonly preview?: string | undefined;
}

/** A run that begins with a call, and the approval that the call has or waits for. */
export interface BegunCall {
  readonly run: Run;
  readonly approvalId: string | undefined;
}

/** How long a worker has to take up a call that is approved, and a person to decide about one that is not. */
const seconds = { given: 60 * 60, asked: 24 * 60 * 60 };

/**
 * Queues a run whose first call is made already: its tool is called by whichever worker takes it up, and then its model says
 * what came of it. So a call has what every run has: a log that can be followed, one executor at a time, a stop, and no second
 * time. To be called in a transaction.
 *
 * @throws AppError as `beginRun` does.
 */
export async function beginCall(stores: Stores, principal: Principal, request: CallRequest): Promise<BegunCall> {
  const { tool: name, input, effect, approval, ...question } = request;
  const { run } = await beginRun(stores, principal, { ...question, lease: undefined });
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
    readonly run: Run;
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
