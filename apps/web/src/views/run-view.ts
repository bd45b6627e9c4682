import { noUsage, type Message, textOf } from '@shipmate/core';
import type { Approval } from '@shipmate/domain/approval';
import type { ClientContext, Conversation } from '@shipmate/domain/conversation';
import type { RunListing, RunRetry, RunStep, RunToolCall } from '@shipmate/domain/run';
import { remediationSummarySchema } from '@shipmate/protocol/web/remediations';
import type { RunStepView, RunSummary, RunToolCallView, RunTrace } from '@shipmate/protocol/web/runs';
import { isEstimated } from '../cost/describe-tokens.ts';
import { toApprovalView } from './approval-view.ts';
import { costOfRun } from './run-cost.ts';

const remediationPartSchema = remediationSummarySchema.pick({ issue: true, status: true });

/** Returns a run for lists. */
export function toRunSummary(listing: RunListing): RunSummary {
  const { run, conversationTitle, workspaceName, remediation, rule } = listing;
  const { id, kind, conversationId, workspaceId, model, origin, status, usage } = run;
  return {
    id,
    kind,
    conversationId,
    conversationTitle,
    workspaceId,
    workspaceName,
    model,
    rule,
    remediation: remediation && remediationPartSchema.parse(remediation),
    origin,
    status,
    isStopping: run.stopRequestedAt !== null && run.endedAt === null,
    usage,
    isUsageEstimated: isEstimated(model),
    costUsd: run.endedAt === null ? null : (costOfRun(run) ?? null),
    createdAt: run.createdAt.toISOString(),
    endedAt: run.endedAt?.toISOString() ?? null,
  };
}

/** Parts of {@link toRunTrace}. */
export interface RunParts {
  readonly listing: RunListing;
  /** Undefined for a kind without a conversation. */
  readonly conversation: Conversation | undefined;
  readonly clientContext: ClientContext | null;
  readonly question: Message | undefined;
  /** True when the conversation has a later question. */
  readonly isPast: boolean;
  readonly steps: readonly RunStep[];
  readonly calls: readonly RunToolCall[];
  readonly approvals: readonly Approval[];
}

/** Returns the trace of a run, step by step; an unfinished turn has the calls made so far. */
export function toRunTrace({ listing, steps, calls, ...parts }: RunParts): RunTrace {
  const { errorCode, errorMessage, persona, retryOf, stopReason } = listing.run;
  const keptTurns = retryOf?.keptTurns ?? 0;
  const taken = new Set(steps.map(({ turn }) => turn));
  const open = new Set(calls.map(({ turn }) => turn).filter((turn) => !taken.has(turn)));
  const callsOf = (turn: number) => calls.filter((call) => call.turn === turn).map(toToolCallView);
  const unanswered = steps.findIndex(({ messages }) => messages.at(-1)?.role !== 'tool');
  const lastRetryStep = unanswered === -1 ? steps.length : unanswered;
  return {
    run: toRunSummary(listing),
    contextType: parts.conversation?.contextType ?? 'cluster',
    clientContext: parts.clientContext,
    persona,
    question: parts.question ? textOf(parts.question) : (listing.remediation?.issue ?? null),
    stopReason,
    error: errorCode !== null && errorMessage !== null ? { code: errorCode, message: errorMessage } : null,
    retryOf: retryOf && toRetryView(retryOf),
    steps: [
      ...steps.map((step) => ({ ...toStepView(step), isKept: step.turn < keptTurns, toolCalls: callsOf(step.turn) })),
      ...[...open].map((turn) => ({ ...openStep, turn, toolCalls: callsOf(turn) })),
    ],
    approvals: parts.approvals.map(toApprovalView),
    lastRetryStep: parts.conversation ? lastRetryStep : 0,
    retryBranches: parts.isPast,
  };
}

/** Returns which run a run retries: its first new step follows the steps that it keeps. */
export function toRetryView({ runId, keptTurns }: RunRetry): NonNullable<RunTrace['retryOf']> {
  return { runId, fromStep: keptTurns };
}

const openStep = {
  model: null,
  text: '',
  usage: noUsage,
  costUsd: null,
  startedAt: null,
  durationMs: null,
  isKept: false,
} as const;

function toStepView(step: RunStep): Omit<RunStepView, 'isKept' | 'toolCalls'> {
  const { turn, model, usage, costUsd, messages, startedAt, endedAt } = step;
  const said = messages.findLast(({ role }) => role === 'assistant');
  return {
    turn,
    model,
    text: said ? textOf(said) : '',
    usage,
    costUsd,
    startedAt: startedAt.toISOString(),
    durationMs: endedAt.getTime() - startedAt.getTime(),
  };
}

function toToolCallView(call: RunToolCall): RunToolCallView {
  const { toolCallId, name, input, effect, status, result, startedAt } = call;
  return {
    toolCallId,
    name,
    input,
    effect,
    status,
    output: result?.part.output ?? null,
    startedAt: startedAt.toISOString(),
    durationMs: result?.durationMs ?? null,
  };
}
