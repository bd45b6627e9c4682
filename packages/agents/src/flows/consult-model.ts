import {
  AppError,
  runToolLoop,
  toJsonText,
  untrustedRule,
  userMessage,
  type AgenticResult,
  type CallMade,
  type CallOutcomeChange,
  type JsonValue,
  type LoopEvent,
  type LoopJournal,
  type ToolExecutionContext,
} from '@shipmate/core';
import type { EvidenceCall } from '@shipmate/domain/cluster';
import { requireAllowance } from '@shipmate/domain/use-cases';
import { costOf } from '@shipmate/providers';
import { observeLoop } from '@shipmate/runtime';
import type { z } from 'zod';
import { openRunBudget } from '../run/budget/run-budget.ts';
import { toPricedModel } from '../run/budget/to-priced-model.ts';
import { toStorable } from '../run/log/to-storable.ts';
import { createConsultationBill, type ConsultationBill, type ConsultationCost } from './consultation-bill.ts';
import type { FlowPorts } from './flow.ts';
import { inContext } from './in-context.ts';
import { makeOpeningCall, type Opening, type OpeningCall } from './opening-call.ts';

/** A question of a flow to its model. */
interface Consultation<Output> {
  /** The kind of question; used in traces. */
  readonly operation: string;
  readonly systemPrompt: string;
  readonly question: string;
  /** Returns the schema of the answer. `calls` are the calls that the model has made when it answers. */
  readonly output: (calls: readonly EvidenceCall[]) => z.ZodType<Output>;
  /** The model's id; the default model when absent. */
  readonly model?: string | undefined;
  /** Names of the read-only tools that the model may call; all of them by default. */
  readonly tools?: readonly string[];
  /** Kubeconfig context of every call; the current context when absent. */
  readonly cluster?: string | undefined;
  /** Calls that are made before the first turn; the model receives their results. */
  readonly opening?: Opening;
  readonly maxIterations?: number;
  readonly context: Omit<ToolExecutionContext, 'toolCallId'>;
  /** Calls that were made earlier for this question. They also count as evidence, and their ids are taken. */
  readonly knownCalls?: readonly EvidenceCall[];
  /** Records the consultation in the log of a run, which counts its cost; without it, only the cost is counted. */
  readonly log?: ConsultationLog;
}

/** The log of the run in which a model is consulted. */
export interface ConsultationLog {
  /** The number of turns that the run has taken already. */
  readonly turnsTaken: number;
  readonly onEvent: (event: LoopEvent) => void;
  /** Stores and counts each turn, and stores its calls. */
  readonly journal: LoopJournal;
  /** Called with each call that is evidence, before its result is stored; the opening call belongs to no turn. */
  readonly onCall: (call: EvidenceCall, toolCallId: string | undefined) => Promise<void>;
  /** Counts requests that belong to no turn because they failed; called once for each model. */
  readonly countRest: (cost: ConsultationCost) => Promise<void>;
}

/** The answer of a model and the tool calls that it is based on. */
export interface Consulted<Output> {
  readonly answer: Output;
  readonly calls: readonly EvidenceCall[];
}

/**
 * Lets the model call read-only tools and answer in a schema. Each result is labelled with an id that the answer can
 * cite. The cost is counted as usage.
 *
 * @throws AppError `ABORTED`; `RATE_LIMITED` when a spend limit is exhausted; the model's error; an error when the
 * model gives no valid answer.
 */
export async function consultModel<Output>(
  { models, unitOfWork, tools }: FlowPorts,
  consultation: Consultation<Output>,
): Promise<Consulted<Output>> {
  const { operation, systemPrompt, question, opening, maxIterations = 25, context } = consultation;
  const { log, knownCalls = [] } = consultation;
  const { principal, signal } = context;
  const model = models.get(consultation.model);
  const priced = toPricedModel(model.id);
  const allowance = await openRunBudget({
    read: () => unitOfWork.stores.spend.listLimitedWindows(principal),
    model: priced,
    fallbackModels: models.fallbacksOf?.(model.id) ?? [],
  });
  const countSpent = ({ usage, ...spent }: ConsultationCost): Promise<void> =>
    unitOfWork.stores.spend.count(principal, { ...usage, ...spent });
  const bill = createConsultationBill(log?.countRest ?? countSpent);
  const calls: EvidenceCall[] = [...knownCalls];
  const offered = inContext(
    tools.filter(({ name, worstEffect }) => worstEffect === 'read' && isWanted(consultation.tools, name)),
    consultation.cluster,
  );

  /** Stores a call as evidence and returns its result as the model receives it. */
  async function keep(
    { tool, input, isError, toolCallId }: Omit<EvidenceCall, 'id' | 'output'> & { readonly toolCallId?: string },
    text: string,
  ): Promise<string> {
    const id = `c${calls.length + 1}`;
    const output = text.length > maxKept ? `${text.slice(0, maxKept)}\n[the rest is not kept]` : text;
    const made = toStorable({ id, tool, input, output, isError });
    calls.push(made);
    context.report?.(
      `${id} ${made.tool} ${toJsonText(made.input).slice(0, maxReported)}${isError ? ': failed' : ''}\n`,
    );
    await log?.onCall(made, toolCallId);
    return `[call ${id}]\n${text}`;
  }

  async function label({ call, outcome }: CallMade): Promise<CallOutcomeChange | undefined> {
    if (call.name === finishTool) return undefined;
    const { text, isError } = outcome;
    return {
      ...outcome,
      text: await keep({ tool: call.name, input: call.input as JsonValue, isError, toolCallId: call.id }, text),
    };
  }

  /** Makes a call before the first turn; an unknown tool is a failure of the call. */
  async function make({ tool: name, input }: OpeningCall): ReturnType<typeof makeOpeningCall> {
    const tool = offered.find((each) => each.name === name);
    if (tool === undefined) return { text: `The tool ${name} is not available.`, isError: true };
    return makeOpeningCall(tool, input, { ...context, toolCallId: globalThis.crypto.randomUUID() });
  }

  async function open(): Promise<readonly string[]> {
    if (opening === undefined || !offered.some(({ name }) => name === opening.call.tool)) return [];
    const first = await make(opening.call);
    const further = first.isError ? [] : (opening.follow?.(first.output) ?? []);
    const made = [
      { call: opening.call, result: first },
      ...(await Promise.all(further.map(async (call) => ({ call, result: await make(call) })))),
    ];
    const texts: string[] = [];
    for (const { call, result } of made) {
      const text = await keep({ ...call, isError: result.isError }, result.text);
      texts.push(`${call.tool} ${toJsonText(call.input)} was called for you.\n${text}`);
    }
    return texts;
  }

  const { conversationId, runId } = context;
  const telemetry = observeLoop({ agentName: operation, conversationId, runId, costOf });
  const result = await runToolLoop(model, {
    operation,
    systemPrompt: `${systemPrompt}\n\n${untrustedRule}`,
    messages: [...(await open()), question].map(userMessage),
    tools: telemetry.activate(offered),
    onEvent: telemetry.onEvent,
    context,
    signal,
    output: consultation.output(calls),
    maxIterations: (log?.turnsTaken ?? 0) + maxIterations,
    budget: allowance.budget,
    journal: allowance.follow(log ? withBill(log.journal, bill) : bill.journal),
    ...(log && { turnsTaken: log.turnsTaken, onEvent: log.onEvent }),
    costOf,
    fallbackModels: allowance.fallbackModels,
    hooks: { afterToolCall: label },
  });
  await bill.settle(result.steps);
  if (result.output === undefined) {
    if (result.stopReason === 'budget') await requireAllowance(unitOfWork.stores, principal, priced);
    throw toFailure(result, signal);
  }
  return { answer: result.output, calls };
}

/** A journal that counts the turns itself. */
function withBill(journal: LoopJournal, bill: ConsultationBill): LoopJournal {
  return {
    ...journal,
    async turnEnded(ended) {
      await journal.turnEnded(ended);
      bill.skip(ended.steps);
    },
  };
}

/** Maximum length of a call's input in progress output, in characters. */
const maxReported = 200;

/** Maximum length of a result that is kept as evidence, in characters. */
const maxKept = 16_000;
const finishTool = 'submit_answer';

function isWanted(names: readonly string[] | undefined, name: string): boolean {
  return names === undefined || names.includes(name);
}

/** The tool that rejected the answer reports the reason. */
function toFailure({ error, stopReason, toolCallsExecuted }: AgenticResult<unknown>, signal: AbortSignal): AppError {
  if (signal.aborted) return new AppError({ code: 'ABORTED', message: 'The run was cancelled.' });
  const refused = toolCallsExecuted.findLast(({ tool, isError }) => tool === finishTool && isError);
  const why = refused ? ` ${String((refused.output as { readonly error?: unknown }).error)}` : '';
  return new AppError({
    code: error?.code ?? 'EXTERNAL_API_ERROR',
    message: `${error?.message ?? `The model ended without an answer (${stopReason}).`}${why}`,
    cause: error,
  });
}
