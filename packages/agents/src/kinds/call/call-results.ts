import { AppError, type BoundTool, type ToolResult } from '@shipmate/core';
import type { Approval, AskedApproval } from '@shipmate/domain/approval';
import type { RunStore, RunToolCall } from '@shipmate/domain/run';
import { approvalRequired } from '@shipmate/protocol/tools';
import type { RunLog } from '../../run/log/run-log.ts';

/** A call and the current state of its approval. */
export interface ApprovedCall {
  readonly tool: BoundTool;
  readonly approval: Approval;
  readonly asked: AskedApproval;
}

/** Reads the results of calls that runs make once they are approved. */
export interface CallResults {
  /** @throws AppError as `CallApprovals.resultOf` does */
  read(call: ApprovedCall, signal: AbortSignal): Promise<ToolResult>;
}

/** Resources for {@link createCallResults}. */
export interface CallResultsOptions {
  readonly runs: Pick<RunStore, 'listToolCalls'>;
  readonly runLog: Pick<RunLog, 'tail'>;
  readonly timeoutMs: number;
}

/** Creates the reader of results; it waits for a call that is approved and not made yet. */
export function createCallResults({ runs, runLog, timeoutMs }: CallResultsOptions): CallResults {
  async function find({ runId, toolCallId }: Approval): Promise<RunToolCall | undefined> {
    return (await runs.listToolCalls(runId)).find((call) => call.toolCallId === toolCallId);
  }

  /** Resolves once the call's result is stored, its outcome is unknown, its run has ended, or the signal aborts. */
  async function settled({ runId, toolCallId }: Approval, signal: AbortSignal): Promise<void> {
    for await (const { event } of runLog.tail(runId, { signal })) {
      if (event.type === 'run_ended') return;
      if ((event.type === 'tool_result' || event.type === 'tool_call_unknown') && event.toolCallId === toolCallId)
        return;
    }
  }

  return {
    async read(call, signal) {
      requireApproved(call);
      const { approval } = call;
      await settled(approval, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]));
      return toResult(await find(approval), call);
    },
  };
}

function requireApproved({ tool, approval: { status, reason }, asked }: ApprovedCall): void {
  switch (status) {
    case 'approved':
    case 'used':
      return;
    case 'pending':
      throw approvalRequired(tool, asked);
    case 'expired':
      throw new AppError({
        code: 'GONE',
        message: 'The approval expired before a person decided. Send the call again without it.',
      });
    case 'cancelled':
      throw conflict('The run of this call was stopped before the call was made.', asked);
    case 'denied':
      throw conflict(`A person denied this call${reason === null ? '.' : `: ${reason}`}`, asked);
  }
}

function toResult(call: RunToolCall | undefined, { approval, asked }: ApprovedCall): ToolResult {
  const { id: approvalId, runId } = approval;
  if (call?.status === 'unknown') {
    throw conflict(`It is unknown whether this call took effect. Settle it on the page of run ${runId}.`, asked);
  }
  if (call?.result == null) {
    throw new AppError({
      code: 'TIMEOUT',
      message: `The call is approved and run ${runId} has not made it yet. Send the same call with the same approval again.`,
      details: { approvalId, runId },
    });
  }
  const { output, isError } = call.result.part;
  const metadata = { approvalId, runId };
  if (isError) return { success: false, error: output, metadata: { ...metadata, recoverable: false } };
  return { success: true, data: { text: output }, metadata };
}

function conflict(message: string, { approvalId, runId }: AskedApproval): AppError {
  return new AppError({ code: 'CONFLICT', message, details: { approvalId, runId } });
}
