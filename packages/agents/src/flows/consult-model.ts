import {
  AppError,
  runToolLoop,
  toJsonText,
  userMessage,
  type AgenticResult,
  type CallMade,
  type CallOutcomeChange,
  type JsonValue,
  type ToolExecutionContext,
} from '@shipmate/core';
import { requireAllowance, type EvidenceCall } from '@shipmate/domain';
import { costOf } from '@shipmate/providers';
import type { z } from 'zod';
import { toPricedModel } from '../run/to-priced-model.ts';
import { toStorable } from '../run/to-storable.ts';
import type { FlowPorts } from './flow.ts';

/** What a flow asks its model. */
export interface Consultation<Output> {
  /** Names the kind of question in traces. */
  readonly operation: string;
  readonly systemPrompt: string;
  readonly question: string;
  /** The answer's shape. `calls` are those that the model has made by the time that it answers. */
  readonly output: (calls: readonly EvidenceCall[]) => z.ZodType<Output>;
  /** The model's id; the default model when absent. */
  readonly model?: string | undefined;
  /** Names of the tools that the model gets, of those that read; all of them by default. */
  readonly tools?: readonly string[];
  readonly maxIterations?: number;
  readonly context: Omit<ToolExecutionContext, 'toolCallId'>;
  /** Calls that were made for this question before: evidence, too, and their ids are taken. */
  readonly knownCalls?: readonly EvidenceCall[];
  /** Told of each call once it is answered, and waited for. */
  readonly onCall?: (call: EvidenceCall) => Promise<void>;
}

/** What a model said, and what it looked at for it. */
export interface Consulted<Output> {
  readonly answer: Output;
  readonly calls: readonly EvidenceCall[];
}

/**
 * Has the model look at what it needs with tools that read, and answer in a shape. Each result is labelled with the id by which
 * the answer can refer to it. What it costs is counted.
 *
 * @throws AppError `ABORTED`; `RATE_LIMITED` when a spend limit is used up; as the model fails, or gives no such answer.
 */
export async function consultModel<Output>(
  { models, unitOfWork, tools }: FlowPorts,
  consultation: Consultation<Output>,
): Promise<Consulted<Output>> {
  const { operation, systemPrompt, question, maxIterations = 25, context, onCall, knownCalls = [] } = consultation;
  const { principal, signal } = context;
  const model = models.get(consultation.model);
  await requireAllowance(unitOfWork.stores, principal, toPricedModel(model.id));
  const calls: EvidenceCall[] = [...knownCalls];

  async function label({ call, outcome }: CallMade): Promise<CallOutcomeChange | undefined> {
    if (call.name === finishTool) return undefined;
    const { text, isError } = outcome;
    const id = `c${calls.length + 1}`;
    const output = text.length > maxKept ? `${text.slice(0, maxKept)}\n[the rest is not kept]` : text;
    const made = toStorable({ id, tool: call.name, input: call.input as JsonValue, output, isError });
    calls.push(made);
    context.report?.(
      `${id} ${made.tool} ${toJsonText(made.input).slice(0, maxReported)}${isError ? ': failed' : ''}\n`,
    );
    await onCall?.(made);
    return { ...outcome, text: `[call ${id}]\n${text}` };
  }

  const result = await runToolLoop(model, {
    operation,
    systemPrompt,
    messages: [userMessage(question)],
    tools: tools.filter(({ name, worstEffect }) => worstEffect === 'read' && isWanted(consultation.tools, name)),
    context,
    signal,
    output: consultation.output(calls),
    maxIterations,
    costOf,
    hooks: { afterToolCall: label },
  });
  const { usage } = result;
  await unitOfWork.stores.spend.count(principal, { ...usage, model: model.id, costUsd: result.costUsd ?? null });
  if (result.output === undefined) throw toFailure(result, signal);
  return { answer: result.output, calls };
}

/** Characters of an input that whoever watches is told. */
const maxReported = 200;

/** Characters of a result that are kept as evidence. */
const maxKept = 16_000;
const finishTool = 'submit_answer';

function isWanted(names: readonly string[] | undefined, name: string): boolean {
  return names === undefined || names.includes(name);
}

/** What was wrong with the answer is said by the tool that refused it. */
function toFailure({ error, stopReason, toolCallsExecuted }: AgenticResult<unknown>, signal: AbortSignal): AppError {
  if (signal.aborted) return new AppError({ code: 'ABORTED', message: 'The work was stopped.' });
  const refused = toolCallsExecuted.findLast(({ tool, isError }) => tool === finishTool && isError);
  const why = refused ? ` ${String((refused.output as { readonly error?: unknown }).error)}` : '';
  return new AppError({
    code: error?.code ?? 'EXTERNAL_API_ERROR',
    message: `${error?.message ?? `The model ended without an answer (${stopReason}).`}${why}`,
    cause: error,
  });
}
