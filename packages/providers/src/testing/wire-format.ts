import type { Framing, WireEvent } from './framing.ts';
import type { ScriptedAnswer, ScriptedToolCall } from './scripted-turn.ts';

/** The streaming format of one provider's API. */
export interface WireFormat {
  readonly name: string;
  /** The path of the requests that it answers, after the server's base URL. */
  readonly path: RegExp;
  readonly framing: Framing;
  encode(answer: ScriptedAnswer): EncodedAnswer;
}

/** The events of an answer, in order. */
export interface EncodedAnswer {
  readonly events: readonly WireEvent[];
  /** The events that a cut stream lacks. */
  readonly ending: readonly WireEvent[];
  /** The event that the provider sends instead of the ending when it is overloaded. */
  readonly failure: WireEvent;
}

/** Splits a text into small chunks like those of a model. */
export function pieces(text: string): readonly string[] {
  return text.match(/.{1,8}/gsu) ?? [];
}

/** Returns a tool call's arguments as text. */
export function argumentsOf({ input }: ScriptedToolCall): string {
  return typeof input === 'string' ? input : JSON.stringify(input);
}

/** Returns the finish reason of an answer: the script's own, or the format's. */
export function finishWord<Word>(
  { finish, toolCalls = [] }: ScriptedAnswer,
  words: Readonly<Record<'stop' | 'tool_calls' | 'length' | 'content_filter', Word>>,
): Word | string | null {
  if (typeof finish === 'object') return finish.raw;
  return words[finish ?? (toolCalls.length > 0 ? 'tool_calls' : 'stop')];
}
