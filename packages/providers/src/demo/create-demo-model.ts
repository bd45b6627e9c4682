import { setTimeout as sleep } from 'node:timers/promises';
import {
  AppError,
  type AssistantMessage,
  type ChatModel,
  type ModelEvent,
  type ModelRequest,
  noUsage,
  type ToolCallPart,
  toAppError,
  toJsonText,
  type Usage,
} from '@shipmate/core';
import { addCallIds, ToolCallIds } from '../language-model/tool-call-ids.ts';
import type { DemoScript, DemoTurn } from './demo-script.ts';

/** Options for {@link createDemoModel}. */
export interface DemoModelOptions {
  readonly script: DemoScript;
  /** Milliseconds before each word, so that the answer visibly streams. Default 15; 0 streams at once. */
  readonly pacing?: number;
}

/** The id of the demo model; a user interface labels its output. */
const demoModelId = 'demo:shipmate-demo';

/** Creates the model that needs no key: it plays a script deterministically, with estimated usage. */
export function createDemoModel({ script, pacing = 15 }: DemoModelOptions): ChatModel {
  return {
    id: demoModelId,
    isScripted: true,
    async *stream(request, signal) {
      try {
        signal.throwIfAborted();
        const message = toMessage(script(request), request);
        yield { type: 'message_start' };
        for (const event of toEvents(message)) {
          if (pacing > 0) await sleep(pacing, undefined, { signal });
          signal.throwIfAborted();
          yield event;
        }
        const finish = message.content.some(({ type }) => type === 'tool_call') ? 'tool_calls' : 'stop';
        yield { type: 'message_complete', finish, usage: estimateUsage(request, message), message };
      } catch (thrown) {
        const aborted = new AppError({ code: 'ABORTED', message: 'The request was stopped.', cause: thrown });
        yield { type: 'error', error: signal.aborted ? aborted : toAppError(thrown) };
      }
    },
  };
}

function toMessage({ text = '', toolCalls = [] }: DemoTurn, request: ModelRequest): AssistantMessage {
  const earlier = new Set<string>();
  for (const earlierMessage of request.messages) addCallIds(earlier, earlierMessage);
  const ids = new ToolCallIds(earlier);
  const allowed = request.toolChoice === 'none' ? [] : toolCalls;
  const calls = allowed.map(
    ({ name, input }): ToolCallPart => ({ type: 'tool_call', id: ids.claim('demo'), name, input }),
  );
  return { role: 'assistant', content: text === '' ? calls : [{ type: 'text', text }, ...calls] };
}

function* toEvents({ content }: AssistantMessage): Generator<ModelEvent> {
  for (const part of content) {
    if (part.type === 'tool_call') {
      yield { type: 'tool_use_start', id: part.id, name: part.name };
      yield { type: 'tool_use_input', id: part.id, delta: toJsonText(part.input) };
    } else {
      for (const [word] of part.text.matchAll(/\s*\S+|\s+$/g)) yield { type: 'content_delta', text: word };
    }
  }
}

/** The average number of characters per token of English text and code. */
const charactersPerToken = 4;

/** Estimates the usage of a request and its answer from the number of their characters. */
function estimateUsage({ system = '', messages, tools = [] }: ModelRequest, answer: AssistantMessage): Usage {
  return {
    ...noUsage,
    inputTokens: tokensIn(system) + tokensIn(toJsonText(messages)) + tokensIn(toJsonText(tools)),
    outputTokens: tokensIn(toJsonText(answer.content)),
  };
}

function tokensIn(text: string): number {
  return Math.ceil(text.length / charactersPerToken);
}
