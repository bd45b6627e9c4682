import type { AppError } from '../error/app-error.ts';
import type { JsonValue } from '../json/json-value.ts';
import type { AssistantMessage, ToolCallPart } from '../message/message.ts';
import type { FinishReason, ModelEvent } from '../model/model-event.ts';
import type { ModelRequest } from '../model/model-request.ts';
import { noUsage, type Usage } from '../model/usage.ts';

/** A tool call in a script. */
export interface ScriptedToolCall {
  readonly name: string;
  readonly input?: JsonValue;
  /** Arguments as the model wrote them, where they are not JSON. */
  readonly malformedInput?: string;
  readonly id?: string;
}

/** One answer of a scripted model. */
export interface ScriptedStep {
  /** Answers the requests that it accepts. By default the step answers any request when it is next in order. */
  readonly when?: (request: ModelRequest) => boolean;
  /** Number of requests that the step answers. Default 1; with `Infinity` at least one. */
  readonly times?: number;
  readonly thinking?: string;
  /** A list is streamed as these deltas. */
  readonly text?: string | readonly string[];
  readonly toolCalls?: readonly ScriptedToolCall[];
  readonly usage?: Partial<Usage>;
  /** Default `tool_calls` with tool calls, else `stop`. */
  readonly finish?: FinishReason;
  /** Error after the content of the step. */
  readonly error?: AppError;
  /** Delays all that follows the first delta of the text until it settles, or until the request is aborted. */
  readonly pause?: Promise<unknown>;
  /** Delays the end of the answer until it settles, or until the request is aborted. */
  readonly until?: Promise<unknown>;
  /** Exactly these events, even if they violate the contract. */
  readonly events?: readonly ModelEvent[];
}

/** The events that a step streams. The last one waits for `until`. */
export function toEvents(step: ScriptedStep, call: number): readonly ModelEvent[] {
  if (step.events !== undefined) return step.events;
  const { thinking, error } = step;
  const usage = { ...noUsage, ...step.usage };
  const deltas = typeof step.text === 'string' ? [step.text] : (step.text ?? []);
  const text = deltas.join('');
  const calls = (step.toolCalls ?? []).map((toolCall, index) => toPart(toolCall, `call_${call}_${index + 1}`));
  const content: AssistantMessage['content'] = [
    ...(thinking === undefined ? [] : [{ type: 'reasoning' as const, text: thinking }]),
    ...(text === '' ? [] : [{ type: 'text' as const, text }]),
    ...calls,
  ];
  const finish = step.finish ?? (calls.length > 0 ? 'tool_calls' : 'stop');
  return [
    { type: 'message_start' },
    ...(thinking === undefined ? [] : [{ type: 'thinking_delta' as const, text: thinking }]),
    ...deltas.map((delta) => ({ type: 'content_delta' as const, text: delta })),
    ...calls.flatMap(toCallEvents),
    error === undefined
      ? { type: 'message_complete', finish, usage, message: { role: 'assistant', content } }
      : { type: 'error', error, ...(step.usage !== undefined && { usage }) },
  ];
}

function toPart({ name, input = {}, malformedInput, id }: ScriptedToolCall, defaultId: string): ToolCallPart {
  return {
    type: 'tool_call',
    id: id ?? defaultId,
    name,
    ...(malformedInput === undefined ? { input } : { input: malformedInput, malformed: true }),
  };
}

function toCallEvents({ id, name, input, malformed }: ToolCallPart): readonly ModelEvent[] {
  const text = malformed ? String(input) : JSON.stringify(input);
  const middle = Math.ceil(text.length / 2);
  return [
    { type: 'tool_use_start', id, name },
    { type: 'tool_use_input', id, delta: text.slice(0, middle) },
    { type: 'tool_use_input', id, delta: text.slice(middle) },
  ];
}
