import { SpanKind, trace, type Attributes, type Context } from '@opentelemetry/api';
import { toJsonText, type LoopEvent, type Message, type Usage } from '@shipmate/core';
import { toGenAiInstructions, toGenAiMessages } from './gen-ai-contents.ts';
import { genAiAttributes as names, genAiOperations, shipmateNames, toGenAiModel } from './gen-ai-names.ts';
import { Operation, type OperationRecorder } from './operation.ts';

/** One run of a loop, as its spans name it. */
export interface ObservedRun {
  /** The kind of agent: `chart`, for example. */
  readonly agentName?: string;
  readonly conversationId?: string;
  /** Recorded only where contents are. */
  readonly systemPrompt?: string;
  /** Recorded only where contents are. */
  readonly messages?: readonly Message[];
}

/** Where and how a run is recorded. */
export interface LoopObserverOptions extends OperationRecorder {
  readonly parent: Context;
  readonly recordContents: boolean;
  readonly run: ObservedRun;
}

/** Turns the events of one loop into spans: the agent, within it each answer of a model and each tool call. */
export class LoopObserver {
  readonly #options: LoopObserverOptions;
  readonly #tools = new Map<string, Operation>();
  #agent: Operation | undefined;
  #chat: Operation | undefined;
  #isAnswering = false;

  constructor(options: LoopObserverOptions) {
    this.#options = options;
  }

  observe(event: LoopEvent): void {
    switch (event.type) {
      case 'turn_start':
        this.#startChat(event.model, { [shipmateNames.wrapUp]: event.wrapUp });
        return;
      case 'turn_restarted':
        this.#restartChat(event);
        return;
      case 'content_delta':
      case 'thinking_delta':
      case 'tool_call_start':
        if (!this.#isAnswering) this.#firstChunk();
        return;
      case 'turn_end':
        this.#endChat(event);
        return;
      case 'tool_call':
        this.#startTool(event);
        return;
      case 'tool_result':
        this.#endTool(event);
        return;
      case 'loop_end':
        this.#end(event);
        return;
      default:
    }
  }

  #agentOperation(model?: string): Operation {
    return (this.#agent ??= this.#startAgent(model));
  }

  #startAgent(model: string | undefined): Operation {
    const { run, parent, recordContents } = this.#options;
    const { agentName, conversationId, systemPrompt, messages } = run;
    return this.#start(genAiOperations.invokeAgent, {
      subject: agentName,
      parent,
      dimensions: {
        ...(agentName !== undefined && { [names.agentName]: agentName }),
        ...(model !== undefined && { [names.providerName]: toGenAiModel(model).provider }),
      },
      details: {
        ...(conversationId !== undefined && { [names.conversationId]: conversationId }),
        ...(recordContents && {
          ...(systemPrompt !== undefined && { [names.systemInstructions]: toGenAiInstructions(systemPrompt) }),
          ...(messages !== undefined && { [names.inputMessages]: toGenAiMessages(messages) }),
        }),
      },
    });
  }

  #startChat(id: string, details: Attributes): void {
    const { provider, model } = toGenAiModel(id);
    const parent = this.#within(this.#agentOperation(id));
    const dimensions = { [names.providerName]: provider, [names.requestModel]: model };
    this.#isAnswering = false;
    this.#chat = this.#start(genAiOperations.chat, {
      subject: model,
      kind: SpanKind.CLIENT,
      parent,
      dimensions,
      details: { ...details, [names.requestStream]: true },
    });
    this.#chatModel = id;
  }
}
