import type { WireEvent } from './framing.ts';

/** An answer that a scripted server streams, in no provider's format: thinking first, then text, then tool calls. */
export interface ScriptedAnswer extends ScriptedTimes {
  readonly thinking?: { readonly text: string; readonly signature?: string };
  /** Thinking that only the provider can read, if its format supports it. */
  readonly redactedThinking?: string;
  readonly text?: string;
  readonly toolCalls?: readonly ScriptedToolCall[];
  readonly usage?: ScriptedUsage;
  /** Default: the format's reason for an answer, or for tool calls. `{ raw }` is sent unchanged; `null` sends none. */
  readonly finish?: 'length' | 'content_filter' | { readonly raw: string | null };
  /**
   * - `finished` (default): the whole answer.
   * - `failed`: the format's error event instead of its end.
   * - `cut`: the response ends cleanly before the format's last event.
   * - `torn`: it ends in the middle of the format's last event.
   * - `reset`: the connection is destroyed there instead.
   * - `held`: nothing more is sent until the client disconnects.
   */
  readonly ending?: 'finished' | 'failed' | 'cut' | 'torn' | 'reset' | 'held';
}

/** Events that are sent unchanged: a provider's recorded output, word for word. */
export interface ScriptedEvents extends ScriptedTimes {
  readonly events: readonly WireEvent[];
}

/** Fields of every scripted turn. */
interface ScriptedTimes {
  /** The number of requests it answers. Default 1; `Infinity` means any number, including none. */
  readonly times?: number;
  /** Nothing is sent before it settles, not even a header. */
  readonly after?: Promise<unknown>;
}

/** A tool call of a scripted answer. */
export interface ScriptedToolCall {
  /** Absent when the server gives none. */
  readonly id?: string;
  readonly name: string;
  /** An object, or a text that is sent unchanged if the format has text arguments. */
  readonly input: unknown;
  /** The signature of the thinking before it, if the format signs each call. */
  readonly signature?: string;
}

/** Tokens as {@link ScriptedAnswer} reports them; `inputTokens` is the whole input. */
export interface ScriptedUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens?: number;
  readonly cacheWriteTokens?: number;
  readonly reasoningTokens?: number;
}

/** A response that is not a stream: an error, or a success without a stream. */
export interface ScriptedRefusal extends ScriptedTimes {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The response of a scripted server to one request. */
export type ScriptedTurn = ScriptedAnswer | ScriptedEvents | ScriptedRefusal;
