import { noUsage, type JsonValue, type Principal, type ToolEffect } from '@shipmate/core';
import { newId, type Run, type Stores } from '@shipmate/domain';
import type { ApprovalSigner } from '../approval/approval-signer.ts';
import { beginRun, type RunRequest } from './begin-run.ts';

/** A call that a person wants made, in a run that begins with it. */
export interface CallRequest extends Pick<RunRequest, 'conversationId' | 'workspaceId' | 'contextType' | 'model'> {
  /** What the person did, in words: the question that the run answers. */
  readonly message: string;
  readonly tool: string;
  /** As the tool will be given it. */
  readonly input: JsonValue;
  readonly effect: ToolEffect;
  /** Given when the person approves the call by asking for it. */
  readonly signer?: ApprovalSigner;
}

/** How long a worker has to take the call up before its approval is good no more. */
const approvalSeconds = 60 * 60;

/**
 * Queues a run whose first call is made already: its tool is called by whichever worker takes it up, and then its model says
 * what came of it. So a call has what every run has: a log that can be followed, one executor at a time, a stop, and no second
 * time. To be called in a transaction.
 *
 * @throws AppError as `beginRun` does.
 */
export async function beginCall(stores: Stores, principal: Principal, request: CallRequest): Promise<Run> {
  const { tool: name, input, effect, signer, ...question } = request;
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
  if (signer) {
    const call = { runId, toolCallId, tool: name, input };
    const approval = { id: newId(), ...call, effect, signature: signer.sign(call), expiresInSeconds: approvalSeconds };
    await stores.approvals.request(principal, approval);
    await stores.approvals.decide(principal, approval.id, { decision: 'approve' });
    const details = { tool: name, runId };
    const { workspaceId } = run;
    await stores.audit.append(principal, { kind: 'tool_call_approved', subjectId: approval.id, workspaceId, details });
  }
  return run;
}
