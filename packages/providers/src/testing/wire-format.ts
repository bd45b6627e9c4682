import type { Framing, WireEvent } from './framing.ts';
import type { ScriptedAnswer, ScriptedToolCall } from './scripted-turn.ts';

/** How one provider's API streams an answer. */
export interface WireFormat {
  readonly name: string;
  /** The path of the requests that it answers, after the server's base. */
  readonly path: RegExp;
  readonly framing: Framing;
  encode(answer: ScriptedAnswer): EncodedAnswer;
}

/** The events of an answer, in order. */
export interface EncodedAnswer {
  readonly events: readonly WireEvent[];
  /** What a stream that is cut lacks. */
  readonly ending: readonly WireEvent[];
  /** What the provider sends instead of the ending when it is overloaded. */
  readonly failure: WireEvent;
}

/** A text in the small pieces that a model would stream it in. */
export function pieces(text: string): readonly string[] {
  return text.match(/.{1,8}/gsu) ?? [];
}

/** A tool call's arguments as they are streamed. */
export function argumentsOf({ input }: ScriptedToolCall): string {
  return typeof input === 'string' ? input : JSON.stringify(input);
}

/** The word that ends an answer: the script's own, or the format's. */
export function finishWord<Word>(
  { finish, toolCalls = [] }: ScriptedAnswer,
  words: Readonly<Record<'stop' | 'tool_calls' | 'length' | 'content_filter', Word>>,
): Word | string | null {
  if (typeof finish === 'object') return finish.raw;
  return words[finish ?? (toolCalls.length > 0 ? 'tool_calls' : 'stop')];
}
