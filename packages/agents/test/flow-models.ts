import { type ChatModel, type JsonValue, type ModelRequest, textOf } from '@shipmate/core';
import { ScriptedModel, type ScriptedStep } from '@shipmate/core/testing';
import { getModel } from '@shipmate/providers';
import {
  anthropicMessages,
  geminiStreamGenerateContent,
  openaiResponses,
  type RecordedRequest,
  startScriptedServer,
  type WireFormat,
} from '@shipmate/providers/testing';

/** One scripted turn of a flow's model: tool calls, an answer, or text as in a chat. */
export type FlowTurn =
  | { readonly calls: readonly { readonly name: string; readonly input: JsonValue }[] }
  | { readonly answer: JsonValue }
  | { readonly says: string };

/** The turns of a flow's model for questions that contain all of these words. */
export interface FlowScript {
  readonly about: readonly string[];
  readonly turns: readonly FlowTurn[];
}

/**
 * Creates a model that determines its turn from the request alone: the words of the question and the number of its own
 * messages since. The first matching script applies.
 */
export function scriptFlows(...scripts: readonly FlowScript[]): ScriptedModel {
  const steps = scripts.flatMap(({ about, turns }) =>
    turns.map(
      (turn, index): ScriptedStep => ({
        times: Infinity,
        toolCalls: toCalls(turn),
        ...('says' in turn && { text: turn.says }),
        when: (request) => about.every((words) => questionOf(request).includes(words)) && spokenIn(request) === index,
      }),
    ),
  );
  return new ScriptedModel(steps, 'demo:shipmate-demo');
}

function questionOf({ messages: [first] }: ModelRequest): string {
  return first === undefined ? '' : textOf(first);
}

function spokenIn({ messages }: ModelRequest): number {
  return messages.filter(({ role }) => role === 'assistant').length;
}

function toCalls(turn: FlowTurn) {
  if ('answer' in turn) return [{ name: 'submit_answer', input: turn.answer }];
  return 'calls' in turn ? turn.calls : [];
}

/** A provider with scripted turns, its model and the recorded requests. */
export interface ScriptedProvider extends AsyncDisposable {
  readonly model: ChatModel;
  readonly requests: readonly RecordedRequest[];
}

/** A provider's wire format and its model at a base URL. */
export interface FlowWire {
  readonly name: string;
  /** Starts a provider that returns these turns in order over HTTP, and its model. */
  open(turns: readonly FlowTurn[]): Promise<ScriptedProvider>;
}

/** The three wire formats that flows support. */
export const flowWires: readonly FlowWire[] = [
  toWire('anthropic:claude-sonnet-5-5', anthropicMessages, 'ANTHROPIC'),
  toWire('openai:gpt-6-astra', openaiResponses, 'OPENAI'),
  toWire('google:gemini-3.8-flash', geminiStreamGenerateContent, 'GOOGLE'),
];

function toWire(id: string, format: WireFormat, vendor: 'ANTHROPIC' | 'OPENAI' | 'GOOGLE'): FlowWire {
  return {
    name: format.name,
    async open(turns) {
      const scripted = turns.map((turn, at) => ({
        toolCalls: toCalls(turn).map((call, index) => ({ id: `call_${at}_${index}`, ...call })),
      }));
      const server = await startScriptedServer(format, ...scripted);
      const keyName = vendor === 'GOOGLE' ? 'GEMINI_API_KEY' : (`${vendor}_API_KEY` as const);
      const environment = { [keyName]: 'secret-key', [`${vendor}_BASE_URL`]: server.url };
      const model = getModel(id, { environment });
      return { model, requests: server.requests, [Symbol.asyncDispose]: () => server.close() };
    },
  };
}
