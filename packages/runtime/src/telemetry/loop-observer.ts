import { context, SpanKind, trace, type Attributes, type Context } from '@opentelemetry/api';
import { estimateTokens, toJsonText, type LoopEvent, type Message, type Usage } from '@shipmate/core';
import { toGenAiInstructions, toGenAiMessages } from './gen-ai-contents.ts';
import { genAiAttributes as names, genAiOperations, shipmateNames, toGenAiModel } from './gen-ai-names.ts';
import type { LoopCounters } from './gen-ai-histograms.ts';
import { Operation, type OperationRecorder, type OperationStart } from './operation.ts';
import { withRunTrace } from './run-trace.ts';

/** One run of a loop, as recorded in its spans. */
export interface ObservedRun {
  /** The kind of agent: `chart`, for example. */
  readonly agentName?: string;
  readonly conversationId?: string | undefined;
  /** Gives a new trace its id. */
  readonly runId?: string | undefined;
  /** Returns the cost of an answer in US dollars, if the price of its model is known. */
  readonly costOf?: ((model: string, usage: Usage) => number | undefined) | undefined;
  /** Recorded only if contents are recorded. */
  readonly systemPrompt?: string;
  /** Recorded only if contents are recorded. */
  readonly messages?: readonly Message[];
}

/** Options for {@link LoopObserver}. */
interface LoopObserverOptions extends OperationRecorder {
  readonly parent: Context;
  readonly recordContents: boolean;
  readonly counters: LoopCounters | undefined;
  readonly run: ObservedRun;
}

type EventOf<Type extends LoopEvent['type']> = Extract<LoopEvent, { type: Type }>;

/**
 * Converts the events of one loop to spans: the agent's, with a child for each answer of a model and each tool call.
 */
export class LoopObserver {
  readonly #options: LoopObserverOptions;
  readonly #tools = new Map<string, Operation>();
  readonly #calls = new Set<string>();
  #agent: Operation | undefined;
  #model = '';
  #chat: { readonly model: string; readonly operation: Operation; hasBegun: boolean } | undefined;

  constructor(options: LoopObserverOptions) {
    this.#options = options;
  }

  /** Returns the context of a running tool call, in which its span is active. */
  contextOf(toolCallId: string): Context {
    const operation = this.#tools.get(toolCallId);
    return operation === undefined ? context.active() : trace.setSpan(context.active(), operation.span);
  }

  observe(event: LoopEvent): void {
    switch (event.type) {
      case 'turn_start':
        return this.#startChat(event.model);
      case 'turn_restarted':
        return this.#restartChat(event);
      case 'content_delta':
      case 'thinking_delta':
      case 'tool_call_start':
        return this.#beginAnswer();
      case 'turn_end':
        return this.#endChat(event);
      case 'tool_call':
        return this.#startTool(event);
      case 'tool_result':
        return this.#endTool(event);
      case 'loop_end':
        return this.#end(event);
      default:
    }
  }

  #agentOperation(): Operation {
    return (this.#agent ??= this.#startAgent());
  }

  #startAgent(): Operation {
    const { run } = this.#options;
    const { agentName, conversationId, runId, systemPrompt, messages } = run;
    const parent = withRunTrace(this.#options.parent, runId);
    const start: OperationStart = {
      type: genAiOperations.invokeAgent,
      subject: agentName,
      parent,
      dimensions: given(names.agentName, agentName),
      details: {
        ...given(names.conversationId, conversationId),
        ...given(shipmateNames.runId, runId),
        ...this.#content(names.systemInstructions, systemPrompt && (() => toGenAiInstructions(systemPrompt))),
        ...this.#content(names.inputMessages, messages && (() => toGenAiMessages(messages))),
      },
    };
    return context.with(parent, () => new Operation(this.#options, start));
  }

  #startChat(id: string): void {
    const { model } = toGenAiModel(id);
    this.#model = model;
    const operation = new Operation(this.#options, {
      type: genAiOperations.chat,
      subject: model,
      kind: SpanKind.CLIENT,
      parent: this.#withinAgent(),
      dimensions: toModelDimensions(id),
      details: { [names.requestStream]: true },
    });
    this.#chat = { model: id, operation, hasBegun: false };
  }

  /** A retried request is the same operation, unless it goes to another model. */
  #restartChat({ model, reason, error }: EventOf<'turn_restarted'>): void {
    const { operation } = this.#chat ?? {};
    operation?.span.addEvent(shipmateNames.turnRestarted, {
      [shipmateNames.restartReason]: reason,
      ...given(names.errorType, error?.code),
    });
    if (this.#chat?.model === model) return;
    operation?.end({}, { type: error?.code ?? reason });
    this.#startChat(model);
  }

  #beginAnswer(): void {
    if (this.#chat === undefined || this.#chat.hasBegun) return;
    this.#chat.hasBegun = true;
    const seconds = this.#chat.operation.elapsed();
    this.#chat.operation.span.setAttribute(names.timeToFirstChunk, seconds);
    this.#chat.operation.record('timeToFirstChunk', seconds);
  }

  #endChat({ finish, usage, message }: EventOf<'turn_end'>): void {
    const { operation, model = '' } = this.#chat ?? {};
    const cost = this.#options.run.costOf?.(model, usage) ?? 0;
    if (cost > 0) this.#options.counters?.cost.add(cost, toModelDimensions(model));
    operation?.record('tokenUsage', usage.inputTokens, { [names.tokenType]: 'input' });
    operation?.record('tokenUsage', usage.outputTokens, { [names.tokenType]: 'output' });
    operation?.end({
      [names.finishReasons]: [finish],
      ...toAttributes(usage),
      ...this.#content(names.outputMessages, () => toGenAiMessages([message], finish)),
    });
    this.#chat = undefined;
  }

  #startTool({ id, name, input }: EventOf<'tool_call'>): void {
    const operation = new Operation(this.#options, {
      type: genAiOperations.executeTool,
      subject: name,
      parent: this.#withinAgent(),
      dimensions: { [names.toolName]: name },
      details: {
        [names.toolType]: 'function',
        [names.toolCallId]: id,
        ...this.#content(names.toolCallArguments, () => toJsonText(input)),
      },
    });
    this.#tools.set(id, operation);
    const call = `${name} ${toJsonText(input)}`;
    if (this.#calls.has(call)) this.#options.counters?.repeats.add(1, this.#toolDimensions(name));
    this.#calls.add(call);
  }

  #toolDimensions(name: string): Attributes {
    return { [names.toolName]: name, [names.requestModel]: this.#model };
  }

  #endTool({ id, name, output, isError }: EventOf<'tool_result'>): void {
    this.#options.counters?.resultTokens.add(estimateTokens(output), this.#toolDimensions(name));
    const content = this.#content(names.toolCallResult, () => output);
    this.#tools.get(id)?.end(content, isError ? { type: unnamedError } : undefined);
    this.#tools.delete(id);
  }

  #end({ stopReason, usage, error }: EventOf<'loop_end'>): void {
    const interruption = { type: error?.code ?? stopReason };
    for (const operation of this.#tools.values()) operation.end({}, interruption);
    this.#tools.clear();
    this.#chat?.operation.end({}, interruption);
    this.#chat = undefined;
    const failure = error === undefined ? undefined : { type: error.code, message: error.message };
    this.#agentOperation().end({ [shipmateNames.stopReason]: stopReason, ...toAttributes(usage) }, failure);
  }

  #withinAgent(): Context {
    return trace.setSpan(this.#options.parent, this.#agentOperation().span);
  }

  #content(name: string, write: (() => string) | '' | undefined): Attributes {
    return this.#options.recordContents && write ? { [name]: write() } : {};
  }
}

function toModelDimensions(id: string): Attributes {
  const { provider, model } = toGenAiModel(id);
  return { [names.providerName]: provider, [names.requestModel]: model };
}

/** The conventions' name for an error of unknown kind; the model receives the error as text. */
const unnamedError = '_OTHER';

function given(name: string, value: string | undefined): Attributes {
  return value === undefined ? {} : { [name]: value };
}

function toAttributes(usage: Usage): Attributes {
  return {
    [names.inputTokens]: usage.inputTokens,
    [names.outputTokens]: usage.outputTokens,
    [names.cacheReadTokens]: usage.cacheReadTokens,
    [names.cacheWriteTokens]: usage.cacheWriteTokens,
    [names.reasoningTokens]: usage.reasoningTokens,
  };
}
