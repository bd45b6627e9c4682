import {
  type ApprovalDecision,
  type CallToApprove,
  type FencedText,
  type JsonValue,
  type Message,
  type Principal,
  previewCall,
  readFences,
  textOf,
  toAppError,
  toolCallsOf,
} from '@shipmate/core';
import { newId, type Stores, type UnitOfWork } from '@shipmate/domain';
import { isGrantable } from '@shipmate/domain/access';
import type { Approval, NewApproval } from '@shipmate/domain/approval';
import type { ConversationRun, RunEvent } from '@shipmate/domain/run';
import { findValueOrigins, toUntrustedTexts, type ValueOrigin } from '@shipmate/domain/untrusted';
import { describeChartContext, toChartContext } from '@shipmate/tools/chart';
import type { RunRecorder } from '../run/log/run-recorder.ts';
import type { ApprovalSigner, SignedCall } from './approval-signer.ts';

/** Determines which calls need a person's approval. Reads never do, destructive calls always do. */
export interface ApprovalPolicy {
  readonly write: 'allow' | 'ask';
}

/** Options for {@link createApprovalGate}. */
interface ApprovalGateOptions {
  readonly unitOfWork: UnitOfWork;
  readonly signer: ApprovalSigner;
  /** Records requests for approval in the run's log. */
  readonly recorder: RunRecorder;
  readonly run: ConversationRun;
  readonly principal: Principal;
  readonly policy: ApprovalPolicy;
  /** The conversation up to the run's question. Default none. */
  readonly history?: readonly Message[];
  /** How long a person has to decide, in seconds. Default one day. */
  readonly expiresInSeconds?: number;
}

const oneDay = 24 * 60 * 60;

/**
 * Creates the gate for the calls of one run. It decides by stored approvals and requests one for a call that needs it
 * and has none.
 */
export function createApprovalGate(options: ApprovalGateOptions): (call: CallToApprove) => Promise<ApprovalDecision> {
  const { unitOfWork, signer, recorder, run, principal, policy, history = [], expiresInSeconds = oneDay } = options;
  const { approvals, grants } = unitOfWork.stores;

  async function isGranted({ tool, effect }: CallToApprove): Promise<boolean> {
    if (run.workspaceId === null || !isGrantable(tool, effect)) return false;
    return (await grants.find(principal, run.workspaceId, tool.name)) !== undefined;
  }

  /** Requests approval of a call; the log records a call that waits for a person. */
  async function ask(call: CallToApprove, signed: SignedCall, preview: string | undefined): Promise<Approval> {
    const { effect, turn, input } = call;
    const approval: NewApproval = {
      id: newId(),
      ...signed,
      input: input as JsonValue,
      effect,
      isGrantable: isGrantable(call.tool, effect),
      preview,
      origins: await findCallOrigins(unitOfWork.stores, { run, principal, history, input }),
      signature: signer.sign(signed),
      expiresInSeconds,
      ...((await isGranted(call)) && { approvedBy: 'grant' }),
    };
    const isAsked = approval.approvedBy === undefined;
    await recorder.store(
      async (stores) => {
        await stores.approvals.request(principal, approval);
        if (!isAsked) await auditApproval(stores, approval);
      },
      isAsked ? toRequiredEvent(turn, approval) : undefined,
    );
    return approvals.get(principal, approval.id);
  }

  /** An approval by a standing grant is audited like one by a person. */
  async function auditApproval({ audit }: Stores, { id, tool, approvedBy }: NewApproval): Promise<void> {
    const details = { tool, runId: run.id, ...(approvedBy && { by: approvedBy }) };
    const { workspaceId } = run;
    await audit.append(principal, { kind: 'tool_call_approved', subjectId: id, workspaceId, details });
  }

  return async (call) => {
    const { effect, tool, input } = call;
    if (effect === 'read' || (effect === 'write' && policy.write === 'allow')) return 'allow';
    const signed = { runId: run.id, toolCallId: call.call.id, tool: tool.name, input };
    const known = await approvals.findForCall(principal, signed);
    const tried = known === undefined ? await tryCall(call) : {};
    if ('deny' in tried) return tried;
    const approval = known ?? (await ask(call, signed, tried.preview));
    return signer.verify(signed, approval.signature)
      ? toDecision(approval)
      : { deny: 'its approval is for another call.' };
  };
}

function toRequiredEvent(turn: number, { id: approvalId, toolCallId, tool: name }: NewApproval): RunEvent {
  return { type: 'approval_required', turn, toolCallId, name, approvalId };
}

function toDecision({ status, reason }: Approval): ApprovalDecision {
  switch (status) {
    case 'pending':
      return 'ask';
    case 'approved':
    // A call begins and its approval is used in one transaction, and a call with a known result never gets here: this
    // one was interrupted, and may be repeated automatically or by a person's decision.
    case 'used':
      return 'allow';
    case 'denied':
      return { deny: reason === null ? 'the user declined it.' : `the user declined it: ${reason}` };
    case 'expired':
      return { deny: 'its approval expired before a person decided.' };
    case 'cancelled':
      return { deny: 'its run was stopped.' };
  }
}

/** A call that a run is about to make. */
interface OriginQuestion {
  readonly run: Pick<ConversationRun, 'id' | 'conversationId' | 'workspaceId'>;
  readonly principal: Principal;
  /** The conversation up to the run's question. */
  readonly history: readonly Message[];
  readonly input: unknown;
}

/** Finds the values of a call that come from untrusted text which its conversation has read. */
async function findCallOrigins(
  stores: Pick<Stores, 'runs' | 'workspaces' | 'clientConversations'>,
  { run, principal, history, input }: OriginQuestion,
): Promise<readonly ValueOrigin[]> {
  const { runs, workspaces, clientConversations } = stores;
  const context = await clientConversations.findContext(principal, run.conversationId);
  const detail = run.workspaceId === null ? undefined : await workspaces.getDetail(principal, run.workspaceId);
  const chart = detail === undefined ? [] : readFences(describeChartContext(toChartContext(detail))).fenced;
  const calls = await runs.listToolCalls(run.id);
  const read = calls.flatMap((call) =>
    call.result === null ? [] : toUntrustedTexts({ input: call.input, output: call.result.part.output }),
  );
  const shown: readonly FencedText[] = context ? [{ source: 'client', text: JSON.stringify(context) }] : [];
  const asked = history.filter(({ role }) => role === 'user').map((message) => readFences(textOf(message)));
  return findValueOrigins({
    action: input,
    untrusted: [...shown, ...chart, ...asked.flatMap(({ fenced }) => fenced), ...readHistory(history), ...read],
    own: asked.map(({ outside }) => outside),
  });
}

/** Returns the untrusted texts in results of earlier runs. */
function readHistory(history: readonly Message[]): readonly FencedText[] {
  const inputs = new Map<string, unknown>();
  return history.flatMap((message) => {
    if (message.role === 'assistant') for (const call of toolCallsOf(message)) inputs.set(call.id, call.input);
    if (message.role !== 'tool') return [];
    return message.content.flatMap(({ id, output }) => toUntrustedTexts({ input: inputs.get(id), output }));
  });
}

/**
 * Previews a call for the person who decides on it. A call whose preview fails needs no decision: the model receives
 * the error.
 */
async function tryCall({
  tool,
  input,
  context,
}: CallToApprove): Promise<{ readonly preview?: string } | { readonly deny: string }> {
  try {
    const preview = await previewCall(tool, input, context);
    return preview === undefined ? {} : { preview };
  } catch (thrown) {
    if (context.signal.aborted) throw thrown;
    return { deny: `it cannot be made: ${toAppError(thrown).message}` };
  }
}
