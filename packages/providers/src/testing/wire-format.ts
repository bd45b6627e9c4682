import type { ScriptedAnswer, ScriptedToolCall } from './scripted-turn.ts';

/** How one provider's API streams an answer. */
export interface WireFormat {
  readonly name: string;
  /** The path of the requests that it answers, after the server's base. */
  readonly path: RegExp;
  /** The answer as server-sent events: `ending` is what a stream that is cut lacks. */
  encode(answer: ScriptedAnswer): EncodedAnswer;
}

/** Server-sent events, in order. */
export interface EncodedAnswer {
  readonly events: readonly ServerSentEvent[];
  readonly ending: readonly ServerSentEvent[];
}

/** One event; `data` is sent as JSON, a string as it is. */
export interface ServerSentEvent {
  readonly event?: string;
  readonly data: unknown;
}

/** A text in the small pieces that a model would stream it in. */
export function pieces(text: string): readonly string[] {
  return text.match(/.{1,8}/gsu) ?? [];
}

/** A tool call's arguments as they are streamed. */
export function argumentsOf({ input }: ScriptedToolCall): string {
  return typeof input === 'string' ? input : JSON.stringify(input);
}
