import { isDeepStrictEqual } from 'node:util';
import { AppError, createToolExecutionContext, type JsonValue, previewCall } from '@shipmate/core';
import type { Approval, AskedApproval, CallApprovals } from '@shipmate/domain/approval';
import type { RunNotifications } from '@shipmate/domain/run';
import { askForCall, type EnqueueCallResources } from './enqueue-call.ts';
import { createRunLog } from '../../run/log/run-log.ts';
import { createCallResults } from './call-results.ts';
import { openApprovalSigner } from '../../approval/open-approval-signer.ts';

/** Resources for {@link createCallApprovals}. */
export interface CallApprovalResources extends EnqueueCallResources {
  readonly notifications: RunNotifications;
  /** How long a request waits for the result of an approved call. Default 30 000. */
  readonly resultTimeoutMs?: number;
}

/** Maximum number of pending calls of one user. */
const maxPending = 50;

/** Creates the approvals of calls over HTTP: a call that is asked about is made by a run, once a person approves it. */
export function createCallApprovals(resources: CallApprovalResources): CallApprovals {
  const { unitOfWork, notifications, resultTimeoutMs = 30_000 } = resources;
  const { approvals, runs } = unitOfWork.stores;
  const results = createCallResults({
    runs,
    runLog: createRunLog({ unitOfWork, notifications }),
    timeoutMs: resultTimeoutMs,
  });

  return {
    async ask(principal, { tool, input }) {
      const pending = await approvals.listPending(principal);
      const known = pending.find((each) => each.tool === tool.name && isDeepStrictEqual(each.input, input));
      if (known) return toAsked(known);
      if (pending.length >= maxPending) throw tooManyPending();
      const preview = await previewCall(tool, input, createToolExecutionContext({ principal }));
      const message = `Call ${tool.name} as requested over the API, and report the result.`;
      const call = { tool: tool.name, input: input as JsonValue, message, preview };
      const { approvalId } = await askForCall(resources, principal, call);
      return toAsked(await approvals.get(principal, approvalId));
    },

    async isApproved(principal, { tool, input, runId, toolCallId }) {
      const approval = await approvals.findForCall(principal, { runId, toolCallId });
      if (approval?.status !== 'used') return false;
      const calls = await runs.listToolCalls(runId);
      const isBeingMade = calls.some((call) => call.toolCallId === toolCallId && call.status === 'running');
      const signer = await openApprovalSigner(unitOfWork);
      return isBeingMade && signer.verify({ runId, toolCallId, tool: tool.name, input }, approval.signature);
    },

    async resultOf(principal, { tool, input, approvalId, signal }) {
      const approval = await approvals.get(principal, approvalId);
      const { runId, toolCallId, signature } = approval;
      const signer = await openApprovalSigner(unitOfWork);
      if (!signer.verify({ runId, toolCallId, tool: tool.name, input }, signature)) throw forAnotherCall();
      return results.read({ tool, approval, asked: toAsked(approval) }, signal);
    },
  };
}

function toAsked({ id: approvalId, runId, effect, preview, expiresAt }: Approval): AskedApproval {
  return { approvalId, runId, effect, preview, expiresAt };
}

function forAnotherCall(): AppError {
  return new AppError({
    code: 'CONFLICT',
    message: 'The approval is for another call. Send the tool and the input that were approved.',
  });
}

function tooManyPending(): AppError {
  return new AppError({
    code: 'RATE_LIMITED',
    message: `${maxPending} calls wait for a decision. Decide about some of them, or stop their runs.`,
  });
}
