import { isDeepStrictEqual } from 'node:util';
import { createToolExecutionContext, type JsonValue } from '@shipmate/core';
import type { CallApprovals } from '@shipmate/server';
import { askForCall, type EnqueueCallResources } from '../run/enqueue-call.ts';
import { openApprovalSigner } from './open-approval-signer.ts';

/** Approvals of calls over HTTP: a call that is asked about is made by a run, once somebody approves it. */
export function createCallApprovals(resources: EnqueueCallResources): CallApprovals {
  const { unitOfWork } = resources;
  const { approvals, runs } = unitOfWork.stores;
  return {
    async ask(principal, { tool, input }) {
      const waiting = await approvals.listPending(principal);
      const known = waiting.find((each) => each.tool === tool.name && isDeepStrictEqual(each.input, input));
      if (known) return { approvalId: known.id, runId: known.runId };
      const preview = await tool.preview?.(input, createToolExecutionContext({ principal }));
      const message = `Call ${tool.name} as a program of mine asked for it, and tell me what came of it.`;
      return askForCall(resources, principal, { tool: tool.name, input: input as JsonValue, message, preview });
    },

    async isApproved(principal, { tool, input, runId, toolCallId }) {
      const approval = await approvals.findForCall(principal, { runId, toolCallId });
      if (approval?.status !== 'used') return false;
      const calls = await runs.listToolCalls(runId);
      const isBeingMade = calls.some((call) => call.toolCallId === toolCallId && call.status === 'running');
      const signer = await openApprovalSigner(unitOfWork);
      return isBeingMade && signer.verify({ runId, toolCallId, tool: tool.name, input }, approval.signature);
    },
  };
}
